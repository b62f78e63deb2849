-- A prepared workspace: the base commit with the repository's setup done. It ends with evidence.

create table snapshots (
  id                   uuid primary key,
  repository_id        bigint not null references repositories,
  -- Who made it; others may begin from it.
  job_id               uuid not null references jobs,
  fence                bigint not null,
  base_sha             text not null check (base_sha ~ '^[0-9a-f]{40,64}$'),
  -- Of the setup text and the manifests it was run with.
  setup_digest         text not null check (setup_digest ~ '^[0-9a-f]{64}$'),
  provider             text not null check (provider <> ''),
  provider_snapshot_id text not null check (provider_snapshot_id <> ''),
  created_at           timestamptz not null default now(),
  expires_at           timestamptz not null,
  -- Set together, when the provider said that it is gone.
  deleted_at           timestamptz,
  deletion             jsonb,
  constraint snapshots_expiry check (expires_at > created_at),
  constraint snapshots_deletion_evident check (
    (deleted_at is null) = (deletion is null)
    and (deletion is null or coalesce(deletion->>'providerAnswer', '') <> ''))
);
create unique index snapshots_of_provider on snapshots (provider, provider_snapshot_id);
create index snapshots_usable on snapshots (repository_id, base_sha, setup_digest)
  where deleted_at is null;
create trigger snapshots_fence before insert on snapshots
  for each row execute function check_fence();

create function snapshots_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and new.deleted_at is not null
     and (to_jsonb(new) - 'deleted_at' - 'deletion') = (to_jsonb(old) - 'deleted_at' - 'deletion') then
    return new;
  end if;
  raise exception 'snapshot % only ever changes by its deletion', old.id
    using errcode = 'RG006', constraint = 'snapshots_kept';
end $$;
create trigger snapshots_guard before update or delete on snapshots
  for each row execute function snapshots_guard();
