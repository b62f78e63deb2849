-- `/verify`: the criteria of an approved plan, seen on the head commit of a pull request. It changes
-- nothing of its job, so it has a claim of its own. The row is there before anything runs.

create table branch_checks (
  id           uuid primary key,
  job_id       uuid not null references jobs,
  plan_id      uuid not null references plans,
  pull_number  integer not null check (pull_number > 0),
  commit_sha   text not null check (commit_sha ~ '^[0-9a-f]{40}$'),
  -- Who asked, and with which comment.
  requested_by text not null check (requested_by <> ''),
  comment_id   bigint not null check (comment_id > 0),
  requested_at timestamptz not null default now(),
  -- open: to be run. judged: to be told. told: its answer stands in the thread. untold: it could not.
  status       text not null default 'open' check (status in ('open', 'judged', 'told', 'untold')),
  due_at       timestamptz not null default now(),
  -- Grows with every claim; writes of an older number are refused.
  fence        bigint not null default 0 check (fence >= 0),
  tries        integer not null default 0 check (tries >= 0),
  worker       text,
  worker_lock  bigint,
  lease_until  timestamptz,
  started_at   timestamptz,
  judged_at    timestamptz,
  -- Absent when nothing could be seen; the outcome then says why.
  result       text check (result in ('all passed', 'partial', 'some blocked', 'all blocked')),
  outcome      jsonb,
  answer_id    bigint check (answer_id > 0),
  constraint branch_checks_leased check ((worker is null) = (lease_until is null)),
  constraint branch_checks_judged check (
    (status = 'open') = (outcome is null) and (outcome is null) = (judged_at is null)),
  constraint branch_checks_result_seen check (result is null or outcome is not null),
  constraint branch_checks_answered check ((status = 'told') = (answer_id is not null)),
  constraint branch_checks_ended_unheld check (status in ('open', 'judged') or worker is null)
);
create unique index branch_checks_one_of_commit on branch_checks (job_id, commit_sha)
  where status in ('open', 'judged');
create index branch_checks_unended on branch_checks (requested_at)
  where status in ('open', 'judged');

create function branch_check_guard() returns trigger language plpgsql as $$
declare
  claim constant text[] := array['due_at', 'fence', 'tries', 'worker', 'worker_lock', 'lease_until'];
begin
  if tg_op = 'DELETE' then
    raise exception 'the check % is kept as a record', old.id
      using errcode = 'RG006', constraint = 'branch_checks_kept';
  end if;
  if new.fence < old.fence then
    raise exception 'the fencing number of check % only grows', old.id
      using errcode = 'RG005', constraint = 'branch_checks_fence_grows';
  end if;
  if (new.id, new.job_id, new.plan_id, new.pull_number, new.commit_sha, new.requested_by,
      new.comment_id, new.requested_at)
       is distinct from (old.id, old.job_id, old.plan_id, old.pull_number, old.commit_sha,
      old.requested_by, old.comment_id, old.requested_at)
     or (old.outcome is not null and (new.outcome, new.result, new.started_at, new.judged_at)
       is distinct from (old.outcome, old.result, old.started_at, old.judged_at))
     or (old.status in ('told', 'untold') and to_jsonb(new) - claim <> to_jsonb(old) - claim) then
    raise exception 'the check % keeps what it has', old.id
      using errcode = 'RG006', constraint = 'branch_checks_kept';
  end if;
  return new;
end $$;
create trigger branch_check_guard before update or delete on branch_checks
  for each row execute function branch_check_guard();
create constraint trigger branch_checks_asked after insert on branch_checks
  deferrable initially deferred for each row execute function require_audit('branch_check');
create constraint trigger branch_checks_moved after update on branch_checks
  deferrable initially deferred for each row when (old.status <> new.status)
  execute function require_audit('branch_check');

-- Wakes workers at commit. No fencing number of a job is smaller than 0: nothing of a job is meant.
create function branch_check_notify() returns trigger language plpgsql as $$
begin
  if new.worker is null and new.status in ('open', 'judged') then
    perform pg_notify('redgreen_work', new.job_id || ' -1');
  end if;
  return null;
end $$;
create trigger branch_check_notify after insert or update on branch_checks
  for each row execute function branch_check_notify();

-- A sandbox or snapshot belongs to the work of its job, or to a check of it: whoever holds that may
-- make one.
alter table sandbox_sessions add column check_id uuid references branch_checks;
alter table snapshots add column check_id uuid references branch_checks;
create index sandbox_sessions_of_check on sandbox_sessions (check_id) where check_id is not null;

create function check_holder() returns trigger language plpgsql as $$
declare
  current_fence bigint;
begin
  if new.check_id is null then
    select fence into current_fence from work where job_id = new.job_id for share;
  else
    select fence into current_fence from branch_checks
     where id = new.check_id and job_id = new.job_id for share;
  end if;
  if current_fence is distinct from new.fence then
    raise exception 'stale worker: fence % of job %, now %', new.fence, new.job_id, current_fence
      using errcode = 'RG005', constraint = tg_table_name || '_fence';
  end if;
  return new;
end $$;
drop trigger sandbox_sessions_fence on sandbox_sessions;
create trigger sandbox_sessions_fence before insert on sandbox_sessions
  for each row execute function check_holder();
drop trigger snapshots_fence on snapshots;
create trigger snapshots_fence before insert on snapshots
  for each row execute function check_holder();
