-- Attempts, agent conversations, what was said in them, and what it cost.

create table attempts (
  id          uuid primary key,
  job_id      uuid not null references jobs,
  number      integer not null check (number > 0),
  kind        text not null check (kind in ('implement', 'self_heal', 'deep_fix', 'intervention')),
  model_class model_class not null,
  fence       bigint not null,
  status      text not null default 'running'
                check (status in ('running', 'green', 'red', 'failed', 'abandoned')),
  fingerprint text,
  -- Hand-over note for the next implementer, never for the test author.
  note        text,
  detail      jsonb not null default '{}',
  started_at  timestamptz not null default now(),
  ended_at    timestamptz,
  unique (job_id, number),
  constraint attempts_ended_at check ((status = 'running') = (ended_at is null)),
  constraint attempts_red_fingerprinted check (status <> 'red' or fingerprint is not null)
);
create unique index attempts_one_running on attempts (job_id) where status = 'running';

create function attempt_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'attempt % is kept as a record', old.number
      using errcode = 'RG006', constraint = 'attempts_kept';
  end if;
  if old.status <> 'running' then
    raise exception 'attempt % has ended and is immutable', old.number
      using errcode = 'RG006', constraint = 'attempts_ended_immutable';
  end if;
  return new;
end $$;
create trigger attempt_guard before update or delete on attempts
  for each row execute function attempt_guard();
create trigger attempts_fence before insert or update on attempts
  for each row execute function check_fence();
create constraint trigger attempts_audited after insert or update on attempts
  deferrable initially deferred for each row execute function require_audit('attempt');

-- One agent conversation. Its transcript outlives its sandbox.
create table agent_sessions (
  id            uuid primary key,
  job_id        uuid not null references jobs,
  attempt_id    uuid references attempts,
  step          text not null check (step <> ''),
  last_sequence integer not null default 0 check (last_sequence >= 0),
  fence         bigint not null,
  started_at    timestamptz not null default now(),
  ended_at      timestamptz
);
create index agent_sessions_of_job on agent_sessions (job_id, started_at);
create trigger agent_sessions_fence before insert on agent_sessions
  for each row execute function check_fence();

create table transcript_entries (
  session_id  uuid not null references agent_sessions,
  sequence    integer not null check (sequence > 0),
  entry_type  text not null check (entry_type <> ''),
  payload     jsonb not null,
  tool_use_id text,
  fence       bigint not null,
  created_at  timestamptz not null default now(),
  primary key (session_id, sequence)
);

-- Rows of a session follow each other without gaps, and come from the worker that holds the job.
-- Checked once a statement, so that a batch costs little more than a row; moving last_sequence
-- also locks the session against a second writer.
create function transcript_in_sequence() returns trigger language plpgsql as $$
declare
  batch record;
begin
  for batch in select session_id, fence, min(sequence) as first, max(sequence) as last,
                      count(*) as n
                 from added group by session_id, fence loop
    perform from work join agent_sessions on agent_sessions.job_id = work.job_id
      where agent_sessions.id = batch.session_id and work.fence = batch.fence for share of work;
    if not found then
      raise exception 'stale worker: fence % of session %', batch.fence, batch.session_id
        using errcode = 'RG005', constraint = 'transcript_entries_fence';
    end if;
    update agent_sessions set last_sequence = batch.last
     where id = batch.session_id and last_sequence = batch.first - 1
       and batch.n = batch.last - batch.first + 1;
    if not found then
      raise exception 'transcript of session % has a gap before % or inside its batch',
        batch.session_id, batch.first
        using errcode = 'RG007', constraint = 'transcript_entries_in_sequence';
    end if;
  end loop;
  return null;
end $$;
create trigger transcript_in_sequence after insert on transcript_entries
  referencing new table as added for each statement execute function transcript_in_sequence();
create trigger transcript_append_only before update or delete on transcript_entries
  for each row execute function refuse_change();
create trigger transcript_no_truncate before truncate on transcript_entries
  for each statement execute function refuse_change();

create function session_guard() returns trigger language plpgsql as $$
begin
  if new.last_sequence <> old.last_sequence and pg_trigger_depth() < 2 then
    raise exception 'last_sequence moves only with the transcript'
      using errcode = 'RG007', constraint = 'agent_sessions_sequence';
  end if;
  return new;
end $$;
create trigger session_guard before update on agent_sessions
  for each row execute function session_guard();

-- One row a model call. No fence: a call of a stale worker was paid for all the same.
create table usage_ledger (
  idempotency_key    text primary key,
  job_id             uuid not null references jobs,
  model_class        model_class not null,
  attempt_number     integer not null check (attempt_number >= 0),
  call_number        integer not null check (call_number > 0),
  model              text not null check (model <> ''),
  input_tokens       bigint not null check (input_tokens >= 0),
  output_tokens      bigint not null check (output_tokens >= 0),
  cache_read_tokens  bigint not null default 0 check (cache_read_tokens >= 0),
  cache_write_tokens bigint not null default 0 check (cache_write_tokens >= 0),
  cost_usd           numeric(14, 8) not null check (cost_usd >= 0),
  at                 timestamptz not null default now(),
  constraint usage_ledger_key check (idempotency_key =
    job_id::text || ':' || model_class || ':' || attempt_number || ':' || call_number)
);
create index usage_of_job on usage_ledger (job_id);
create trigger usage_append_only before update or delete on usage_ledger
  for each row execute function refuse_change();
create trigger usage_no_truncate before truncate on usage_ledger
  for each statement execute function refuse_change();
