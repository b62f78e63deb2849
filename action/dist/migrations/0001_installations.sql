-- Who we work for, and what GitHub told us. Ids of GitHub are GitHub's own numbers.

create table installations (
  id            bigint primary key check (id > 0),
  account_id    bigint not null check (account_id > 0),
  account_login text not null check (account_login <> ''),
  created_at    timestamptz not null default now(),
  suspended_at  timestamptz,
  removed_at    timestamptz
);

create table repositories (
  id              bigint primary key check (id > 0),
  installation_id bigint not null references installations,
  owner           text not null check (owner ~ '^[A-Za-z0-9_.-]+$'),
  name            text not null check (name ~ '^[A-Za-z0-9_.-]+$'),
  default_branch  text not null check (default_branch <> ''),
  is_private      boolean not null default false,
  created_at      timestamptz not null default now()
);

-- A delivery's GUID is unique per hook only: another App may carry the same one.
create table webhook_deliveries (
  hook_id         bigint not null,
  guid            text not null check (guid <> ''),
  event           text not null check (event <> ''),
  action          text,
  installation_id bigint,
  received_at     timestamptz not null default now(),
  -- What became of it: a job, or why not.
  job_id          uuid,
  outcome         text not null check (outcome in ('accepted', 'ignored', 'refused')),
  reason          text,
  primary key (hook_id, guid),
  constraint webhook_deliveries_refusal_reasoned check (outcome <> 'refused' or reason is not null)
);
