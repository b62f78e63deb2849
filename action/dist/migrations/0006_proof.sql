-- Cases, their runs, and the report. Green is what an exit code says, never what someone claims.

create table test_cases (
  plan_id      uuid not null references plans,
  id           text not null check (id ~ '^T[1-9][0-9]*$'),
  job_id       uuid not null references jobs,
  criterion_id text not null,
  title        text not null check (length(trim(title)) > 0),
  -- [{path, mode, digest, content}]: the author's own bytes, put back before every judged run.
  files        jsonb not null check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) > 0),
  run          text not null check (length(trim(run)) > 0),
  surface      surface not null,
  is_withheld  boolean not null default false,
  fence        bigint not null,
  created_at   timestamptz not null default now(),
  primary key (plan_id, id),
  foreign key (job_id, criterion_id) references criteria (job_id, id)
);
create index test_cases_of_job on test_cases (job_id);
create trigger test_cases_fence before insert on test_cases
  for each row execute function check_fence();
create trigger test_cases_immutable before update or delete on test_cases
  for each row execute function refuse_change();

create table test_runs (
  id             uuid primary key,
  job_id         uuid not null references jobs,
  plan_id        uuid not null references plans,
  -- Absent: the repository's existing suite.
  case_id        text,
  tree           text not null check (tree in ('base', 'head', 'hunk')),
  attempt_number integer check (attempt_number > 0),
  -- Which hunk was undone; only for tree 'hunk'.
  hunk           text,
  run_number     integer not null check (run_number > 0),
  exit_code      integer not null,
  is_green       boolean generated always as (exit_code = 0) stored,
  red_kind       text check (red_kind in ('assertion', 'error', 'load')),
  duration_ms    integer not null check (duration_ms >= 0),
  output         text not null,
  fence          bigint not null,
  at             timestamptz not null default now(),
  foreign key (plan_id, case_id) references test_cases (plan_id, id),
  constraint test_runs_once unique nulls not distinct
    (plan_id, case_id, tree, attempt_number, hunk, run_number),
  constraint test_runs_red_has_kind check ((exit_code = 0) = (red_kind is null)),
  constraint test_runs_base_before_attempts check ((tree = 'base') = (attempt_number is null)),
  constraint test_runs_hunk_named check ((tree = 'hunk') = (hunk is not null))
);
create index test_runs_of_job on test_runs (job_id);
create trigger test_runs_fence before insert on test_runs
  for each row execute function check_fence();
create trigger test_runs_append_only before update or delete on test_runs
  for each row execute function refuse_change();

create table reports (
  id             uuid primary key,
  job_id         uuid not null references jobs,
  attempt_number integer not null check (attempt_number > 0),
  content        jsonb not null,
  digest         bytea generated always as (json_digest(content)) stored,
  is_gate_passed boolean not null,
  fence          bigint not null,
  created_at     timestamptz not null default now(),
  -- Read back from GitHub after publishing.
  published_at   timestamptz,
  unique (job_id, attempt_number),
  constraint reports_published_after_made check (published_at >= created_at)
);

create function report_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.published_at is null
     and (to_jsonb(new) - array['published_at', 'digest'])
       = (to_jsonb(old) - array['published_at', 'digest']) then
    return new;
  end if;
  raise exception 'report of attempt % is immutable', old.attempt_number
    using errcode = 'RG006', constraint = 'reports_immutable';
end $$;
create trigger report_guard before update or delete on reports
  for each row execute function report_guard();
create trigger reports_fence before insert on reports
  for each row execute function check_fence();

-- The test phase cannot be bypassed: DELIVERED needs a published report whose gate passed.
create function delivered_needs_report() returns trigger language plpgsql as $$
begin
  if not exists (select from reports where job_id = new.id and is_gate_passed
                    and published_at is not null) then
    raise exception 'job % has no published report that passed its gate', new.id
      using errcode = 'RG003', constraint = 'jobs_delivered_needs_report';
  end if;
  return new;
end $$;
create trigger delivered_needs_report before update on jobs
  for each row when (new.state = 'DELIVERED' and old.state <> 'DELIVERED')
  execute function delivered_needs_report();
