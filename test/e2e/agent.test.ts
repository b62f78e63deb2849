// `redgreen agent` and `redgreen tool` as a person runs them: from the bundle without a sandbox, from
// source with one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { bundleAgent } from '../../app/cli/bundle/agent.ts';
import { Entry } from '../../sandbox/protocol/transcript.ts';
import { hello, messagesServer, refused } from '../unit/gateway/messages-server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCE = join(ROOT, 'app', 'cli', 'redgreen.mjs');
let home: string;
let bundled: string;

before(async () => {
  home = await mkdtemp('/tmp/redgreen-agent-');
  await chmod(home, 0o755);
  bundled = join(home, 'package', 'app', 'cli', 'redgreen.mjs');
  await cp(SOURCE, bundled);
  await cp(join(ROOT, 'package.json'), join(home, 'package', 'package.json'));
  const dist = join(home, 'package', 'dist');
  await bundleAgent(dist);
  // As npm lays it: dependencies beside the package.
  await symlink(join(ROOT, 'node_modules'), join(home, 'package', 'node_modules'));
  const instructions = join(ROOT, 'sandbox', 'runner', 'instructions');
  await cp(instructions, join(dist, 'instructions'), { recursive: true });
});
after(async () => {
  await run(SOURCE, ['sandboxd', 'stop']);
  await rm(home, { recursive: true, force: true });
});

type Seen = { code: number | null; out: string; err: string };
type Running = { child: ReturnType<typeof spawn>; seen: Promise<Seen> };

function start(bin: string, args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: home, REDGREEN_HOME: home, ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const seen = Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { child, seen: seen.then(([code, out, err]) => ({ code, out, err })) };
}

const run = async (...words: Parameters<typeof start>) => await start(...words).seen;

async function makeWork(name: string, files: Record<string, string> = {}): Promise<string> {
  const directory = join(home, name);
  await mkdir(directory);
  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(directory, path), content);
  }
  return directory;
}

const call = (name: string, input: unknown) => ({ content: [{ type: 'tool_use', name, input }] });
const DONE = { content: [{ type: 'text', text: 'All done.' }] };

async function scripted(name: string, ...turns: unknown[]): Promise<string[]> {
  const path = join(home, `${name}.json`);
  await writeFile(path, JSON.stringify({ agent: [turns] }));
  return ['agent', '--prompt', 'Go.', '--provider', 'scripted', '--script', path];
}

const Line = z.looseObject({ type: z.string() });
const linesOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((one) => Line.parse(JSON.parse(one)));
const UNSAFE = ['--no-sandbox', '--yes'];

const QUESTION = {
  question: 'Which?',
  header: 'Choice',
  options: [
    { label: 'a', description: 'A' },
    { label: 'b', description: 'B' },
  ],
  multiSelect: false,
};

