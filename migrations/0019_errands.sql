-- What people ask for beside the course of a job, and what has to be done on GitHub for it: done after
-- the commit of the delivery that asked, by one worker at a time, as often as it takes, told once.

create table errands (
  id            uuid primary key,
  job_id        uuid not null references jobs,
  kind          text not null check (kind in ('accept', 'fix', 'retry', 'revert')),
  -- What was said, by whom, where: all that is needed to do it.
  request       jsonb not null check (jsonb_typeof(request) = 'object'),
  requested_by  text not null check (requested_by <> ''),
  requested_at  timestamptz not null default now(),
  -- open: to be done. done: to be told. told: its answer stands in the thread. untold: it could not.
  status        text not null default 'open' check (status in ('open', 'done', 'told', 'untold')),
  due_at        timestamptz not null default now(),
  -- Grows with every claim; writes of an older number are refused.
  fence         bigint not null default 0 check (fence >= 0),
  tries         integer not null default 0 check (tries >= 0),
  worker        text,
  worker_lock   bigint,
  lease_until   timestamptz,
  done_at       timestamptz,
  outcome       jsonb,
  -- The job that it began.
  begun_job_id  uuid references jobs,
  answer_id     bigint check (answer_id > 0),
  constraint errands_leased check ((worker is null) = (lease_until is null)),
  constraint errands_done check (
    (status = 'open') = (outcome is null) and (outcome is null) = (done_at is null)),
  constraint errands_begun check (begun_job_id is null or outcome is not null),
  constraint errands_answered check ((status = 'told') = (answer_id is not null)),
  constraint errands_ended_unheld check (status in ('open', 'done') or worker is null)
);
create index errands_unended on errands (requested_at) where status in ('open', 'done');
create index errands_of_job on errands (job_id, requested_at);
create unique index errands_begin_once on errands (begun_job_id);

create function errand_guard() returns trigger language plpgsql as $$
declare
  claim constant text[] := array['due_at', 'fence', 'tries', 'worker', 'worker_lock', 'lease_until'];
begin
  if tg_op = 'DELETE' then
    raise exception 'the errand % is kept as a record', old.id
      using errcode = 'RG006', constraint = 'errands_kept';
  end if;
  if new.fence < old.fence then
    raise exception 'the fencing number of errand % only grows', old.id
      using errcode = 'RG005', constraint = 'errands_fence_grows';
  end if;
  if (new.id, new.job_id, new.kind, new.request, new.requested_by, new.requested_at)
       is distinct from (old.id, old.job_id, old.kind, old.request, old.requested_by,
      old.requested_at)
     or (old.outcome is not null and (new.outcome, new.begun_job_id, new.done_at)
       is distinct from (old.outcome, old.begun_job_id, old.done_at))
     or (old.status in ('told', 'untold') and to_jsonb(new) - claim <> to_jsonb(old) - claim) then
    raise exception 'the errand % keeps what it has', old.id
      using errcode = 'RG006', constraint = 'errands_kept';
  end if;
  return new;
end $$;
create trigger errand_guard before update or delete on errands
  for each row execute function errand_guard();
create constraint trigger errands_asked after insert on errands
  deferrable initially deferred for each row execute function require_audit('errand');
create constraint trigger errands_moved after update on errands
  deferrable initially deferred for each row when (old.status <> new.status)
  execute function require_audit('errand');

-- Wakes workers at commit, as checks of branches do: no fencing number of a job is smaller than 0.
create function errand_notify() returns trigger language plpgsql as $$
begin
  if new.worker is null and new.status in ('open', 'done') then
    perform pg_notify('redgreen_work', new.job_id || ' -1');
  end if;
  return null;
end $$;
create trigger errand_notify after insert or update on errands
  for each row execute function errand_notify();

-- A person approved the report of a delivered job; its row of `jobs` is not touched.
create table report_approvals (
  id          uuid primary key,
  job_id      uuid not null unique references jobs,
  report_id   uuid not null references reports,
  approved_by text not null check (approved_by <> ''),
  approver_id bigint not null check (approver_id > 0),
  -- At that moment.
  permission  text not null check (permission in ('write', 'maintain', 'admin')),
  commit_sha  text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  -- Whether it was approved although something asks for a person.
  is_override boolean not null,
  approved_at timestamptz not null default now()
);
create trigger report_approvals_append_only before update or delete on report_approvals
  for each row execute function refuse_change();
create constraint trigger report_approvals_asked after insert on report_approvals
  deferrable initially deferred for each row execute function require_audit('report_approval');

-- What people think of a finished job: one word each, the last one counts.
create table task_ratings (
  job_id    uuid not null references jobs,
  person_id bigint not null check (person_id > 0),
  person    text not null check (person <> ''),
  stars     integer not null check (stars between 1 and 5),
  why       text check (why <> ''),
  -- What the job was about.
  goal      text not null check (goal <> ''),
  rated_at  timestamptz not null default now(),
  primary key (job_id, person_id)
);

-- The model that a person chose for the coming turns of a job, while it has that class.
create table job_models (
  job_id      uuid not null references jobs,
  model_class text not null check (model_class in ('L1', 'L2', 'L3')),
  model       text not null check (model <> ''),
  chosen_by   text not null check (chosen_by <> ''),
  chosen_at   timestamptz not null default now(),
  primary key (job_id, model_class)
);

-- A person dropped this conversation: the next one of its step begins with its files and no transcript.
alter table agent_sessions add column cleared_at timestamptz;
alter table agent_sessions add constraint agent_sessions_cleared_ended
  check (cleared_at is null or ended_at is not null);
