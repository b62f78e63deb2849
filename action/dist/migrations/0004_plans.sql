-- Plan revisions and their criteria. A revision is never edited: a change is a new revision.

create table plans (
  id             uuid primary key,
  job_id         uuid not null references jobs,
  revision       integer not null check (revision > 0),
  revision_token uuid not null unique,
  status         text not null check (status in ('draft', 'approved', 'completed', 'superseded')),
  content        jsonb not null,
  -- The issue text it was made from: an approval is bound to both.
  issue_digest   text not null check (issue_digest ~ '^[0-9a-f]{64}$'),
  digest         bytea generated always as (json_digest(content)) stored,
  fence          bigint not null,
  created_at     timestamptz not null default now(),
  approved_at    timestamptz,
  approved_by    text,
  completed_at   timestamptz,
  unique (job_id, revision),
  constraint plans_approver_named check ((approved_at is null) = (approved_by is null)),
  constraint plans_approved_at check (status not in ('approved', 'completed') or approved_at is not null),
  constraint plans_draft_unapproved check (status <> 'draft' or approved_at is null),
  constraint plans_completed_at check ((status = 'completed') = (completed_at is not null))
);
create unique index plans_one_active on plans (job_id) where status in ('draft', 'approved');

create function plan_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'plan revision % is kept as a record', old.revision
      using errcode = 'RG006', constraint = 'plans_kept';
  end if;
  -- The digest is generated from the content after this trigger, so it is not compared here.
  if (to_jsonb(new) - array['status', 'approved_at', 'approved_by', 'completed_at', 'digest'])
     <> (to_jsonb(old) - array['status', 'approved_at', 'approved_by', 'completed_at', 'digest']) then
    raise exception 'plan revision % is immutable; a change is a new revision', old.revision
      using errcode = 'RG006', constraint = 'plans_immutable';
  end if;
  if old.approved_at is not null
     and (new.approved_at, new.approved_by) is distinct from (old.approved_at, old.approved_by) then
    raise exception 'the approval of plan revision % is immutable', old.revision
      using errcode = 'RG006', constraint = 'plans_immutable';
  end if;
  if not ((old.status, new.status) in (('draft', 'approved'), ('draft', 'superseded'),
      ('approved', 'completed'), ('approved', 'superseded'))) then
    raise exception 'a plan does not go from % to %', old.status, new.status
      using errcode = 'RG006', constraint = 'plans_status';
  end if;
  return new;
end $$;
create trigger plan_guard before update or delete on plans
  for each row execute function plan_guard();
create trigger plans_fence before insert on plans for each row execute function check_fence();
create constraint trigger plans_audited after insert or update on plans
  deferrable initially deferred for each row execute function require_audit('plan');

create domain surface as text check (value in
  ('db', 'file', 'process', 'tool_result', 'hook_record', 'http', 'public_api'));

create table criteria (
  job_id            uuid not null references jobs,
  id                text not null check (id ~ '^R[1-9][0-9]*$'),
  -- The revision that last stated it.
  plan_id           uuid not null references plans,
  text              text not null check (length(trim(text)) > 0),
  kind              text not null check (kind in ('new', 'keep')),
  surface           surface not null,
  -- One column, so that blocked excludes passed.
  status            text not null default 'pending'
                      check (status in ('pending', 'passed', 'blocked')),
  blocked_reason    text,
  blocked_confirmed_by text,
  deprecated_at     timestamptz,
  verified_at       timestamptz,
  primary key (job_id, id),
  -- Blocked needs a cause outside the code that a person confirmed.
  constraint criteria_blocked_reasoned check ((status = 'blocked') = (blocked_reason is not null)),
  constraint criteria_blocked_confirmed
    check ((status = 'blocked') = (blocked_confirmed_by is not null))
);

create function criterion_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'criterion % is kept; a dropped one gets deprecated_at', old.id
      using errcode = 'RG006', constraint = 'criteria_kept';
  end if;
  if (new.text, new.kind, new.surface, new.plan_id)
       is distinct from (old.text, old.kind, old.surface, old.plan_id)
     and exists (select from plans where job_id = old.job_id and status in ('approved', 'completed')) then
    raise exception 'criterion % belongs to an approved plan', old.id
      using errcode = 'RG006', constraint = 'criteria_approved_immutable';
  end if;
  return new;
end $$;
create trigger criterion_guard before update or delete on criteria
  for each row execute function criterion_guard();
