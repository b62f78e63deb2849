-- What a repository's admins set on its page, and what was in force when a job began.

create table repository_settings (
  repository_id bigint primary key references repositories,
  -- Only what was set; the rest comes from .github/redgreen.yml or has its default.
  settings      jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- Grows with every change, so that nobody overwrites what he has not seen.
  version       integer not null default 1 check (version > 0),
  updated_by    text not null check (updated_by <> ''),
  updated_at    timestamptz not null default now()
);

create function settings_guard() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 then
    raise exception 'the settings were changed meanwhile'
      using errcode = 'RG004', constraint = 'repository_settings_version';
  end if;
  return new;
end $$;
create trigger settings_guard before update on repository_settings
  for each row execute function settings_guard();

create table settings_snapshots (
  job_id       uuid primary key references jobs,
  file         jsonb not null check (jsonb_typeof(file) = 'object'),
  page         jsonb not null check (jsonb_typeof(page) = 'object'),
  created_at   timestamptz not null default now()
);
create trigger settings_snapshots_append_only before update or delete on settings_snapshots
  for each row execute function refuse_change();
