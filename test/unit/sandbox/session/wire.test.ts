// A session over a wire that loses, doubles, cuts and soils: it ends as over a whole one.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runSession } from '../../../../sandbox/driver/session/session.ts';
import { type Losses, LossySandbox } from './lossy-sandbox.ts';
import {
  FAST,
  FINISH,
  makeTask,
  makeWorkspace,
  type Reply,
  reply,
  runOptions,
  Transcript,
  use,
  useRunnerBundle,
} from './session-world.ts';

const bundle = useRunnerBundle();
const TURNS = 8;

/** Output of different sizes, the third one larger than a part. */
function script(): Reply[] {
  const turns = Array.from({ length: TURNS }, (_, index) => {
    const command = `printf '%${index === 2 ? 400_000 : index * 100}s' turn-${index}`;
    const todo = { content: `Turn ${index}`, activeForm: 'Turning', status: 'pending' };
    return reply(use('Bash', { command }), use('TodoWrite', { todos: [todo] }));
  });
  return [...turns, reply(FINISH)];
}

const LOSSES: Record<string, Losses> = {
  'loses pieces': { seed: 1, drop: 0.25, double: 0, cut: 0, soil: 0 },
  'doubles pieces': { seed: 2, drop: 0, double: 0.4, cut: 0, soil: 0 },
  'cuts pieces': { seed: 3, drop: 0, double: 0, cut: 0.25, soil: 0 },
  'puts garbage between and into lines': { seed: 4, drop: 0, double: 0, cut: 0, soil: 0.3 },
  'does all of it': { seed: 5, drop: 0.1, double: 0.1, cut: 0.1, soil: 0.1 },
};

for (const [name, losses] of Object.entries(LOSSES)) {
  test(`nothing is lost or doubled over a wire that ${name}`, async () => {
    await using world = new LossySandbox(losses);
    await using workspace = await makeWorkspace();
    const transcript = new Transcript();
    const handlers = transcript.handlers(script());
    const end = await runSession(
      runOptions(world, bundle, { task: makeTask(workspace.path), handlers }),
    );
    assert.equal(end.kind, 'done');
    assert.deepEqual(
      transcript.calls,
      Array.from({ length: TURNS + 1 }, (_, index) => index + 1),
    );
    const words = transcript.results().map(({ content }) => content.trim().slice(0, 9));
    assert.deepEqual(
      words.filter((content) => content.startsWith('turn')),
      Array.from({ length: TURNS }, (_, index) => `turn-${index}`),
    );
    assert.equal(transcript.results()[4]?.content.length, 400_000);
    assert.equal(transcript.progress.length, TURNS);
  });
}

test('a cut connection is made anew and nothing is lost', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers(script());
  const { turn } = handlers;
  handlers.turn = async (request, signal) => {
    if (request.call % 3 === 0) world.cutConnections();
    return await turn(request, signal);
  };
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  assert.equal(end.kind, 'done');
  assert.equal(transcript.calls.length, TURNS + 1);
  assert.ok(world.connects >= 3, `${world.connects} connections`);
});

test('a handle is changed before it grows, and the old one is let go', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers(script());
  const limits = { ...FAST, renewAfterBytes: 200_000 };
  const most: number[] = [];
  handlers.progress = async () => void most.push(world.listenerCount(transcript.pid));
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers, limits }));
  assert.equal(end.kind, 'done');
  assert.equal(transcript.results()[4]?.content.length, 400_000);
  // On a loaded machine pieces are sent again and count again; without end it must not be.
  assert.ok(world.connects >= 1 && world.connects <= 40, `${world.connects} connections`);
  assert.equal(most.at(-1), 1, 'the old handle was not let go');
});

