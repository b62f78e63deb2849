-- The job, what holds it, and the one work item that moves it.

create domain job_state as text check (value in (
  'PENDING', 'QUOTA_RESERVING', 'ANALYZING', 'GENERATING_ANALYSIS_REPORT', 'WAITING_STRATEGY',
  'WAITING_SPEC_APPROVAL', 'GENERATING_TESTS', 'BASELINE_VALIDATION', 'BASELINE_VALIDATION_FAILED',
  'REFACTORING', 'SELF_HEALING', 'WAITING_ESCALATION_DECISION', 'WAITING_INTERVENTION',
  'DEEP_FIX_ACTIVE', 'USER_INTERVENING', 'RECOVERY_PENDING', 'FALLBACK_REQUIRED',
  'CLIENT_HEARTBEAT_LOST', 'DELIVERED', 'FAILED'));

create domain model_class as text check (value in ('L1', 'L2', 'L3'));

create table jobs (
  id                      uuid primary key,
  installation_id         bigint not null references installations,
  repository_id           bigint not null references repositories,
  -- Names what the job is about (GITHUB: one open job per issue), not the job itself.
  job_key                 text not null check (job_key ~ '^[a-z]+:[A-Za-z0-9:._-]+$'),
  issue_number            integer check (issue_number > 0),
  parent_job_id           uuid references jobs,
  state                   job_state not null,
  step                    text check (step in ('implement', 'verify', 'publish')),
  attempt_count           integer not null default 0 check (attempt_count >= 0),
  identical_failure_count integer not null default 0 check (identical_failure_count between 0 and 3),
  failure_fingerprint     text,
  failure_reason          text check (failure_reason in (
    'USER_CANCELLED', 'ESCALATION_CONFIRMATION_TIMEOUT', 'CLIENT_DISCONNECTED',
    'QUOTA_RESERVATION_TIMEOUT', 'QUOTA_EXHAUSTED', 'DAILY_JOB_LIMIT_REACHED',
    'INSUFFICIENT_MONTHLY_BALANCE', 'ENTITLEMENT_INSUFFICIENT', 'PROVIDER_QUOTA', 'ALL_BLOCKED',
    'SESSION_ERRORS', 'RECOVERY_FAILED', 'POISONED', 'UNRECOVERABLE_ERROR')),
  -- The rest of the pure job record (budget, spent, timers, model class …); see app/job/types.ts.
  facts                   jsonb not null default '{}',
  version                 integer not null default 1 check (version > 0),
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now(),
  ended_at                timestamptz,
  constraint jobs_failure_reasoned check ((state = 'FAILED') = (failure_reason is not null)),
  constraint jobs_failures_fingerprinted
    check (identical_failure_count = 0 or failure_fingerprint is not null),
  constraint jobs_ended check ((ended_at is not null)
    = (state in ('DELIVERED', 'FAILED', 'FALLBACK_REQUIRED')))
);
create unique index jobs_one_open_per_key on jobs (job_key)
  where state not in ('DELIVERED', 'FAILED', 'FALLBACK_REQUIRED');
create index jobs_of_repository on jobs (repository_id, created_at desc);
alter table webhook_deliveries add foreign key (job_id) references jobs;

-- Seed 004 §3.1 word for word, and QUOTA_RESERVING between PENDING and ANALYZING.
create table job_edges (
  from_state job_state not null,
  to_state   job_state not null,
  primary key (from_state, to_state)
);
insert into job_edges (from_state, to_state) values
  ('PENDING', 'QUOTA_RESERVING'),
  ('QUOTA_RESERVING', 'ANALYZING'),
  ('ANALYZING', 'WAITING_STRATEGY'),
  ('ANALYZING', 'GENERATING_ANALYSIS_REPORT'),
  ('GENERATING_ANALYSIS_REPORT', 'WAITING_STRATEGY'),
  ('WAITING_STRATEGY', 'WAITING_SPEC_APPROVAL'),
  ('WAITING_SPEC_APPROVAL', 'GENERATING_TESTS'),
  ('GENERATING_TESTS', 'BASELINE_VALIDATION'),
  ('BASELINE_VALIDATION', 'REFACTORING'),
  ('BASELINE_VALIDATION', 'BASELINE_VALIDATION_FAILED'),
  ('BASELINE_VALIDATION_FAILED', 'WAITING_SPEC_APPROVAL'),
  ('REFACTORING', 'SELF_HEALING'),
  ('REFACTORING', 'DELIVERED'),
  ('REFACTORING', 'WAITING_ESCALATION_DECISION'),
  ('SELF_HEALING', 'DELIVERED'),
  ('SELF_HEALING', 'WAITING_INTERVENTION'),
  ('SELF_HEALING', 'RECOVERY_PENDING'),
  ('SELF_HEALING', 'WAITING_ESCALATION_DECISION'),
  ('WAITING_ESCALATION_DECISION', 'SELF_HEALING'),
  ('WAITING_INTERVENTION', 'DEEP_FIX_ACTIVE'),
  ('WAITING_INTERVENTION', 'USER_INTERVENING'),
  ('WAITING_INTERVENTION', 'SELF_HEALING'),
  ('DEEP_FIX_ACTIVE', 'SELF_HEALING'),
  ('DEEP_FIX_ACTIVE', 'WAITING_INTERVENTION'),
  ('USER_INTERVENING', 'SELF_HEALING'),
  ('RECOVERY_PENDING', 'FALLBACK_REQUIRED'),
  ('FALLBACK_REQUIRED', 'WAITING_SPEC_APPROVAL');
