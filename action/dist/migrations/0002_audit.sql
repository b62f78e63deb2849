-- The audit: append-only, one hash chain per installation (0 is the operator's own chain).
-- A row's digest covers the digest of its detail, so erasing the detail keeps the chain whole.

-- The digest of a JSON value, over its canonical text in Postgres.
create function json_digest(value jsonb) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(value::text, 'UTF8'));
$$;

create table audit_chains (
  installation_id bigint primary key,
  length          bigint not null default 0 check (length >= 0),
  digest          bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'
);

create table audit_events (
  installation_id bigint not null references audit_chains,
  sequence        bigint not null check (sequence > 0),
  at              timestamptz not null default clock_timestamp(),
  -- One-line fields: a line break could make two different rows read the same when digested.
  actor           text not null check (actor ~ '^[^\n\r]+$'),
  subject         text not null check (subject ~ '^[^\n\r]+$'),
  subject_id      text not null check (subject_id ~ '^[^\n\r]+$'),
  job_id          uuid,
  action          text not null check (action ~ '^[^\n\r]+$'),
  detail          jsonb,
  detail_digest   bytea not null,
  previous_digest bytea not null,
  digest          bytea not null,
  -- Joins a row to the change it accounts for; not part of the chain.
  transaction_id  xid8 not null default pg_current_xact_id(),
  primary key (installation_id, sequence)
);
create index audit_events_of_change on audit_events (subject_id, transaction_id);
create index audit_events_of_job on audit_events (job_id, sequence);
create index audit_events_by_digest on audit_events (digest);

create function audit_row_digest(event audit_events) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(E'\n',
    event.installation_id, event.sequence,
    to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    event.actor, event.subject, event.subject_id, coalesce(event.job_id::text, '-'), event.action,
    encode(event.detail_digest, 'hex'), encode(event.previous_digest, 'hex')), 'UTF8'));
$$;

-- The chain's own columns are made here, whatever the writer sent. Locking the chain's head makes
-- writers of one installation wait for each other: write audit rows last in a transaction.
create function audit_append() returns trigger language plpgsql as $$
declare
  head audit_chains;
begin
  insert into audit_chains (installation_id) values (new.installation_id) on conflict do nothing;
  select * into head from audit_chains where installation_id = new.installation_id for update;
  new.sequence := head.length + 1;
  new.detail := coalesce(new.detail, '{}'::jsonb);
  new.detail_digest := json_digest(new.detail);
  new.previous_digest := head.digest;
  new.transaction_id := pg_current_xact_id();
  new.digest := audit_row_digest(new);
  update audit_chains set length = new.sequence, digest = new.digest
   where installation_id = new.installation_id;
  return new;
end $$;
create trigger audit_append before insert on audit_events
  for each row execute function audit_append();

-- Refuses a change; the one exception is erasing a detail.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'RG001', constraint = tg_table_name || '_append_only';
end $$;

create function audit_erase_only() returns trigger language plpgsql as $$
begin
  if new.detail is null and old.detail is not null
     and (to_jsonb(new) - 'detail') = (to_jsonb(old) - 'detail') then
    return new;
  end if;
  raise exception 'audit_events is append-only; only the detail of a row may be erased'
    using errcode = 'RG001', constraint = 'audit_events_append_only';
end $$;
create trigger audit_erase_only before update on audit_events
  for each row execute function audit_erase_only();
create trigger audit_no_delete before delete on audit_events
  for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();

-- A head moves forward only, and only by the append above (which is one trigger deep).
create function audit_head_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 and new.length = old.length + 1
     and new.installation_id = old.installation_id then
    return new;
  end if;
  if tg_op = 'INSERT' and new.length = 0
     and new.digest = decode(repeat('00', 32), 'hex') then
    return new;
  end if;
  raise exception 'the head of an audit chain moves only with its rows'
    using errcode = 'RG001', constraint = 'audit_chains_append_only';
end $$;
create trigger audit_head_guard before insert or update or delete on audit_chains
  for each row execute function audit_head_guard();
create trigger audit_head_no_truncate before truncate on audit_chains
  for each statement execute function refuse_change();

-- At commit: a changed row must have an audit row of the same transaction.
create function require_audit() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_events
                  where subject_id = new.id::text and transaction_id = pg_current_xact_id()
                    and subject = tg_argv[0]) then
    raise exception 'the change to % % has no audit row in its transaction', tg_argv[0], new.id
      using errcode = 'RG002', constraint = tg_table_name || '_audited';
  end if;
  return null;
end $$;
