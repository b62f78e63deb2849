// A session that is parked, by a question or by its host, and goes on from what it handed over.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SessionEnd } from '../../../../sandbox/driver/session/port.ts';
import { attachSession, runSession } from '../../../../sandbox/driver/session/session.ts';
import type { HostAnswer } from '../../../../sandbox/protocol/question.ts';
import type { Resume } from '../../../../sandbox/protocol/task.ts';
import type { ToolUseBlock } from '../../../../sandbox/protocol/transcript.ts';
import { LossySandbox } from './lossy-sandbox.ts';
import {
  FINISH,
  makeTask,
  makeWorkspace,
  reply,
  runOptions,
  Transcript,
  use,
  useRunnerBundle,
} from './session-world.ts';

const bundle = useRunnerBundle();

const QUESTION = use('AskUserQuestion', {
  questions: [
    {
      question: 'Red or green?',
      header: 'Colour',
      options: [
        { label: 'red', description: '' },
        { label: 'green', description: '' },
      ],
      multiSelect: false,
    },
  ],
});

type Parked = Extract<SessionEnd, { kind: 'parked' }>;

function parked(end: SessionEnd): Parked {
  assert.ok(end.kind === 'parked', end.kind);
  return end;
}

/** As the host builds it from the transcript. */
function resumeOf(transcript: Transcript, end: Parked, answer?: HostAnswer): Resume {
  const at = transcript.entries.findLastIndex(({ payload }) => payload._t === 'assistant');
  const last = transcript.entries[at]?.payload;
  const rows = transcript.entries.slice(at + 1);
  const done = new Set(
    rows.map(({ payload }) => (payload._t === 'tool_result' ? payload.tool_use_id : '')),
  );
  const calls = last?._t === 'assistant' ? last.content : [];
  return {
    row: transcript.entries.length,
    call: transcript.calls.length,
    pending: calls.filter(
      (block): block is ToolUseBlock => block.type === 'tool_use' && !done.has(block.id),
    ),
    note: 'The session goes on.',
    state: end.state ?? assert.fail('no state'),
    ...(answer && { answer }),
  };
}

test('a question parks the session; its answer is the result, the other calls follow', async () => {
  await using workspace = await makeWorkspace();
  const file = join(workspace.path, 'a.txt');
  const replies = [
    reply(use('Write', { file_path: file, content: 'one\n' })),
    reply(
      use('Bash', { command: 'mkdir deep; cd deep' }),
      QUESTION,
      use('Bash', { command: 'pwd' }),
    ),
    reply(use('Edit', { file_path: file, old_string: 'one', new_string: 'two' })),
    reply(FINISH),
  ];
  const transcript = new Transcript();
  transcript.answer = { kind: 'park' };
  const handlers = transcript.handlers(replies);
  const task = makeTask(workspace.path);
  await using first = new LossySandbox();
  const end = parked(await runSession(runOptions(first, bundle, { task, handlers })));
  assert.equal(end.question?.kind, 'question');
  assert.equal(end.state?.cwd, join(workspace.path, 'deep'));
  assert.equal(transcript.results().length, 2, 'what asked has no result yet');
  await using second = new LossySandbox();
  const answer: HostAnswer = { kind: 'said', content: 'mona answered: green', isError: false };
  const resume = resumeOf(transcript, end, answer);
  const again = { task: { ...task, resume }, handlers, last: transcript.last };
  const over = await runSession(runOptions(second, bundle, again));
  assert.equal(over.kind, 'done');
  const results = transcript.results().map(({ content }) => content);
  assert.equal(results[2], 'mona answered: green');
  assert.equal(results[3], `${join(workspace.path, 'deep')}\n`);
  assert.match(results[4] ?? '', /^Changed /, 'the file counts as read');
  assert.deepEqual(transcript.calls, [1, 2, 3, 4]);
});

test('a host parks a runner in the middle of a command; the command is told to be interrupted', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([
    reply(use('Bash', { command: 'sleep 60' }), use('Bash', { command: 'echo late' })),
    reply(FINISH),
  ]);
  const park = new AbortController();
  const { rows } = handlers;
  handlers.rows = async (entries, decisions) => {
    await rows(entries, decisions);
    if (entries.at(-1)?.row === 2) setTimeout(() => park.abort(), 50);
  };
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers, park: park.signal });
  const end = parked(await runSession(options));
  assert.equal(end.question, undefined);
  assert.match(transcript.results()[0]?.content ?? '', /^\[SDLC_INTERNAL\]/);
  const resume = resumeOf(transcript, end);
  assert.deepEqual(
    resume.pending.map(({ input }) => input),
    [{ command: 'echo late' }],
  );
  await using second = new LossySandbox();
  const again = { task: { ...task, resume }, handlers, last: transcript.last };
  assert.equal((await runSession(runOptions(second, bundle, again))).kind, 'done');
  assert.equal(transcript.results()[1]?.content, 'late\n');
});

test('a turn that the host does not give parks the session, and is asked for again', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(FINISH)]);
  const task = makeTask(workspace.path);
  const { turn } = handlers;
  handlers.turn = async () => ({ ok: false, park: true });
  const end = parked(await runSession(runOptions(world, bundle, { task, handlers })));
  handlers.turn = turn;
  const resume = resumeOf(transcript, end);
  assert.deepEqual(resume.pending, []);
  await using second = new LossySandbox();
  const again = { task: { ...task, resume }, handlers, last: transcript.last };
  assert.equal((await runSession(runOptions(second, bundle, again))).kind, 'done');
});

test('another host parks what a host before has left', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(use('Bash', { command: 'sleep 60' }))]);
  const leave = new AbortController();
  const { rows } = handlers;
  handlers.rows = async (entries, decisions) => {
    await rows(entries, decisions);
    if (entries.at(-1)?.row === 2) setTimeout(() => leave.abort(), 50);
  };
  const task = makeTask(workspace.path);
  const { runnerPath: _, ...options } = runOptions(world, bundle, { task, handlers });
  assert.equal(
    (await runSession({ ...options, runnerPath: bundle.path, leave: leave.signal })).kind,
    'left',
  );
  const end = await attachSession({
    ...options,
    pid: transcript.pid,
    last: transcript.last,
    park: AbortSignal.abort(),
  });
  assert.equal(parked(end).state?.cwd, workspace.path);
  assert.match(transcript.results()[0]?.content ?? '', /^\[SDLC_INTERNAL\]/);
});

test('a runner that does not answer is parked without its state', async () => {
  await using world = new LossySandbox();
  await using workspace = await makeWorkspace();
  const transcript = new Transcript();
  const handlers = transcript.handlers([reply(use('Bash', { command: 'sleep 60' }))]);
  const { rows } = handlers;
  const park = new AbortController();
  handlers.rows = async (entries, decisions) => {
    await rows(entries, decisions);
    if (entries.at(-1)?.row !== 2) return;
    process.kill(transcript.pid, 'SIGSTOP');
    park.abort();
  };
  const task = makeTask(workspace.path);
  const options = runOptions(world, bundle, { task, handlers, park: park.signal });
  const end = await runSession({ ...options, limits: { ...options.limits, parkGraceMs: 200 } });
  assert.deepEqual(end, { kind: 'parked' });
});
