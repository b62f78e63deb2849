// An agent says that a cause outside the code blocks a criterion, and a person decides. What
// he confirms is out of the gate and not proven; what he denies is worked on; nothing left: FAILED.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ScriptBlock, ScriptSession } from '../../app/gateway/scripted/script.ts';
import { TOUCHED } from '../../app/proof/roles/touches.ts';
import { planOf } from '../proof-corpus/samples.ts';
import { author, implementer, scriptOf } from '../proof-corpus/script.ts';
import { testDatabase } from '../support/database.ts';
import { type ProofJob, playJob } from '../support/proof-world/play.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';

const BASE = `export function greet(name) {
  return \`Hello, \${name}!\`;
}
`;
const SHOUTS = `export function greet(name, options = {}) {
  const greeting = \`Hello, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;
const BOTH = `export function greet(name, options = {}) {
  const greeting = \`\${options.word ?? 'Hello'}, \${name}!\`;
  return options.shout ? greeting.toUpperCase() : greeting;
}
`;
const REASON = 'The service of translations does not exist here.';
const ASKED = /R2 cannot be done, for a cause outside the code:\n\n> The service of translations/;

const TESTS = author(
  'script',
  [
    ['R1', 'shouts', `'Ada', { shout: true }`, 'HELLO, ADA!', false],
    ['R1', 'shouts another name', `'Grace', { shout: true }`, 'HELLO, GRACE!', true],
    ['R2', 'greets with a word', `'Ada', { word: 'Hej' }`, 'Hej, Ada!', false],
    ['R2', 'greets with another word', `'Grace', { word: 'Hola' }`, 'Hola, Grace!', true],
  ].map(([criterion, title, input, expected, withheld]) => ({
    criterion: String(criterion),
    title: String(title),
    withheld: withheld === true,
    text: `import assert from 'node:assert/strict';
import { greet } from '../../src/greet.mjs';

assert.equal(greet(${input}), '${expected}');
`,
  })),
);

function blocked(criterion?: string): ScriptSession[number] {
  const input = { status: 'blocked', reason: REASON, ...(criterion && { criterion }) };
  const call: ScriptBlock = { type: 'tool_use', name: 'mcp__redgreen__set_status', input };
  return { content: [call] };
}

function writes(text: string): ScriptSession {
  return implementer({ files: { 'src/greet.mjs': text } });
}

function jobOf(comment: NonNullable<ProofJob['comment']>, ...work: ScriptSession[]): ProofJob {
  return {
    files: { 'src/greet.mjs': BASE },
    plan: planOf({
      goal: 'greet() can shout, and greets in other languages.',
      criteria: [
        { text: 'greet(name, { shout: true }) returns the greeting in capital letters' },
        { text: 'greet(name, { word }) greets with that word' },
      ],
      paths: ['src/greet.mjs'],
    }),
    script: scriptOf(TESTS, ...work),
    attempts: work.length,
    comment,
  };
}

describe('a criterion that an agent calls blocked', { concurrency: 2 }, () => {
  let world: ProofWorld;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    world = owned.use(await openProofWorld({ url, slots: 3 }));
  });
  after(async () => await owned.disposeAsync());

  test('is out of the gate once a person confirmed it, and shown as not proven', async () => {
    const shown: string[] = [];
    const comment = (page: string) => `/allow ${shown.push(page)}`;
    // There is no R9 to ask a person about; and R1 is seen to be wrong with R2 out of the way.
    const first = [blocked('R9'), blocked('R2'), ...writes(`// Soon.\n${BASE}`)];
    const played = await playJob(world, jobOf(comment, first, writes(SHOUTS)));
    assert.equal(played.state, 'DELIVERED', played.detail);
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', ASKED);
    assert.match(shown[0] ?? '', /`\/allow N \[always\]`/);
    const { report, flags } = played;
    assert.deepEqual(
      report?.matrix.map((row) => [row.criterion, row.blocked, row.cases[0]?.head]),
      [
        ['R1', false, 'green'],
        ['R2', true, 'red'],
      ],
    );
    assert.equal(report?.totals.proven, 1);
    assert.deepEqual(flags, [
      'blocked: R2 is blocked by a cause outside the code: it is not proven',
    ]);
    assert.match(played.shown, /Proven with reservations: 1 of 2 criteria, the rest is blocked/);
    assert.match(played.shown, /\*\*R2\*\* \(new, blocked: not proven\)/);
    assert.match(played.shown, /R2 is blocked by a cause outside the code: it is not proven/);
    // A test that is red anyway guards nothing.
    assert.ok(report?.hunks.measured && report.hunks.guarded > 0);
    // What runs on the head touched stands in rows beside them.
    const looks = played.runs.filter(({ tree, hunk }) => tree === 'hunk' && hunk !== TOUCHED);
    const asked = new Set(looks.flatMap(({ caseId }) => caseId ?? []));
    assert.deepEqual([...asked].sort(), ['T1', 'T2']);
    const told = await rowsOf(world, played.jobId);
    assert.match(told, /There is no criterion R9/);
    assert.match(told, /mona confirmed it/);
    assert.doesNotMatch(
      told,
      /"kind\\": \\"case\\",\\n *\\"id\\": \\"T3/,
      'R2 is nobody’s failure',
    );
  });

  test('is worked on when a person denies it', async () => {
    const work = [blocked('R2'), ...writes(BOTH)];
    const played = await playJob(
      world,
      jobOf(() => '/deny 1', work),
    );
    assert.equal(played.state, 'DELIVERED', played.detail);
    assert.deepEqual(played.flags, []);
    assert.equal(played.report?.totals.proven, 2);
    assert.match(await rowsOf(world, played.jobId), /mona wants it done/);
  });

  test('ends the job at once when nothing is left', async () => {
    const played = await playJob(
      world,
      jobOf(() => '/allow 1', [blocked(), ...writes(BOTH)]),
    );
    const { record, attempts } = await world.store.transaction(async (records) => ({
      record: await records.jobs.find(played.jobId),
      attempts: await records.attempts.ofJob(played.jobId),
    }));
    assert.deepEqual([played.state, record?.job.failureReason], ['FAILED', 'ALL_BLOCKED']);
    assert.deepEqual(
      attempts.map(({ status }) => status),
      ['abandoned'],
    );
    assert.doesNotMatch(await rowsOf(world, played.jobId), /mona confirmed it/);
  });
});

/** Everything the implementers were asked, did and were answered. */
async function rowsOf({ store }: ProofWorld, jobId: string): Promise<string> {
  return await store.transaction(async ({ sessions }) => {
    const ids = await sessions.ofStep(jobId, 'implement');
    const rows = await Promise.all(ids.map(async (id) => await sessions.transcript(id)));
    return JSON.stringify(rows);
  });
}
