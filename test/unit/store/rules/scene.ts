// A small world in plain SQL in which every rule of the schema can be broken.
import type pg from 'pg';

export const ID = {
  job: '00000000-0000-4000-8000-000000000001',
  plan: '00000000-0000-4000-8000-000000000002',
  attempt: '00000000-0000-4000-8000-000000000003',
  session: '00000000-0000-4000-8000-000000000004',
  sandbox: '00000000-0000-4000-8000-000000000005',
  run: '00000000-0000-4000-8000-000000000006',
  report: '00000000-0000-4000-8000-000000000007',
  check: '00000000-0000-4000-8000-000000000008',
  failedJob: '00000000-0000-4000-8000-00000000000a',
  deliveredJob: '00000000-0000-4000-8000-00000000000b',
  endedSandbox: '00000000-0000-4000-8000-00000000000c',
  endedAttempt: '00000000-0000-4000-8000-00000000000d',
  fresh: '00000000-0000-4000-8000-0000000000ff',
} as const;

const PATH_TO_REFACTORING = [
  'QUOTA_RESERVING',
  'ANALYZING',
  'WAITING_STRATEGY',
  'WAITING_SPEC_APPROVAL',
  'GENERATING_TESTS',
  'BASELINE_VALIDATION',
  'REFACTORING',
];

/** An audit row for a change, so that the change may be committed. */
export function audited(subject: string, id: string): string {
  return `insert into audit_events (installation_id, actor, subject, subject_id, action)
          values (11, 'test', '${subject}', '${id}', 'changed')`;
}

export function insertRow(table: string, row: Record<string, string>): string {
  const columns = Object.keys(row).join(', ');
  return `insert into ${table} (${columns}) values (${Object.values(row).join(', ')})`;
}

export function newJob(id: string, key: string): string {
  return `insert into jobs (id, installation_id, repository_id, job_key, state)
          values ('${id}', 11, 21, '${key}', 'PENDING'); ${audited('job', id)}`;
}

export function moveJob(id: string, state: string, more = ''): string {
  return `update jobs set state = '${state}', version = version + 1${more} where id = '${id}';
          ${audited('job', id)}`;
}

export async function buildScene(client: pg.Client): Promise<void> {
  const walk = (id: string) => PATH_TO_REFACTORING.map((state) => moveJob(id, state));
  const statements = [
    `insert into installations (id, account_id, account_login) values (11, 12, 'octo')`,
    `insert into repositories (id, installation_id, owner, name, default_branch)
       values (21, 11, 'octo', 'app', 'main')`,
    newJob(ID.job, 'issue:21:1'),
    newJob(ID.failedJob, 'issue:21:2'),
    moveJob(ID.failedJob, 'FAILED', `, failure_reason = 'USER_CANCELLED', ended_at = now()`),
    newJob(ID.deliveredJob, 'issue:21:3'),
    ...walk(ID.job),
    ...walk(ID.deliveredJob),
    `insert into work (job_id, installation_id, repository_id, effect, fence)
       values ('${ID.job}', 11, 21, '{}', 1), ('${ID.deliveredJob}', 11, 21, '{}', 1)`,
    `insert into holds (job_id, reason, since, commands)
       values ('${ID.job}', 'money', now(), '{/extend}')`,
    ...planned(),
    ...attempted(),
    `insert into reports (id, job_id, attempt_number, content, is_gate_passed, fence, published_at)
       values (gen_random_uuid(), '${ID.deliveredJob}', 1, '{}', true, 1, now())`,
    moveJob(ID.deliveredJob, 'DELIVERED', ', ended_at = now()'),
    `insert into webhook_deliveries (hook_id, guid, event, outcome) values (1, 'g', 'issues', 'accepted')`,
  ];
  for (const statement of statements) {
    await client.query('begin');
    await client.query(statement);
    await client.query('commit');
  }
}

