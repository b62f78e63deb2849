-- What people see of an issue, each time it was frozen for a job, and what an approval is bound to.

create table issue_texts (
  job_id         uuid not null references jobs,
  -- 1 is the text at the trigger; a later one was frozen because people had edited the issue.
  number         integer not null check (number > 0),
  title          text not null,
  body           text not null,
  -- With author, permission at that moment, and the text as people see it.
  comments       jsonb not null check (jsonb_typeof(comments) = 'array'),
  -- The newest comment there was; what is younger belongs to no text of this job yet.
  comments_until bigint not null check (comments_until >= 0),
  digest         text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- What stands in the issue and is not seen: kind, how often, an excerpt.
  removed        jsonb not null check (jsonb_typeof(removed) = 'array'),
  -- Put together for a follow-up: no issue says just this, and no edit of one changes it.
  is_composed    boolean not null default false,
  created_at     timestamptz not null default now(),
  primary key (job_id, number)
);
create trigger issue_texts_append_only before update or delete on issue_texts
  for each row execute function refuse_change();

-- Who approved a revision, with what right, and of what text and commit.
create table approvals (
  plan_id      uuid primary key references plans,
  job_id       uuid not null references jobs,
  issue_digest text not null,
  base_sha     text not null check (base_sha ~ '^[0-9a-f]{40}$'),
  approver     text not null check (approver <> ''),
  permission   text not null check (permission in ('write', 'maintain', 'admin')),
  approved_at  timestamptz not null default now()
);
create function approval_guard() returns trigger language plpgsql as $$
begin
  if not exists (select from plans where id = new.plan_id and job_id = new.job_id
                    and issue_digest = new.issue_digest) then
    raise exception 'an approval is of the text that its plan was made from'
      using errcode = 'RG006', constraint = 'approvals_of_plan_text';
  end if;
  return new;
end $$;
create trigger approval_guard before insert on approvals
  for each row execute function approval_guard();
create trigger approvals_append_only before update or delete on approvals
  for each row execute function refuse_change();

alter table holds drop constraint holds_reason_check;
alter table holds add constraint holds_reason_check check (reason in
  ('question', 'permission', 'scope', 'money', 'wall_time', 'provider_quota', 'moved',
   'unavailable', 'no_drafts', 'issue_edited'));

-- Edited after the approval: a person may want a plan for the new words.
insert into job_edges (from_state, to_state) select s, 'WAITING_SPEC_APPROVAL'
  from unnest(array['GENERATING_TESTS', 'BASELINE_VALIDATION', 'REFACTORING', 'SELF_HEALING',
    'WAITING_ESCALATION_DECISION', 'WAITING_INTERVENTION', 'DEEP_FIX_ACTIVE',
    'USER_INTERVENING']) s;
