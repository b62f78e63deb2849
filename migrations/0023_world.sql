-- What happens on GitHub around a job and is no command: kept for its status, and where GitHub can
-- still be reached.

create table happenings (
  id          bigint generated always as identity primary key,
  job_id      uuid not null references jobs,
  -- The same happening may come by two events, and by each of them twice.
  key         text not null check (key <> ''),
  -- Of app/world/table.ts.
  name        text not null check (name ~ '^[a-z_]+([./][a-z_]+)*$'),
  deed        text not null check (deed in ('stop', 'hold', 'note')),
  actor       text not null check (actor <> ''),
  -- As GitHub says; absent where it does not.
  happened_at timestamptz,
  recorded_at timestamptz not null default now(),
  detail      jsonb not null default '{}'
);
create unique index happenings_once on happenings (job_id, key);
create trigger happenings_append_only before update or delete on happenings
  for each row execute function refuse_change();

alter table repositories
  -- When GitHub described it as it stands here: an older word does not undo a newer one.
  add column described_at timestamptz,
  -- Deleted, or taken from the App.
  add column removed_at timestamptz,
  -- It can be read only.
  add column archived_at timestamptz;

create index threads_of_branch on threads (repository_id, branch);
create index threads_of_base on threads (repository_id, base_branch);

-- A check is also asked for by its button, where there is no comment.
alter table branch_checks alter column comment_id drop not null;
