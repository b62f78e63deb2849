-- Defaults that an organisation sets for its repositories, frozen with a job like the other layers.

alter table settings_snapshots
  add column organisation jsonb not null default '{}'
    check (jsonb_typeof(organisation) = 'object');

-- What the operator was told of a job, written before it is sent: each moment at most once.
create table notices (
  job_id  uuid not null references jobs,
  moment  text not null check (moment in ('plan', 'question', 'hold', 'end')),
  -- Which one of its kind, such as a revision or the number of a hold.
  key     text not null check (key <> ''),
  at      timestamptz not null default now(),
  primary key (job_id, key)
);
create trigger notices_append_only before update or delete on notices
  for each row execute function refuse_change();
