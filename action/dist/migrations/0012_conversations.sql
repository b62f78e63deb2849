-- A conversation outlives the host that follows it, the sandbox it runs in, and a question to people.

alter table agent_sessions
  -- Which conversation of its step this is in its job.
  add column ordinal    integer not null default 0 check (ordinal >= 0),
  -- The runner in its sandbox: a host that was killed is followed by one that attaches to it.
  add column runner_pid integer check (runner_pid > 0),
  -- What it handed over, as soon as that was accepted.
  add column submission jsonb;
create index agent_sessions_open on agent_sessions (job_id, step, ordinal) where ended_at is null;

-- What a conversation needs to go on in another sandbox.
create table parkings (
  session_id  uuid not null references agent_sessions,
  number      integer not null check (number > 0),
  -- How its effect ended, and the hold that follows from it; absent: it goes on by itself.
  outcome     jsonb,
  hold_number integer check (hold_number > 0),
  -- What was asked, and of the first call without a result.
  question    jsonb,
  state       jsonb not null,
  -- All that differs from the base commit.
  changes     jsonb not null,
  fence       bigint not null,
  created_at  timestamptz not null default now(),
  resumed_at  timestamptz,
  primary key (session_id, number),
  constraint parkings_held check ((outcome is null) = (hold_number is null))
);
create function parking_fence() returns trigger language plpgsql as $$
begin
  perform from work join agent_sessions on agent_sessions.job_id = work.job_id
    where agent_sessions.id = new.session_id and work.fence = new.fence for share of work;
  if not found then
    raise exception 'stale worker: fence % of session %', new.fence, new.session_id
      using errcode = 'RG005', constraint = 'parkings_fence';
  end if;
  return new;
end $$;
create trigger parkings_fence before insert on parkings
  for each row execute function parking_fence();
create function parking_guard() returns trigger language plpgsql as $$
begin
  if old.resumed_at is not null
     or (to_jsonb(new) - 'resumed_at') <> (to_jsonb(old) - 'resumed_at') then
    raise exception 'parking % of session % keeps what it has', old.number, old.session_id
      using errcode = 'RG006', constraint = 'parkings_kept';
  end if;
  return new;
end $$;
create trigger parkings_kept before update on parkings
  for each row execute function parking_guard();
create trigger parkings_no_delete before delete on parkings
  for each row execute function refuse_change();

-- What people answered to a hold.
create table hold_answers (
  job_id      uuid not null references jobs,
  hold_number integer not null check (hold_number > 0),
  kind        text not null check (kind in ('answer', 'allow', 'deny', 'widen')),
  said        jsonb not null default '{}',
  actor       text not null check (actor <> ''),
  comment_id  bigint,
  at          timestamptz not null default now(),
  primary key (job_id, hold_number)
);
create trigger hold_answers_append_only before update or delete on hold_answers
  for each row execute function refuse_change();

-- Every decision about a tool call before it ran.
create table permission_log (
  id          bigint generated always as identity primary key,
  session_id  uuid not null references agent_sessions,
  tool_use_id text not null check (tool_use_id <> ''),
  tool        text not null check (tool <> ''),
  decision    text not null check (decision in ('allow', 'deny', 'ask')),
  decided_by  text not null check (decided_by <> ''),
  rule        text,
  reason      text not null,
  at          timestamptz not null default now()
);
create index permission_log_of_session on permission_log (session_id, id);
create trigger permission_log_append_only before update or delete on permission_log
  for each row execute function refuse_change();
create trigger permission_log_no_truncate before truncate on permission_log
  for each statement execute function refuse_change();
