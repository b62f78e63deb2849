-- Further cases for what an attempt left, by an author who has seen neither code nor earlier cases,
-- and what a second reader said of those that were red. Withheld for ever: no other table has them.

create table challenge_rounds (
  job_id         uuid not null references jobs,
  plan_id        uuid not null references plans,
  attempt_number integer not null check (attempt_number > 0),
  round          integer not null check (round > 0),
  -- Why no cases came of it.
  unreached      text check (unreached <> ''),
  fence          bigint not null,
  created_at     timestamptz not null default now(),
  primary key (job_id, attempt_number, round)
);
create trigger challenge_rounds_fence before insert on challenge_rounds
  for each row execute function check_fence();
create trigger challenge_rounds_immutable before update or delete on challenge_rounds
  for each row execute function refuse_change();

create table challenge_cases (
  job_id         uuid not null references jobs,
  id             text not null check (id ~ '^C[1-9][0-9]*$'),
  plan_id        uuid not null references plans,
  attempt_number integer not null,
  round          integer not null,
  criterion_id   text not null,
  title          text not null check (length(trim(title)) > 0),
  -- As in test_cases.
  files          jsonb not null
    check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) > 0),
  run            text not null check (length(trim(run)) > 0),
  surface        surface not null,
  fence          bigint not null,
  created_at     timestamptz not null default now(),
  primary key (job_id, id),
  foreign key (job_id, attempt_number, round) references challenge_rounds,
  foreign key (job_id, criterion_id) references criteria (job_id, id)
);
create index challenge_cases_of_plan on challenge_cases (plan_id);
create trigger challenge_cases_fence before insert on challenge_cases
  for each row execute function check_fence();
create trigger challenge_cases_immutable before update or delete on challenge_cases
  for each row execute function refuse_change();

-- Whether the plan's words promise what a case asks.
create table challenge_readings (
  job_id         uuid not null references jobs,
  case_id        text not null,
  attempt_number integer not null check (attempt_number > 0),
  is_promised    boolean not null,
  reason         text not null check (reason <> ''),
  fence          bigint not null,
  created_at     timestamptz not null default now(),
  primary key (job_id, case_id),
  foreign key (job_id, case_id) references challenge_cases (job_id, id)
);
create trigger challenge_readings_fence before insert on challenge_readings
  for each row execute function check_fence();
create trigger challenge_readings_immutable before update or delete on challenge_readings
  for each row execute function refuse_change();
