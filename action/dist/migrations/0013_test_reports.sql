-- What a run's own report (JUnit, TAP) says of its tests: [{"name": …, "status": …}, …].

alter table test_runs add column tests jsonb
  constraint test_runs_tests_listed check (jsonb_typeof(tests) = 'array');
