// A session over a whole wire: what the runner does and what the host hears of it.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runSession } from '../../../../sandbox/driver/session/session.ts';
import { LossySandbox } from './lossy-sandbox.ts';
import {
  FINISH,
  makeTask,
  makeWorkspace,
  reply,
  runOptions,
  Transcript,
  text,
  use,
  useRunnerBundle,
} from './session-world.ts';

const bundle = useRunnerBundle();

test('a session runs tools, keeps every row in order and ends with the accepted hand-over', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const file = join(workspace.path, 'greeting.txt');
  const todo = { content: 'Greet', activeForm: 'Greeting', status: 'completed' };
  const transcript = new Transcript();
  const handlers = transcript.handlers([
    reply(text('I begin.'), use('Write', { file_path: file, content: 'hello\n' })),
    reply(use('Bash', { command: 'cat greeting.txt' }), use('TodoWrite', { todos: [todo] })),
    reply(FINISH),
  ]);
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  const outcome = { kind: 'finished', summary: 'All done.' };
  assert.deepEqual(end, { kind: 'done', outcome });
  assert.equal(await readFile(file, 'utf8'), 'hello\n');
  assert.deepEqual(
    transcript.entries.map(({ payload }) => payload._t),
    [
      'user',
      'assistant',
      'tool_result',
      'assistant',
      'tool_result',
      'tool_result',
      'assistant',
      'tool_result',
    ],
  );
  assert.equal(transcript.results()[1]?.content, 'hello\n');
  assert.deepEqual(transcript.progress, [[todo]]);
  assert.deepEqual(transcript.submissions, [
    { kind: 'status', status: 'finished', reason: 'All done.' },
  ]);
  assert.equal(world.listenerCount(transcript.pid), 0, 'a handle is left');
});

test('a model turn is asked for only after every row before it is persisted', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([
    reply(use('Bash', { command: 'echo one' }), use('Bash', { command: 'echo two' })),
    reply(FINISH),
  ]);
  const rowsAtCall: number[] = [];
  const { turn, rows } = handlers;
  handlers.rows = async (entries, decisions) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await rows(entries, decisions);
  };
  handlers.turn = async (request, signal) => {
    rowsAtCall.push(transcript.entries.length);
    assert.deepEqual(request.entries.at(-1), transcript.last);
    return await turn(request, signal);
  };
  await runSession(runOptions(world, bundle, { task: makeTask(workspace.path), handlers }));
  assert.deepEqual(rowsAtCall, [1, 4]);
});

test('a refused hand-over is told to the model, which may try again', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  await writeFile(join(workspace.path, 'greet.test.mjs'), 'process.exit(1);\n');
  const cases = [
    {
      id: 'T1',
      criterion: 'R1',
      title: 'greets',
      files: ['greet.test.mjs'],
      run: 'node greet.test.mjs',
      surface: 'process',
      withheld: true,
    },
  ];
  const submit = use('mcp__redgreen__submit_tests', { cases });
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(submit), reply(submit)]);
  const verdicts = [
    { accepted: false as const, reasons: ['T1 asserts nothing'] },
    { accepted: true as const },
  ];
  handlers.submit = async ({ number, submission }) => {
    transcript.submissions.push(submission);
    return verdicts[number - 1] ?? assert.fail();
  };
  const task = makeTask(workspace.path, { step: 'write-tests' });
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  assert.deepEqual(end, { kind: 'done', outcome: { kind: 'submitted', submission: 'tests' } });
  assert.equal(transcript.results()[0]?.content, 'Refused:\n- T1 asserts nothing');
  assert.equal(transcript.results()[1]?.is_error, false);
  const content = Buffer.from('process.exit(1);\n').toString('base64');
  const files = [{ path: 'greet.test.mjs', mode: 0o644, content }];
  assert.deepEqual(transcript.submissions, [
    { kind: 'tests', cases, files },
    { kind: 'tests', cases, files },
  ]);
});

test('a fault of the model ends the session as a value', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const fault = { kind: 'spend_limit', message: 'spent' } as const;
  const handlers = {
    ...transcript.handlers([]),
    turn: async () => ({ ok: false as const, fault }),
  };
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  assert.deepEqual(end, { kind: 'fault', fault: { kind: 'model', fault } });
});

test('the turn budget ends the session', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const echo = () => reply(use('Bash', { command: 'echo again' }));
  const handlers = transcript.handlers([echo(), echo()]);
  const task = makeTask(workspace.path, { limits: { turns: 2 } });
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  assert.deepEqual(end, { kind: 'turns_spent' });
  assert.equal(transcript.entries.length, 5, 'the last result is kept');
});

test('a result larger than any line crosses whole, in parts', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const command = `head -c 1200000 /dev/zero | tr '\\0' '\\001'; head -c 900000 /dev/zero | tr '\\0' '\\002' >&2`;
  const handlers = transcript.handlers([reply(use('Bash', { command })), reply(FINISH)]);
  const task = makeTask(workspace.path);
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  assert.equal(end.kind, 'done');
  const expected = `${'\u0001'.repeat(1_048_576)}[SDLC_TRUNCATED]\n--- stderr ---\n${'\u0002'.repeat(900_000)}`;
  assert.ok(transcript.results()[0]?.content === expected, 'the content differs');
});

test('a task that is not valid is refused before anything is started', async () => {
  await using world = new LossySandbox();
  const handlers = new Transcript().handlers([]);
  const task = makeTask('relative/path');
  await assert.rejects(runSession(runOptions(world, bundle, { task, handlers })), {
    code: 'VALIDATION_ERROR',
  });
  assert.deepEqual(world.pids, []);
});

test('a workspace that does not exist ends the session with the reason', async () => {
  await using world = new LossySandbox();
  const handlers = new Transcript().handlers([]);
  const task = makeTask('/nowhere/at/all');
  const end = await runSession(runOptions(world, bundle, { task, handlers }));
  const problem = 'The workspace /nowhere/at/all cannot be opened.';
  assert.deepEqual(end, { kind: 'fault', fault: { kind: 'runner', problem } });
});