-- Any state that is not terminal may lose its client or fail; FALLBACK_REQUIRED is terminal
-- unless a person reruns it.
insert into job_edges (from_state, to_state)
  select s, t
    from unnest(array[
      'PENDING', 'QUOTA_RESERVING', 'ANALYZING', 'GENERATING_ANALYSIS_REPORT', 'WAITING_STRATEGY',
      'WAITING_SPEC_APPROVAL', 'GENERATING_TESTS', 'BASELINE_VALIDATION',
      'BASELINE_VALIDATION_FAILED', 'REFACTORING', 'SELF_HEALING', 'WAITING_ESCALATION_DECISION',
      'WAITING_INTERVENTION', 'DEEP_FIX_ACTIVE', 'USER_INTERVENING', 'RECOVERY_PENDING',
      'CLIENT_HEARTBEAT_LOST']) s,
      unnest(array['CLIENT_HEARTBEAT_LOST', 'FAILED']) t
   where s <> t;

create function job_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'PENDING' then
      raise exception 'a job begins PENDING, not %', new.state
        using errcode = 'RG003', constraint = 'jobs_begin_pending';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'job % is kept as a record', old.id
      using errcode = 'RG003', constraint = 'jobs_kept';
  end if;
  if old.state in ('DELIVERED', 'FAILED') then
    raise exception 'job % is % and immutable', old.id, old.state
      using errcode = 'RG003', constraint = 'jobs_terminal_immutable';
  end if;
  if new.id <> old.id or new.job_key <> old.job_key or new.repository_id <> old.repository_id
     or new.installation_id <> old.installation_id then
    raise exception 'a job keeps its identity'
      using errcode = 'RG003', constraint = 'jobs_identity';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'job % was changed meanwhile', old.id
      using errcode = 'RG004', constraint = 'jobs_version';
  end if;
  if new.state <> old.state
     and not exists (select from job_edges where from_state = old.state and to_state = new.state) then
    raise exception 'no way from % to %', old.state, new.state
      using errcode = 'RG003', constraint = 'jobs_edges';
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger job_guard before insert or update or delete on jobs
  for each row execute function job_guard();
create constraint trigger jobs_audited after insert or update on jobs
  deferrable initially deferred for each row execute function require_audit('job');

-- At most one hold a job; its history is in the audit.
create table holds (
  job_id      uuid primary key references jobs,
  reason      text not null check (reason in
                ('question', 'permission', 'scope', 'money', 'wall_time', 'provider_quota')),
  since       timestamptz not null,
  until       timestamptz,
  -- The commands that end it; a hold nobody can end is refused.
  commands    text[] not null,
  detail      jsonb not null default '{}',
  constraint holds_until_after_since check (until >= since),
  constraint holds_can_end check (cardinality(commands) > 0 or until is not null)
);

-- One row a job that has something to run or to wait for.
create table work (
  job_id          uuid primary key references jobs,
  installation_id bigint not null,
  repository_id   bigint not null,
  -- What has to run; absent while the job only waits.
  effect          jsonb,
  due_at          timestamptz not null default now(),
  timer_at        timestamptz,
  -- Grows with every claim and every new effect; writes of an older number are refused.
  fence           bigint not null default 0 check (fence >= 0),
  tries           integer not null default 0 check (tries >= 0),
  worker          text,
  worker_lock     bigint,
  lease_until     timestamptz,
  parked_at       timestamptz,
  parked_reason   text,
  constraint work_worker_leased check ((worker is null) = (lease_until is null)),
  constraint work_worker_has_effect check (worker is null or effect is not null),
  constraint work_parked_reasoned check ((parked_at is null) = (parked_reason is null))
);
create index work_due on work (due_at) where effect is not null and parked_at is null;
create index work_timers on work (timer_at) where timer_at is not null;
create index work_claimed on work (installation_id) where worker is not null;

-- When a repository was last served, so that a noisy one cannot starve its neighbours.
create table work_turns (
  repository_id   bigint primary key,
  last_claimed_at timestamptz not null
);

-- Wakes workers at commit: there is something to claim, or a running effect was taken away.
create function work_notify() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('redgreen_work', old.job_id || ' ' || old.fence + 1);
  elsif new.worker is null then
    perform pg_notify('redgreen_work', new.job_id || ' ' || new.fence);
  end if;
  return null;
end $$;
create trigger work_notify after insert or update or delete on work
  for each row execute function work_notify();

create function work_guard() returns trigger language plpgsql as $$
begin
  if new.fence < old.fence then
    raise exception 'the fencing number of job % only grows', old.job_id
      using errcode = 'RG005', constraint = 'work_fence_grows';
  end if;
  return new;
end $$;
create trigger work_guard before update on work for each row execute function work_guard();

-- A write of an effect carries the fencing number of its claim; a stale worker's is refused.
-- The share lock makes a claim wait for this transaction, so the check holds until commit.
create function check_fence() returns trigger language plpgsql as $$
declare
  current_fence bigint;
begin
  select fence into current_fence from work where job_id = new.job_id for share;
  if current_fence is distinct from new.fence then
    raise exception 'stale worker: fence % of job %, now %', new.fence, new.job_id, current_fence
      using errcode = 'RG005', constraint = tg_table_name || '_fence';
  end if;
  return new;
end $$;
