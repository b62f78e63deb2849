-- What the attempts of a job left can be downloaded for a while. The bytes are in attempt_files; here
-- is until when, and what has to be known to tell what was done to the base commit.

create table artifacts (
  job_id         uuid primary key references jobs,
  -- The newest attempt in it.
  attempt_number integer not null check (attempt_number > 0),
  -- What lies at the changed paths on the base commit: path to mode and blob, as git names them.
  base           jsonb not null check (jsonb_typeof(base) = 'object'),
  fence          bigint not null,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null,
  constraint artifacts_expiry check (expires_at > created_at)
);
create trigger artifacts_fence before insert or update on artifacts
  for each row execute function check_fence();
