// Every command in every state and hold: done where the table of this test says so, and refused with
// a reason everywhere else. Real records; each is said in a transaction that is taken back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { COMMAND_NAMES, type CommandName } from '../../../app/command/commands.ts';
import { parseComment } from '../../../app/command/parse.ts';
import type { CommentTrigger } from '../../../app/command/trigger.ts';
import { applyEvent, beginJob } from '../../../app/engine/apply.ts';
import { AppError } from '../../../app/errors.ts';
import { HOLD_REASONS, JOB_STATES, type Job } from '../../../app/job/types.ts';
import { buildReport } from '../../../app/proof/build-report.ts';
import type { Records } from '../../../app/store/records.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { frozenOf } from '../../../app/text/frozen-text.ts';
import type { Recorded } from '../../../app/webhook/handled.ts';
import { runCheck, runCommand } from '../../../app/webhook/run-command.ts';
import { newJob, STATES, T0, VARIANTS } from '../job/samples.ts';
import { reportFacts } from '../proof/samples.ts';
import { LINES, PLACES, type Place, REVISION } from './every-command.ts';
import { labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

const HEAD = 'a'.repeat(40);
const MODELS = {
  find: (name: string) => ({ ok: true, model: name }) as const,
  credential: 'API key of ANTHROPIC_API_KEY',
  ways: 'ANTHROPIC_API_KEY',
};

let world: WebhookWorld;
let store: Store;
let jobId: string;

before(async () => {
  world = await webhookWorld();
  await world.send(labeled());
  const { rows } = await world.client.query<{ id: string }>('select id from jobs');
  jobId = rows[0]?.id ?? '';
  store = createStore({ url: world.databaseUrl });
  await world.client.query('set session_replication_role = replica');
  await keepProof();
});
after(async () => {
  await store.close();
  await world[Symbol.asyncDispose]();
});

test('every command of the table has its line here, and every state and hold its column', () => {
  assert.deepEqual(Object.keys(LINES).toSorted(), COMMAND_NAMES.toSorted());
  const places = [...JOB_STATES, ...HOLD_REASONS.map((reason) => `held: ${reason}`)];
  for (const place of places)
    assert.ok(
      PLACES.some((one) => one === place),
      place,
    );
  for (const [name, lines] of Object.entries(LINES)) {
    for (const line of lines) assert.ok(line.in.length > 0, `/${name} is done nowhere`);
  }
});

for (const place of PLACES) {
  describe(place, () => {
    before(async () => await put(jobIn(place)));
    test('`/help` offers exactly what is done', async () => {
      const { say: told = '' } = await said('help', '/help');
      for (const { say, in: allowed } of Object.values(LINES).flat()) {
        const words = /^\/[a-z-]+(?: (?:yes|no)$)?/.exec(say)?.[0] ?? '';
        const isOffered = new RegExp(`^- \`${words}(?:\`| [A-Z1[])`, 'm').test(told);
        assert.equal(isOffered, allowed.includes(place), words);
      }
    });
    for (const name of COMMAND_NAMES) {
      for (const { say, in: allowed } of LINES[name]) {
        const isDone = allowed.includes(place);
        test(`${say} is ${isDone ? 'done' : 'refused with a reason'}`, async () => {
          const { outcome, reason, reaction, say: told } = await said(name, say);
          assert.equal(outcome, isDone ? 'accepted' : 'refused', reason);
          assert.equal(reaction === 'confused', !isDone);
          if (!isDone) assert.match(told ?? '', new RegExp(`\`/${name}\`.{10}`));
        });
      }
    }
  });
}

test('between two runs of the Action nothing is promised that nobody would do', async () => {
  await put(jobIn('DELIVERED'));
  for (const name of ['accept', 'fix', 'revert', 'rate'] as const) {
    await refusedInAction(name);
  }
  await put(jobIn('FAILED'));
  await refusedInAction('retry');
  await put(jobIn('WAITING_SPEC_APPROVAL'));
  await refusedInAction('model');
  assert.equal((await said('status', '/status', true)).outcome, 'accepted');
  assert.equal((await said('clear', '/clear', true)).outcome, 'accepted');
});

async function refusedInAction(name: CommandName): Promise<void> {
  const { outcome, reason } = await said(name, LINES[name][0]?.say ?? '', true);
  assert.equal(outcome, 'refused', name);
  assert.match(reason ?? '', /works with the App only: .+ Instead, .{10}/, name);
}

/** What becomes of it, without a trace. */
async function said(name: CommandName, body: string, isAction = false): Promise<Recorded> {
  let recorded: Recorded | undefined;
  const back = new AppError('CANCELLED');
  const work = store.transaction(async (records) => {
    recorded = await run(records, triggerOf(body), isAction);
    throw back;
  });
  await assert.rejects(work, (error) => error === back, `${name}: ${body}`);
  return recorded ?? { outcome: 'ignored' };
}

async function run(
  records: Records,
  trigger: CommentTrigger,
  isAction: boolean,
): Promise<Recorded> {
  const jobs = { begin: beginJob, apply: applyEvent };
  const deps = {
    jobs,
    newId: randomUUID,
    models: MODELS,
    isAction,
    redact: (text: string) => text,
  };
  const { parsed } = trigger;
  if (parsed.kind === 'check') {
    const checked = { ok: true, kind: 'check', name: parsed.name, jobId } as const;
    const pull = { headSha: HEAD, issues: [] };
    return await runCheck(deps, records, { ...checked, trigger: { ...trigger, parsed }, pull });
  }
  assert.ok(parsed.kind === 'command', JSON.stringify(parsed));
  const { name, command } = parsed;
  const layers = { organisation: {}, file: {}, page: {} };
  const admitted = { ok: true, kind: 'command', name, command, jobId, trigger, layers } as const;
  const thread = await records.threads.find(jobId);
  // The issue reads as it did when the plan was made.
  const plan = await records.plans.active(jobId);
  const text = thread && { ...frozenOf(thread), ...(plan && { digest: plan.issueDigest }) };
  const live = { permission: 'write' as const, text };
  return await runCommand(deps, records, { ...admitted, live, permission: 'write' });
}

function triggerOf(body: string): CommentTrigger {
  return {
    kind: 'comment',
    installationId: 5,
    repository: {
      id: 9,
      owner: 'octo',
      ownerId: 1,
      name: 'hello',
      defaultBranch: 'main',
      isPrivate: false,
    },
    sender: { id: 3, login: 'mona', type: 'User' },
    thread: { number: 13, isPullRequest: true },
    comment: { id: 99, authorId: 3, writtenAt: Date.now() },
    parsed: parseComment(body),
  };
}

function jobIn(place: Place): Job {
  if (place === 'OFFERED') return VARIANTS.offered();
  const held = /^held: (.+)$/.exec(place)?.[1]?.replace('_', ' ');
  const variant = Object.entries(VARIANTS).find(([name]) => name === held)?.[1];
  if (variant !== undefined) return variant();
  const state = JOB_STATES.find((one) => one === place);
  return state === undefined ? newJob() : STATES[state]();
}

/** As if it had come there today: past the rules of the database, which want the whole way. */
async function put(sample: Job): Promise<void> {
  const job: Job = { ...today(sample), id: jobId };
  const { state, step, attemptCount, identicalFailureCount, failureFingerprint, ...more } = job;
  const { failureReason, hold, id: _id, ...facts } = more;
  const revised = facts.planRevision === undefined ? {} : { planRevision: REVISION };
  await world.client.query(
    `update jobs set state = $2::job_state, step = $3, attempt_count = $4, identical_failure_count = $5,
       failure_fingerprint = $6, failure_reason = $7, facts = $8,
       ended_at = case when $2::job_state in ('DELIVERED', 'FAILED', 'FALLBACK_REQUIRED') then now() end
      where id = $1`,
    [
      jobId,
      state,
      step,
      attemptCount,
      identicalFailureCount,
      failureFingerprint,
      failureReason,
      JSON.stringify({ ...facts, ...revised }),
    ],
  );
  // A plan that waits for approval has none.
  await world.client.query(
    `update plans set status = case when $1 then 'draft' else 'approved' end,
       approved_at = case when $1 then null else now() end,
       approved_by = case when $1 then null else 'mona' end`,
    [state === 'WAITING_SPEC_APPROVAL'],
  );
  await world.client.query('delete from holds');
  if (hold === undefined) return;
  const { reason, since, until, ...detail } = hold;
  await world.client.query(
    `insert into holds (job_id, reason, since, until, commands, detail)
     values ($1, $2, to_timestamp($3 / 1000.0), to_timestamp($4 / 1000.0), $5, $6)`,
    [jobId, reason, since, until, ['cancel'], JSON.stringify(detail)],
  );
}

function today(job: Job): Job {
  const moved = Date.now() - T0 - 60_000;
  return JSON.parse(JSON.stringify(job), (_key, value: unknown) =>
    typeof value === 'number' && value > T0 - 1 ? value + moved : value,
  );
}

/** An approved plan with a test, and a published report without reservations. */
async function keepProof(): Promise<void> {
  const planId = randomUUID();
  const hunk = { id: 'H1', path: 'src/greet.mjs', startLine: 2, endLine: 3 } as const;
  const hunks = [{ ...hunk, kind: 'changed', verdict: 'guarded' }] as const;
  const report = buildReport(reportFacts({ hunks }));
  const { client } = world;
  await client.query(
    `insert into plans (id, job_id, revision, revision_token, status, content, issue_digest, fence,
       approved_at, approved_by)
     values ($1, $2, 1, $3, 'approved', '{"goal": "Totals"}', repeat('a', 64), 1, now(), 'mona')`,
    [planId, jobId, REVISION],
  );
  await client.query(
    `insert into test_cases (plan_id, id, job_id, criterion_id, title, files, run, surface, fence)
     values ($1, 'T1', $2, 'R1', 'sums', '[{"path": "a"}]', 'node a', 'process', 1)`,
    [planId, jobId],
  );
  await client.query(
    `insert into reports (id, job_id, attempt_number, content, is_gate_passed, fence, published_at)
     values ($1, $2, 1, $3, true, 1, now())`,
    [randomUUID(), jobId, JSON.stringify(report)],
  );
  await client.query('delete from work');
}
