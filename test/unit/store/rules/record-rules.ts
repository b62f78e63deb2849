// Violations of the rules on plans, attempts, transcripts, usage, proof and sandboxes.
import { audited, ID, insertRow } from './scene.ts';

const plan = (set: string) =>
  `update plans set ${set} where id = '${ID.plan}'; ${audited('plan', ID.plan)}`;
const insertPlan = (columns: Record<string, string> = {}) => {
  const row = {
    id: `'${ID.fresh}'`,
    job_id: `'${ID.job}'`,
    revision: '2',
    revision_token: 'gen_random_uuid()',
    status: `'superseded'`,
    content: `'{}'`,
    issue_digest: `repeat('b', 64)`,
    fence: '1',
    ...columns,
  };
  return `${insertRow('plans', row)}; ${audited('plan', ID.fresh)}`;
};
const criterion = (set: string) =>
  `update criteria set ${set} where job_id = '${ID.job}' and id = 'R1'`;
const insertCriterion = (values: string) =>
  `insert into criteria (job_id, plan_id, id, text, kind, surface) values ('${ID.job}', '${ID.plan}', ${values})`;
const attempt = (set: string, id: string = ID.attempt) =>
  `update attempts set ${set} where id = '${id}'; ${audited('attempt', id)}`;
const entries = (rows: string) =>
  `insert into transcript_entries (session_id, sequence, entry_type, payload, fence) values ${rows}`;
const entry = (sequence: number, fence = 1, type = 'user') =>
  `('${ID.session}', ${sequence}, '${type}', '{}', ${fence})`;
const usage = (columns: Record<string, string>) => {
  const row = {
    idempotency_key: `'${ID.job}:L1:1:2'`,
    job_id: `'${ID.job}'`,
    model_class: `'L1'`,
    attempt_number: '1',
    call_number: '2',
    model: `'m'`,
    input_tokens: '0',
    output_tokens: '0',
    cost_usd: '0',
    ...columns,
  };
  return insertRow('usage_ledger', row);
};
const testCase = (columns: Record<string, string>) => {
  const row = {
    plan_id: `'${ID.plan}'`,
    id: `'T2'`,
    job_id: `'${ID.job}'`,
    criterion_id: `'R1'`,
    title: `'t'`,
    files: `'[{}]'`,
    run: `'x'`,
    surface: `'file'`,
    fence: '1',
    ...columns,
  };
  return insertRow('test_cases', row);
};
const run = (columns: Record<string, string>) => {
  const row = {
    id: `'${ID.fresh}'`,
    job_id: `'${ID.job}'`,
    plan_id: `'${ID.plan}'`,
    case_id: `'T1'`,
    tree: `'head'`,
    attempt_number: '1',
    run_number: '1',
    exit_code: '0',
    duration_ms: '1',
    output: `''`,
    fence: '1',
    ...columns,
  };
  return insertRow('test_runs', row);
};
const report = (columns: Record<string, string>) => {
  const row = {
    id: `'${ID.fresh}'`,
    job_id: `'${ID.job}'`,
    attempt_number: '2',
    content: `'{}'`,
    is_gate_passed: 'true',
    fence: '1',
    ...columns,
  };
  return insertRow('reports', row);
};
const thread = (columns: Record<string, string>) => {
  const row = {
    job_id: `'${ID.job}'`,
    repository_id: '21',
    issue_number: '1',
    issue_title: `'t'`,
    issue_text: `'t'`,
    issue_digest: `repeat('a', 64)`,
    requested_by: `'mona'`,
    base_branch: `'main'`,
    branch: `'redgreen/issue-1'`,
    ...columns,
  };
  return insertRow('threads', row);
};
const told = (columns: Record<string, string> = {}) =>
  insertRow('told', { job_id: `'${ID.job}'`, key: `'end'`, kind: `'end'`, ...columns });
const attemptFile = (columns: Record<string, string>) => {
  const row = {
    job_id: `'${ID.job}'`,
    attempt_number: '1',
    path: `'a'`,
    mode: '420',
    content: `'x'`,
    fence: '1',
    ...columns,
  };
  return insertRow('attempt_files', row);
};
const sandbox = (set: string, id: string = ID.sandbox) =>
  `update sandbox_sessions set ${set} where id = '${id}'`;
