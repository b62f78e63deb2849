-- The life of every sandbox. It has not ended before the provider said that it is gone.

create table sandbox_sessions (
  id                  uuid primary key,
  job_id              uuid not null references jobs,
  session_id          uuid references agent_sessions,
  provider            text not null check (provider <> ''),
  -- Absent until the provider answered; a reaper finds the rest by metadata.
  provider_sandbox_id text,
  purpose             text not null check (purpose <> ''),
  status              text not null default 'CREATING'
                        check (status in ('CREATING', 'RUNNING', 'ENDING', 'COMPLETED', 'FAILED')),
  metadata            jsonb not null default '{}',
  fence               bigint not null,
  created_at          timestamptz not null default now(),
  completed_at        timestamptz,
  constraint sandbox_sessions_completed_at
    check ((status in ('COMPLETED', 'FAILED')) = (completed_at is not null)),
  constraint sandbox_sessions_running_known
    check (status <> 'RUNNING' or provider_sandbox_id is not null)
);
create unique index sandbox_sessions_of_provider
  on sandbox_sessions (provider, provider_sandbox_id) where provider_sandbox_id is not null;
create index sandbox_sessions_of_job on sandbox_sessions (job_id);
create index sandbox_sessions_living on sandbox_sessions (created_at) where completed_at is null;
create trigger sandbox_sessions_fence before insert on sandbox_sessions
  for each row execute function check_fence();

create table wipe_evidence (
  sandbox_session_id uuid primary key references sandbox_sessions,
  -- Absent when the provider never made one.
  provider_sandbox_id text,
  method             text not null check (method <> ''),
  requested_at       timestamptz not null,
  confirmed_at       timestamptz not null,
  provider_answer    text not null check (provider_answer <> ''),
  digest             bytea not null,
  constraint wipe_evidence_confirmed_after_request check (confirmed_at >= requested_at)
);

create function wipe_digest(evidence wipe_evidence) returns bytea language sql stable as $$
  select json_digest(jsonb_build_array(
    evidence.sandbox_session_id, evidence.provider_sandbox_id, evidence.method,
    to_char(evidence.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(evidence.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    evidence.provider_answer));
$$;

create function wipe_seal() returns trigger language plpgsql as $$
begin
  new.digest := wipe_digest(new);
  return new;
end $$;
create trigger wipe_seal before insert on wipe_evidence
  for each row execute function wipe_seal();
create trigger wipe_append_only before update or delete on wipe_evidence
  for each row execute function refuse_change();
create trigger wipe_no_truncate before truncate on wipe_evidence
  for each statement execute function refuse_change();

create function sandbox_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'sandbox session % is kept as a record', old.id
      using errcode = 'RG006', constraint = 'sandbox_sessions_kept';
  end if;
  if tg_op = 'UPDATE' and old.completed_at is not null then
    raise exception 'sandbox session % has ended and is immutable', old.id
      using errcode = 'RG006', constraint = 'sandbox_sessions_ended_immutable';
  end if;
  if new.status in ('COMPLETED', 'FAILED')
     and not exists (select from wipe_evidence where sandbox_session_id = new.id) then
    raise exception 'sandbox session % has no wipe evidence', new.id
      using errcode = 'RG008', constraint = 'sandbox_sessions_wiped';
  end if;
  return new;
end $$;
create trigger sandbox_guard before insert or update or delete on sandbox_sessions
  for each row execute function sandbox_guard();