test('a host that hears nothing for a second while the runner has work says hello', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([
    reply(use('Bash', { command: 'sleep 0.4' })),
    reply(FINISH),
  ]);
  const limits = { ...FAST, helloAfterMs: 100, heartbeatMs: 10_000 };
  const task = makeTask(workspace.path);
  const began = performance.now();
  await runSession(runOptions(world, bundle, { task, handlers, limits }));
  const hellos = world.written.match(/"t":"hello"/g) ?? [];
  // One a silence: never more than fit into the time it took, however slow the machine is.
  const most = (performance.now() - began) / limits.helloAfterMs + 2;
  assert.ok(hellos.length >= 2 && hellos.length <= most, `${hellos.length} hellos`);
});

test('an untroubled wire carries one write a turn and no hello', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const echo = () => reply(use('Bash', { command: 'echo x' }));
  const handlers = transcript.handlers([echo(), echo(), reply(FINISH)]);
  const limits = { ...FAST, helloAfterMs: 5_000, heartbeatMs: 5_000 };
  const task = makeTask(workspace.path);
  await runSession(runOptions(world, bundle, { task, handlers, limits }));
  const kinds = [...world.written.matchAll(/"(?:t|kind)":"(\w+)"/g)].map(([, kind]) => kind);
  const replies = kinds.filter((kind) => kind === 'turn_reply');
  assert.equal(replies.length, 3);
  assert.ok(!kinds.includes('hello'));
  assert.equal(
    kinds.filter((kind) => kind === 'ack').length,
    1,
    'only the end is acknowledged alone',
  );
});

/** A program of the sandbox's own instead of our runner. */
async function runImpostor(source: string): Promise<unknown> {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const runnerPath = join(workspace.path, 'impostor.mjs');
  const frames = join(import.meta.dirname, '../../../../sandbox/protocol/frame.ts');
  await writeFile(runnerPath, `import { encodeFrame } from ${JSON.stringify(frames)};\n${source}`);
  const handlers = new Transcript().handlers([reply(FINISH)]);
  const task = makeTask(workspace.path);
  return await runSession(runOptions(world, bundle, { task, handlers, runnerPath }));
}

function say(message: object): string {
  const frame = { t: 'message', seq: 1, ack: 0, message };
  return `process.stdin.resume(); process.stdout.write(encodeFrame(${JSON.stringify(frame)}));`;
}

test('a hundred lines in a row that are no frames end the session', async () => {
  const source = `process.stdin.resume(); process.stdout.write('no frame\\n'.repeat(100));`;
  const problem = '100 lines in a row were no frames';
  assert.deepEqual(await runImpostor(source), {
    kind: 'fault',
    fault: { kind: 'protocol', problem },
  });
});

test('a message of an unknown shape ends the session', async () => {
  const end = await runImpostor(say({ kind: 'turn_request', call: 1, entries: [], decisions: [] }));
  assert.match(JSON.stringify(end), /"kind":"protocol".*unknown shape/);
});

test('a runner may not write what the model said', async () => {
  const payload = {
    _t: 'assistant',
    uuid: crypto.randomUUID(),
    content: [],
    stop_reason: 'end_turn',
  };
  const entries = [{ row: 1, payload }];
  const end = await runImpostor(say({ kind: 'turn_request', call: 1, entries, decisions: [] }));
  assert.match(JSON.stringify(end), /"kind":"protocol".*unknown shape/);
});

test('a runner may not skip rows', async () => {
  const content = [{ type: 'text', text: 'hello' }];
  const payload = { _t: 'user', uuid: crypto.randomUUID(), content };
  const entries = [{ row: 2, payload }];
  const end = await runImpostor(say({ kind: 'turn_request', call: 1, entries, decisions: [] }));
  assert.match(JSON.stringify(end), /"kind":"protocol".*not in order/);
});

test('a hand-over that nobody accepted does not count', async () => {
  const outcome = { kind: 'submitted', submission: 'plan' };
  const end = await runImpostor(say({ kind: 'done', outcome, entries: [], decisions: [] }));
  assert.match(JSON.stringify(end), /"kind":"protocol".*no plan was accepted/);
});