function planned(): string[] {
  return [
    `insert into plans (id, job_id, revision, revision_token, status, content, issue_digest, fence)
       values ('${ID.plan}', '${ID.job}', 1, gen_random_uuid(), 'draft', '{}', repeat('a', 64), 1);
     insert into criteria (job_id, id, plan_id, text, kind, surface)
       values ('${ID.job}', 'R1', '${ID.plan}', 'it works', 'new', 'process');
     ${audited('plan', ID.plan)}`,
    `update plans set status = 'approved', approved_at = now(), approved_by = 'mona'
       where id = '${ID.plan}'; ${audited('plan', ID.plan)}`,
    `insert into test_cases (plan_id, id, job_id, criterion_id, title, files, run, surface, fence)
       values ('${ID.plan}', 'T1', '${ID.job}', 'R1', 'says hello', '[{"path": "a"}]', 'node a',
               'process', 1)`,
    `insert into branch_checks (id, job_id, plan_id, pull_number, commit_sha, requested_by,
         comment_id, fence)
       values ('${ID.check}', '${ID.job}', '${ID.plan}', 7, repeat('e', 40), 'mona', 98, 3);
     ${audited('branch_check', ID.check)}`,
  ];
}

function attempted(): string[] {
  return [
    `insert into attempts (id, job_id, number, kind, model_class, fence)
       values ('${ID.endedAttempt}', '${ID.job}', 1, 'implement', 'L1', 1);
     ${audited('attempt', ID.endedAttempt)}`,
    `update attempts set status = 'green', ended_at = now() where id = '${ID.endedAttempt}';
     ${audited('attempt', ID.endedAttempt)}`,
    `insert into attempts (id, job_id, number, kind, model_class, fence)
       values ('${ID.attempt}', '${ID.job}', 2, 'implement', 'L1', 1);
     ${audited('attempt', ID.attempt)}`,
    `insert into agent_sessions (id, job_id, attempt_id, step, fence)
       values ('${ID.session}', '${ID.job}', '${ID.attempt}', 'implement', 1)`,
    `insert into transcript_entries (session_id, sequence, entry_type, payload, fence)
       values ('${ID.session}', 1, 'user', '{}', 1), ('${ID.session}', 2, 'assistant', '{}', 1)`,
    `insert into branch_commits (job_id, sha, kind, tree_sha)
     values ('${ID.job}', repeat('b', 40), 'opened', repeat('b', 40))`,
    `insert into planned_commits (job_id, sha, kind, tree_sha, fence)
     values ('${ID.job}', repeat('b', 40), 'opened', repeat('b', 40), 1)`,
    `insert into rebase_validations (job_id, attempt_number, number, branch_sha, own_sha, tip_sha,
       branch_commits, base_commits, base, fence)
     values ('${ID.job}', 1, 1, repeat('b', 40), repeat('b', 40), repeat('b', 40), 0, 0, 'unmoved', 1)`,
    `insert into challenge_rounds (job_id, plan_id, attempt_number, round, fence)
       values ('${ID.job}', '${ID.plan}', 2, 1, 1);
     insert into challenge_cases (job_id, id, plan_id, attempt_number, round, criterion_id, title,
         files, run, surface, fence)
       values ('${ID.job}', 'C1', '${ID.plan}', 2, 1, 'R1', 'says more', '[{"path": "a"}]', 'node a',
               'process', 1);
     insert into challenge_readings (job_id, case_id, attempt_number, is_promised, reason, fence)
       values ('${ID.job}', 'C1', 2, true, 'it says so', 1)`,
    `insert into usage_ledger (idempotency_key, job_id, model_class, attempt_number, call_number,
         model, input_tokens, output_tokens, cost_usd)
       values ('${ID.job}:L1:1:1', '${ID.job}', 'L1', 1, 1, 'm', 1, 1, 0.01)`,
    `insert into test_runs (id, job_id, plan_id, case_id, tree, run_number, exit_code, red_kind,
         duration_ms, output, fence)
       values ('${ID.run}', '${ID.job}', '${ID.plan}', 'T1', 'base', 1, 1, 'assertion', 5, '', 1)`,
    `insert into reports (id, job_id, attempt_number, content, is_gate_passed, fence)
       values ('${ID.report}', '${ID.job}', 1, '{}', false, 1)`,
    `insert into sandbox_sessions (id, job_id, provider, purpose, fence, provider_sandbox_id)
       values ('${ID.sandbox}', '${ID.job}', 'local', 'implement', 1, 'sbx-1'),
              ('${ID.endedSandbox}', '${ID.job}', 'local', 'plan', 1, 'sbx-2')`,
    `insert into wipe_evidence (sandbox_session_id, method, requested_at, confirmed_at, provider_answer)
       values ('${ID.endedSandbox}', 'kill', now(), now(), 'not found');
     update sandbox_sessions set status = 'COMPLETED', completed_at = now()
       where id = '${ID.endedSandbox}'`,
  ];
}