describe('without a sandbox', () => {
  test('files change, and every event is a line of JSON', async () => {
    const cwd = await makeWork('plain', { 'AGENTS.md': 'Be brief.', 'a.txt': 'a\n' });
    const todo = { content: 'Look', status: 'completed', activeForm: 'Looking' };
    const words = await scripted(
      'plain',
      call('Bash', { command: 'echo new > b.txt; env' }),
      call('TodoWrite', { todos: [todo] }),
      call('AskUserQuestion', { questions: [QUESTION] }),
      DONE,
    );
    const secret = { ANTHROPIC_API_KEY: 'sk-canary' };
    const { code, out, err } = await run(
      bundled,
      [...words, '--cwd', cwd, '--json', ...UNSAFE],
      secret,
    );
    assert.equal(code, 0, err);
    assert.match(err, /^warning: no sandbox; every command of the model runs as you, here\.\n$/);
    assert.equal(await readFile(join(cwd, 'b.txt'), 'utf8'), 'new\n');
    assert.doesNotMatch(out, /canary/);
    const lines = linesOf(out);
    const count = (type: string) => lines.filter((line) => line.type === type).length;
    assert.equal(lines[0]?.type, 'session');
    assert.deepEqual([lines[0]?.['provider'], lines[0]?.['sandbox']], ['scripted', false]);
    assert.match(JSON.stringify(lines[0]?.['context']), /"path":"AGENTS.md"/);
    const rows = lines.filter(({ type }) => type === 'row');
    const entries = rows.map(({ type: _type, ...entry }) => Entry.parse(entry));
    assert.deepEqual(
      entries.map(({ row }) => row),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
    assert.deepEqual([count('usage'), count('decision'), count('progress')], [4, 3, 1]);
    assert.match(
      JSON.stringify(entries[6]),
      /Nobody can be asked: this does not run on a terminal/,
    );
    const end = lines.at(-1);
    assert.deepEqual([end?.type, end?.['turns'], end?.['toolCalls']], ['end', 4, 3]);
    assert.deepEqual(end?.['outcome'], {
      kind: 'done',
      outcome: { kind: 'ended', text: 'All done.' },
    });
    assert.ok(Number(end?.['durationMs']) > 0);
  });

  test('people read words, and one last line', async () => {
    const cwd = await makeWork('words');
    const words = await scripted(
      'words',
      call('Bash', { command: "printf 'red\\033[31m'; false" }),
      DONE,
    );
    const { code, out } = await run(bundled, [...words, '--cwd', cwd, ...UNSAFE]);
    assert.equal(code, 0);
    assert.match(out, /^● Bash \{"command":/m);
    assert.match(out, /^ {2}! red$/m);
    const last = out.trim().split('\n').at(-1) ?? '';
    assert.match(
      last,
      /^Overall: 1 session\(s\), 0\/1 tool calls succeeded, cost=\$0\.0000, duration=\d+\.\ds$/,
    );
  });

  test('Ctrl-C ends it at once, with the command it was running', async () => {
    const cwd = await makeWork('cancelled');
    const words = await scripted(
      'cancelled',
      call('Bash', { command: 'echo $$ > pid; sleep 60' }),
      DONE,
    );
    const { child, seen } = start(bundled, [...words, '--cwd', cwd, ...UNSAFE]);
    const pid = await waitFor(async () => (await readFile(join(cwd, 'pid'), 'utf8')).trim());
    const interruptedAt = performance.now();
    child.kill('SIGINT');
    const { code, out } = await seen;
    assert.ok(performance.now() - interruptedAt < 20_000);
    assert.equal(code, 130);
    assert.match(out, /^User interrupted$/m);
    assert.match(out, /^Overall: 1 session/m);
    assert.equal(existsSync(`/proc/${pid}`), false);
  });

  test('turns that are spent are said, and the exit code is 1', async () => {
    const cwd = await makeWork('spent');
    const words = await scripted('spent', call('Bash', { command: 'true' }), DONE);
    const { code, out, err } = await run(bundled, [
      ...words,
      '--cwd',
      cwd,
      '--max-turns',
      '1',
      ...UNSAFE,
    ]);
    assert.equal(code, 1);
    assert.match(out, /^Max iterations \(1\) reached$/m);
    assert.match(err, /redgreen agent: The turns are spent \(--max-turns\)\./);
  });

  test('a step has its own instruction and tools, and ends by handing over', async () => {
    const cwd = await makeWork('step');
    const path = join(home, 'step.json');
    const status = { status: 'finished', reason: 'It works.' };
    await writeFile(
      path,
      JSON.stringify({ implement: [[call('mcp__redgreen__set_status', status)]] }),
    );
    const words = ['agent', '--prompt', 'Go.', '--step', 'implement', '--provider', 'scripted'];
    const where = ['--script', path, '--cwd', cwd, '--json', ...UNSAFE];
    const { code, out, err } = await run(bundled, [...words, ...where]);
    assert.equal(code, 0, err);
    const lines = linesOf(out);
    assert.ok(lines.some(({ type }) => type === 'submission'));
    assert.match(JSON.stringify(lines[0]?.['tools']), /mcp__redgreen__set_status/);
  });
});

describe('a provider', () => {
  test('is asked with the instructions of the repository and the key', async () => {
    const cwd = await makeWork('asked', { 'CLAUDE.md': 'See @more.md', 'more.md': 'Use tabs.' });
    await using server = await messagesServer(hello);
    const words = [
      'agent',
      '--prompt',
      'Greet.',
      '--base-url',
      server.url,
      '--cwd',
      cwd,
      ...UNSAFE,
    ];
    const { code, out } = await run(bundled, words, { ANTHROPIC_API_KEY: 'sk-mine' });
    assert.equal(code, 0);
    assert.match(out, /^Hello$/m);
    const [request] = server.received;
    assert.equal(request?.headers['x-api-key'], 'sk-mine');
    assert.match(request?.body ?? '', /repository text.*See @more\.md.*Use tabs\./);
  });

  const FAULTS: [string, string[], RegExp, number][] = [
    ['an unknown model', ['--model', 'gpt-9'], /The model 'gpt-9' is not known/, 2],
    ['no server there', ['--base-url', 'http://127.0.0.1:1'], /cannot be reached/, 1],
  ];
  for (const [name, words, problem, exit] of FAULTS) {
    test(`${name} is one clear line`, async () => {
      const args = ['agent', '--prompt', 'Go.', '--cwd', home, ...words, ...UNSAFE];
      const { code, err } = await run(bundled, args, { ANTHROPIC_API_KEY: 'sk-mine' });
      assert.equal(code, exit);
      const said = err.split('\n').filter((line) => line !== '' && !line.startsWith('warning:'));
      assert.equal(said.length, 1, err);
      assert.match(said[0] ?? '', problem);
    });
  }

  test('that refuses the key is one clear line without the key', async () => {
    const wrong = { type: 'authentication_error', message: 'invalid x-api-key sk-ant-canary99' };
    await using server = await messagesServer(refused(401, wrong));
    const words = ['agent', '--prompt', 'Go.', '--base-url', server.url, '--cwd', home, ...UNSAFE];
    const { code, out, err } = await run(bundled, words, { ANTHROPIC_API_KEY: 'sk-ant-canary99' });
    assert.equal(code, 1);
    assert.match(err, /redgreen agent: authentication: invalid x-api-key/);
    assert.doesNotMatch(out + err, /canary99/);
  });

  test('is not asked without a credential', async () => {
    const { code, err } = await run(bundled, [
      'agent',
      '--prompt',
      'Go.',
      '--cwd',
      home,
      ...UNSAFE,
    ]);
    assert.equal(code, 2);
    assert.equal(
      err,
      'redgreen agent: There is no credential for a model provider. Set ANTHROPIC_API_KEY, or OPENAI_API_KEY and OPENAI_BASE_URL, or LM_STUDIO_MODEL.\n',
    );
  });
});

test('bad input is one line on standard error and exit code 2', async () => {
  const { code, out, err } = await run(bundled, ['agent', '--prompt', 'Go.', '--no-sandbox']);
  assert.deepEqual([code, out], [2, '']);
  assert.match(err, /^redgreen agent: --no-sandbox lets every command .* if you mean it\.\n$/);
});

describe('a tool', () => {
  const TOOLS: [string, string, unknown, number, RegExp][] = [
    ['reads', 'Read', { file_path: 'a.txt' }, 0, /1→hello/],
    ['runs', 'Bash', { command: 'exit 3' }, 1, /\[exit code 3\]/],
    [
      'is refused a protected path',
      'Write',
      { file_path: '.mcp.json', content: '' },
      1,
      /protected/,
    ],
    ['is told what is wrong with its input', 'Read', {}, 1, /file_path/],
  ];
  for (const [name, tool, input, exit, content] of TOOLS) {
    test(name, async () => {
      const cwd = await makeWork(`tool-${tool}-${exit}`, { 'a.txt': 'hello' });
      const words = ['tool', tool, '--input', JSON.stringify(input), '--cwd', cwd, ...UNSAFE];
      const { code, out } = await run(bundled, words);
      assert.equal(code, exit);
      const [first = '', ...others] = out.trim().split('\n');
      const result = z
        .strictObject({ content: z.string(), is_error: z.boolean() })
        .parse(JSON.parse(first));
      assert.match(result.content, content);
      assert.equal(result.is_error, exit === 1);
      assert.deepEqual(
        linesOf(others.join('\n'))
          .map(({ row }) => row)
          .filter(Boolean),
        [1, 2, 3, 4],
      );
    });
  }
});

describe('in a sandbox', () => {
  test('a copy is worked on; what changed is copied back with --yes alone', async () => {
    const command = `echo more >> a.txt; echo new > b.txt; ln -s /etc c; python3 -c "import os; os.mkdir('.redgreen'); open('.redgreen/agent.json', 'w').write('{}')"; ls /root /home`;
    const words = await scripted('sandbox', call('Bash', { command }), DONE);
    const kept = await makeWork('kept', { 'a.txt': 'a\n' });
    const listed = await run(SOURCE, [...words, '--cwd', kept]);
    assert.equal(listed.code, 0, listed.err);
    assert.match(listed.out, /^Changed files, not copied back \(--yes does\):$/m);
    assert.match(listed.out, /^ {2}M a\.txt \+1 -0$/m);
    assert.match(listed.out, /^ {2}A b\.txt \+1 -0$/m);
    assert.equal(await readFile(join(kept, 'a.txt'), 'utf8'), 'a\n');
    const cwd = await makeWork('copied', { 'a.txt': 'a\n' });
    const copied = await run(SOURCE, [...words, '--cwd', cwd, '--yes', '--json']);
    assert.equal(copied.code, 0, copied.err);
    assert.equal(await readFile(join(cwd, 'a.txt'), 'utf8'), 'a\nmore\n');
    assert.equal(await readFile(join(cwd, 'b.txt'), 'utf8'), 'new\n');
    assert.equal(existsSync(join(cwd, 'c')), false);
    assert.equal(existsSync(join(cwd, '.redgreen')), false);
    const changes = linesOf(copied.out).find(({ type }) => type === 'changes');
    assert.match(JSON.stringify(changes), /"kept":"it steers the agent itself"/);
  });

  test('a tool runs there, and Ctrl-C ends it', async () => {
    const cwd = await makeWork('there', { 'a.txt': 'hello' });
    const read = start(SOURCE, ['tool', 'Read', '--input', '{"file_path":"a.txt"}', '--cwd', cwd]);
    const words = await scripted('long', call('Bash', { command: 'sleep 60' }), DONE);
    const long = start(SOURCE, [...words, '--cwd', cwd]);
    long.child.stdout?.on('data', (piece: Buffer) => {
      if (piece.includes('sleep 60')) long.child.kill('SIGINT');
    });
    const [one, other] = await Promise.all([read.seen, long.seen]);
    assert.equal(one.code, 0, one.err);
    assert.match(one.out, /^\{"content":"\/workspace\/a\.txt \(1 line\)/);
    assert.equal(other.code, 130, other.err);
    assert.match(other.out, /^User interrupted$/m);
  });
});

async function waitFor(look: () => Promise<string>): Promise<string> {
  for (const end = performance.now() + 20_000; performance.now() < end; ) {
    const found = await look().catch(() => '');
    if (found !== '') return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return assert.fail('waited in vain');
}