const insertSandbox = (columns: string, values: string) =>
  `insert into sandbox_sessions (id, job_id, ${columns}) values ('${ID.fresh}', '${ID.job}', ${values})`;
const evidence = (values: string) =>
  `insert into wipe_evidence (sandbox_session_id, method, requested_at, confirmed_at, provider_answer)
   values ('${ID.sandbox}', ${values})`;

export const RECORD_RULES: Record<string, string | string[]> = {
  plans_revision_check: insertPlan({ revision: '0' }),
  plans_status_check: insertPlan({ status: `'maybe'` }),
  plans_issue_digest_check: insertPlan({ issue_digest: `'x'` }),
  plans_job_id_revision_key: insertPlan({ revision: '1' }),
  plans_revision_token_key: insertPlan({
    revision_token: `(select revision_token from plans where id = '${ID.plan}')`,
  }),
  plans_one_active: insertPlan({ status: `'draft'` }),
  plans_approver_named: insertPlan({ approved_at: 'now()' }),
  plans_approved_at: `update plans set status = 'superseded' where id = '${ID.plan}';
    ${insertPlan({ status: `'approved'` })}`,
  plans_draft_unapproved: `update plans set status = 'superseded' where id = '${ID.plan}';
    ${insertPlan({ status: `'draft'`, approved_at: 'now()', approved_by: `'m'` })}`,
  plans_completed_at: plan(`status = 'completed'`),
  plans_kept: `delete from plans where id = '${ID.plan}'`,
  plans_immutable: [
    plan(`content = '{"weaker": true}', status = 'superseded'`),
    plan(`approved_by = 'other', status = 'superseded'`),
    plan(`issue_digest = repeat('c', 64), status = 'superseded'`),
  ],
  plans_status: plan(`status = 'draft', approved_at = approved_at`),
  plans_fence: insertPlan({ fence: '0' }),
  plans_audited: `update plans set status = 'superseded' where id = '${ID.plan}'`,
  surface_check: insertCriterion(`'R2', 't', 'new', 'telepathy'`),
  criteria_id_check: insertCriterion(`'UI-1', 't', 'new', 'file'`),
  criteria_text_check: insertCriterion(`'R2', ' ', 'new', 'file'`),
  criteria_kind_check: insertCriterion(`'R2', 't', 'other', 'file'`),
  criteria_status_check: criterion(`status = 'deprecated'`),
  criteria_blocked_reasoned: criterion(`status = 'blocked', blocked_confirmed_by = 'mona'`),
  criteria_blocked_confirmed: criterion(`status = 'blocked', blocked_reason = 'no key'`),
  criteria_kept: `delete from criteria where job_id = '${ID.job}'`,
  criteria_approved_immutable: [criterion(`text = 'easier'`), criterion(`kind = 'keep'`)],

  model_class_check: attempt(`model_class = 'L4'`),
  attempts_number_check: attempt('number = 0'),
  attempts_kind_check: attempt(`kind = 'guess'`),
  attempts_status_check: attempt(`status = 'fine', ended_at = now()`),
  attempts_job_id_number_key: attempt('number = 1'),
  attempts_one_running: `insert into attempts (id, job_id, number, kind, model_class, fence)
    values ('${ID.fresh}', '${ID.job}', 3, 'self_heal', 'L1', 1)`,
  attempts_ended_at: attempt(`status = 'green'`),
  attempts_red_fingerprinted: attempt(`status = 'red', ended_at = now()`),
  attempts_kept: `delete from attempts where id = '${ID.attempt}'`,
  attempts_ended_immutable: attempt(`note = 'better'`, ID.endedAttempt),
  attempts_fence: [attempt(`note = 'late', fence = 0`), attempt(`note = 'ahead', fence = 2`)],
  attempts_audited: `update attempts set note = 'x' where id = '${ID.attempt}'`,
  agent_sessions_step_check: `update agent_sessions set step = ''`,
  agent_sessions_last_sequence_check: `alter table agent_sessions disable trigger session_guard;
    update agent_sessions set last_sequence = -1`,
  agent_sessions_sequence: `update agent_sessions set last_sequence = 7`,
  agent_sessions_fence: `insert into agent_sessions (id, job_id, step, fence)
    values ('${ID.fresh}', '${ID.job}', 'plan', 0)`,
  transcript_entries_sequence_check: entries(entry(0)),
  transcript_entries_entry_type_check: entries(entry(3, 1, '')),
  transcript_entries_in_sequence: [
    entries(entry(4)),
    entries(`${entry(3)}, ${entry(5)}`),
    `${entries(entry(3))}; ${entries(entry(5))}`,
  ],
  transcript_entries_fence: entries(entry(3, 0)),
  transcript_entries_append_only: [
    `update transcript_entries set payload = '{"a": 1}'`,
    'delete from transcript_entries where sequence = 2',
    'truncate transcript_entries',
  ],
  usage_ledger_pkey: usage({ idempotency_key: `'${ID.job}:L1:1:1'`, call_number: '1' }),
  usage_ledger_key: usage({ idempotency_key: `'${ID.job}:L1:1:3'` }),
  usage_ledger_attempt_number_check: usage({
    attempt_number: '-1',
    idempotency_key: `'${ID.job}:L1:-1:2'`,
  }),
  usage_ledger_call_number_check: usage({
    call_number: '0',
    idempotency_key: `'${ID.job}:L1:1:0'`,
  }),
  usage_ledger_model_check: usage({ model: `''` }),
  usage_ledger_input_tokens_check: usage({ input_tokens: '-1' }),
  usage_ledger_output_tokens_check: usage({ output_tokens: '-1' }),
  usage_ledger_cache_read_tokens_check: usage({ cache_read_tokens: '-1' }),
  usage_ledger_cache_write_tokens_check: usage({ cache_write_tokens: '-1' }),
  usage_ledger_cost_usd_check: usage({ cost_usd: '-0.01' }),
  usage_ledger_append_only: ['update usage_ledger set cost_usd = 0', 'delete from usage_ledger'],

  test_cases_id_check: testCase({ id: `'case 1'` }),
  test_cases_title_check: testCase({ title: `' '` }),
  test_cases_files_check: testCase({ files: `'[]'` }),
  test_cases_run_check: testCase({ run: `''` }),
  test_cases_fence: testCase({ fence: '0' }),
  test_cases_job_id_criterion_id_fkey: testCase({ criterion_id: `'R9'` }),
  test_cases_append_only: [`update test_cases set run = 'true'`, 'delete from test_cases'],
  test_runs_tree_check: run({ tree: `'elsewhere'` }),
  test_runs_attempt_number_check: run({ attempt_number: '0' }),
  test_runs_run_number_check: run({ run_number: '0' }),
  test_runs_duration_ms_check: run({ duration_ms: '-1' }),
  test_runs_red_kind_check: run({ exit_code: '1', red_kind: `'sad'` }),
  test_runs_red_has_kind: [run({ exit_code: '1' }), run({ red_kind: `'load'` })],
  test_runs_base_before_attempts: [run({ tree: `'base'` }), run({ attempt_number: 'null' })],
  test_runs_tests_listed: run({ tests: `'{}'` }),
  test_runs_hunk_named: [run({ tree: `'hunk'` }), run({ hunk: `'1'` })],
  test_runs_once: run({
    tree: `'base'`,
    attempt_number: 'null',
    exit_code: '1',
    red_kind: `'error'`,
  }),
  test_runs_fence: run({ fence: '0' }),
  test_runs_append_only: [
    `update test_runs set exit_code = 0, red_kind = null`,
    'delete from test_runs',
  ],
  reports_attempt_number_check: report({ attempt_number: '0' }),
  reports_job_id_attempt_number_key: report({ attempt_number: '1' }),
  reports_published_after_made: report({ published_at: `'2001-01-01'` }),
  reports_fence: report({ fence: '0' }),
  reports_immutable: [
    `update reports set is_gate_passed = true where id = '${ID.report}'`,
    `delete from reports where id = '${ID.report}'`,
  ],

  threads_issue_number_check: thread({ issue_number: '0' }),
  threads_issue_digest_check: thread({ issue_digest: `'x'` }),
  threads_requested_by_check: thread({ requested_by: `''` }),
  threads_base_branch_check: thread({ base_branch: `''` }),
  threads_base_sha_check: thread({ base_sha: `'main'` }),
  threads_branch_check: thread({ branch: `'main'` }),
  threads_pull_number_check: thread({ pull_number: '0' }),
  threads_status_comment_id_check: thread({ status_comment_id: '0' }),
  threads_head_sha_check: thread({ head_sha: `'HEAD'` }),
  told_key_check: [told({ key: `''` }), told({ key: `'Plan 1'` })],
  told_kind_check: told({ kind: `'chatter'` }),
  told_comment_id_check: told({ comment_id: '0' }),
  told_kept: [
    `${told({ comment_id: '7' })}; update told set comment_id = 8`,
    `${told({ comment_id: '7' })}; update told set begun_at = now()`,
    `${told()}; update told set key = 'end-2'`,
    `${told()}; delete from told`,
  ],
  threads_kept: [
    `${thread({ pull_number: '7' })}; update threads set pull_number = 8`,
    `${thread({ base_sha: `repeat('a', 40)` })}; update threads set base_sha = repeat('b', 40)`,
    `${thread({})}; update threads set issue_text = 'something else'`,
  ],
  attempt_files_attempt_number_check: attemptFile({ attempt_number: '0' }),
  attempt_files_path_check: attemptFile({ path: `''` }),
  attempt_files_mode_check: attemptFile({ mode: '511' }),
  attempt_files_whole: attemptFile({ content: 'null' }),
  attempt_files_fence: attemptFile({ fence: '0' }),
  attempt_files_append_only: `${attemptFile({})}; update attempt_files set content = ''`,

  sandbox_sessions_provider_check: sandbox(`provider = ''`),
  sandbox_sessions_purpose_check: sandbox(`purpose = ''`),
  sandbox_sessions_status_check: sandbox(`status = 'ASLEEP'`),
  sandbox_sessions_completed_at: sandbox('completed_at = now()'),
  sandbox_sessions_running_known: sandbox(`status = 'RUNNING', provider_sandbox_id = null`),
  sandbox_sessions_of_provider: sandbox(`provider_sandbox_id = 'sbx-2'`),
  sandbox_sessions_wiped: [
    sandbox(`status = 'COMPLETED', completed_at = now()`),
    sandbox(`status = 'FAILED', completed_at = now()`),
    insertSandbox(
      'provider, purpose, fence, status, completed_at',
      `'local', 'plan', 1, 'COMPLETED', now()`,
    ),
  ],
  sandbox_sessions_kept: `delete from sandbox_sessions where id = '${ID.sandbox}'`,
  sandbox_sessions_ended_immutable: sandbox(`metadata = '{"a": 1}'`, ID.endedSandbox),
  // Whoever makes one for a check has the number of that check, and of no other job's.
  sandbox_sessions_fence: [
    insertSandbox('provider, purpose, fence', `'local', 'plan', 0`),
    insertSandbox('provider, purpose, fence, check_id', `'local', 'check', 1, '${ID.check}'`),
    `insert into sandbox_sessions (id, job_id, check_id, provider, purpose, fence)
       values ('${ID.fresh}', '${ID.deliveredJob}', '${ID.check}', 'local', 'check', 3)`,
  ],
  wipe_evidence_method_check: evidence(`'', now(), now(), 'gone'`),
  wipe_evidence_provider_answer_check: evidence(`'kill', now(), now(), ''`),
  wipe_evidence_confirmed_after_request: evidence(
    `'kill', now(), now() - interval '1 second', 'gone'`,
  ),
  wipe_evidence_append_only: [
    `update wipe_evidence set provider_answer = 'still there'`,
    'delete from wipe_evidence',
    'truncate wipe_evidence',
  ],
};
