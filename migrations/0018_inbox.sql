-- A delivery is written and answered before GitHub is asked anything. Until it is decided and told
-- it lies in the inbox, with what of its payload is needed and nothing else.

alter table webhook_deliveries
  -- Absent until it is decided. noted: it changed something that is no job.
  alter column outcome drop not null,
  drop constraint webhook_deliveries_outcome_check,
  add constraint webhook_deliveries_outcome_check
    check (outcome in ('accepted', 'ignored', 'refused', 'noted')),
  -- Deliveries of one thread are decided one after the other.
  add column thread text check (thread <> ''),
  -- What may be acted upon once, however it was heard of, such as a comment.
  add column subject text check (subject <> ''),
  -- What it is about, where the same may happen again, such as a label.
  add column about text check (about <> ''),
  -- On GitHub.
  add column happened_at timestamptz,
  add column decided_at timestamptz;
create unique index webhook_deliveries_once on webhook_deliveries (subject);
create index webhook_deliveries_about on webhook_deliveries (thread, about, happened_at)
  where about is not null;

-- What became of a delivery is decided once.
create function delivery_guard() returns trigger language plpgsql as $$
begin
  if old.outcome is not null
     and (new.outcome, new.reason, new.job_id) is distinct from (old.outcome, old.reason, old.job_id) then
    raise exception 'the delivery % was decided', old.guid
      using errcode = 'RG006', constraint = 'webhook_deliveries_decided';
  end if;
  return new;
end $$;
create trigger delivery_guard before update on webhook_deliveries
  for each row execute function delivery_guard();

create table inbox (
  id              uuid primary key default gen_random_uuid(),
  -- The order in which they came.
  position        bigint generated always as identity,
  hook_id         bigint not null,
  guid            text not null,
  installation_id bigint,
  thread          text not null check (thread <> ''),
  -- On GitHub; in a thread this order is kept, and that of coming within a second.
  happened_at     timestamptz not null default now(),
  -- What is kept of the payload.
  kept            jsonb not null check (octet_length(kept::text) <= 1048576),
  -- What the thread has to hear; absent until it is decided.
  handled         jsonb,
  received_at     timestamptz not null default now(),
  due_at          timestamptz not null default now(),
  -- Grows with every claim; writes of an older number are refused.
  fence           bigint not null default 0 check (fence >= 0),
  tries           integer not null default 0 check (tries >= 0),
  worker          text,
  worker_lock     bigint,
  lease_until     timestamptz,
  foreign key (hook_id, guid) references webhook_deliveries,
  constraint inbox_one_of_delivery unique (hook_id, guid),
  constraint inbox_leased check ((worker is null) = (lease_until is null))
);
create index inbox_of_thread on inbox (thread, happened_at, position) where handled is null;

-- Nothing leaves the inbox, and nothing is told, before it is decided.
create function inbox_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.handled is null then
    return new;
  end if;
  if (select outcome from webhook_deliveries
       where hook_id = old.hook_id and guid = old.guid) is null then
    raise exception 'the delivery % is not decided yet', old.guid
      using errcode = 'RG006', constraint = 'inbox_undecided_kept';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger inbox_guard before update or delete on inbox
  for each row execute function inbox_guard();

-- Wakes workers at commit, as work of jobs (0) and checks of branches (-1) do.
create function inbox_notify() returns trigger language plpgsql as $$
begin
  if new.worker is null then
    perform pg_notify('redgreen_work', 'inbox -2');
  end if;
  return null;
end $$;
create trigger inbox_notify after insert or update on inbox
  for each row execute function inbox_notify();

-- How far the catch-up has looked: what happened before was heard.
create table catch_ups (
  part       text primary key check (part <> ''),
  heard_till timestamptz not null,
  -- Absent: it was not looked at yet.
  looked_at  timestamptz
);

-- Deliveries that failed and that GitHub was asked to send again.
create table redeliveries (
  guid     text primary key check (guid <> ''),
  asked    integer not null default 1 check (asked between 1 and 3),
  asked_at timestamptz not null default now()
);
