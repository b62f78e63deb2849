// Every tool of files and processes in a real sandbox, called by a real runner over the wire: the
// rows of the tables, and inputs that its own schema says are wrong.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { isAppError } from '../../../app/errors.ts';
import { SANDBOX_PATHS, type Sandbox } from '../../../sandbox/driver/port.ts';
import { runSession, SESSION_LIMITS } from '../../../sandbox/driver/session/session.ts';
import { toolDefinitions } from '../../../sandbox/protocol/tool-definitions.ts';
import { TOOL_NAMES, type ToolName } from '../../../sandbox/protocol/tools.ts';
import type { ToolResultPayload } from '../../../sandbox/protocol/transcript.ts';
import {
  DEPS,
  FINISH,
  makeTask,
  reply,
  Transcript,
  use,
  useRunnerBundle,
} from '../../unit/sandbox/session/session-world.ts';
import { type LocalWorld, openLocalWorld } from '../driver/local-world.ts';
import type { Row } from './row.ts';
import { FILE_ROWS } from './rows-files.ts';
import { PROCESS_ROWS } from './rows-processes.ts';
import { TALK_ROWS } from './rows-talk.ts';

const RUNNER = '/home/user/runner.mjs';
const TABLE = [...FILE_ROWS, ...PROCESS_ROWS, ...TALK_ROWS];
const TOOLS = [...new Set(TABLE.map(([tool]) => tool))];
const ROWS = TABLE.flatMap(([tool, rows]) => rows.map((row) => ({ tool, row })));
const WRONG = TOOLS.flatMap(wrongInputs);

const bundle = useRunnerBundle();
let local: LocalWorld;
let sandbox: Sandbox;
/** Of the rows, then of the wrong inputs. */
let results: ToolResultPayload[] = [];

before(async () => {
  local = await openLocalWorld();
  sandbox = await local.create();
  await sandbox.upload(RUNNER, await readFile(bundle.path));
  for (const [index, { row }] of ROWS.entries()) {
    for (const [path, content] of Object.entries(row.files ?? {})) {
      await sandbox.upload(`${placeOf(index)}/${path}`, Buffer.from(content));
    }
  }
  results = await runCalls([
    ...ROWS.map(({ tool, row: { first = [], input } }, index) =>
      [...first, [tool, input] as const].map(([name, one]) => use(name, placed(one, index))),
    ),
    ...WRONG.map(({ tool, input }) => [use(tool, input)]),
  ]);
});

after(async () => {
  await sandbox.destroy();
  await local.close();
});

describe('in a sandbox', () => {
  for (const [index, { tool, row }] of ROWS.entries()) {
    test(`${tool} ${row.name}`, async (context) => {
      if (row.needs !== undefined && !(await has(row.needs))) {
        return context.skip(`${row.needs} is not installed`);
      }
      const result = results[index];
      const content = result?.content.replaceAll(placeOf(index), '@') ?? '';
      assert.equal(result?.outcome, row.outcome, content.slice(0, 500));
      assert.equal(result.is_error, row.outcome !== 'success');
      assert.ok(row.content.test(content), content.slice(0, 500));
      for (const [path, expected] of Object.entries(row.after ?? {})) {
        assert.equal(await download(`${placeOf(index)}/${path}`), expected, path);
      }
      return undefined;
    });
  }
});

describe('an input that the schema forbids is refused by', () => {
  for (const [index, { tool, name }] of WRONG.entries()) {
    test(`${tool}: ${name}`, () => {
      const result = results[ROWS.length + index];
      assert.equal(result?.outcome, 'tool_rejected');
      assert.match(result.content, /^The input is not valid:\n- /);
    });
  }
});

/** They are for the host of a step: `test/unit/sandbox/runner/step-tools.test.ts` calls them. */
const OF_STEPS: readonly ToolName[] = [
  'mcp__redgreen__submit_plan',
  'mcp__redgreen__submit_tests',
  'mcp__redgreen__set_status',
  'mcp__redgreen__verify',
  'mcp__redgreen__deprecate',
];

test('every tool has rows here, or is the hand-over of a step', () => {
  assert.deepEqual(TOOL_NAMES.toSorted(), [...TOOLS, ...OF_STEPS].toSorted());
});

test('every tool is shown in use, at fault, and at its limits where it has any', () => {
  const toolsThat = (isSo: (row: Row) => boolean): ToolName[] =>
    TOOLS.filter((tool) => ROWS.some((one) => one.tool === tool && isSo(one.row)));
  assert.deepEqual(
    toolsThat(({ shows }) => shows === 'use'),
    TOOLS,
  );
  // These fail by their input alone, which the generated inputs show.
  const harmless = new Set<ToolName>([
    'TodoWrite',
    'mcp__redgreen__list',
    'mcp__redgreen__install',
  ]);
  assert.deepEqual(
    toolsThat(({ outcome }) => outcome === 'tool_rejected'),
    TOOLS.filter((tool) => !harmless.has(tool)),
  );
  assert.deepEqual(
    toolsThat(({ shows }) => shows === 'cap'),
    ['Read', 'Edit', 'Bash', 'TaskOutput', 'Glob', 'Grep'],
  );
  assert.deepEqual(
    toolsThat(({ outcome }) => outcome === 'internal_failure'),
    ['Bash', 'Glob', 'Grep'],
  );
});

test('no task of the session is left', async () => {
  const { stdout } = await sandbox.exec({
    command: ['bash', '-c', 'cat /proc/[0-9]*/comm'],
    timeoutMs: 20_000,
  });
  assert.doesNotMatch(Buffer.from(stdout).toString(), /^sleep$/m);
});

/** The result of the last call of each group, in one session with one group a turn. */
async function runCalls(groups: readonly ReturnType<typeof use>[][]): Promise<ToolResultPayload[]> {
  const transcript = new Transcript();
  const replies = [...groups.map((calls) => reply(...calls)), reply(FINISH)];
  const end = await runSession({
    sandbox,
    runnerPath: RUNNER,
    task: makeTask(SANDBOX_PATHS.workspace, { limits: { turns: replies.length } }),
    handlers: transcript.handlers(replies),
    deps: DEPS,
    limits: SESSION_LIMITS,
    signal: AbortSignal.timeout(60_000),
  });
  assert.equal(end.kind, 'done');
  const all = transcript.entries.flatMap(({ payload }) =>
    payload._t === 'tool_result' ? [payload] : [],
  );
  return groups.map((calls) => {
    const last = calls.at(-1);
    const found = all.find((one) => last?.type === 'tool_use' && one.tool_use_id === last.id);
    return found ?? assert.fail('a call has no result');
  });
}

function placeOf(index: number): string {
  return `${SANDBOX_PATHS.workspace}/row-${index}`;
}

function placed(input: object, index: number): unknown {
  return JSON.parse(JSON.stringify(input).replaceAll('@', placeOf(index)));
}

async function has(program: string): Promise<boolean> {
  const command = ['bash', '-c', `command -v ${program}`] as const;
  return (await sandbox.exec({ command, timeoutMs: 20_000 })).exitCode === 0;
}

async function download(path: string): Promise<string | undefined> {
  try {
    const bytes = await sandbox.download(path, { maxBytes: 10_000_000 });
    return Buffer.from(bytes).toString();
  } catch (error) {
    if (isAppError(error, 'SANDBOX_FILE_NOT_FOUND')) return undefined;
    throw error;
  }
}

type Wrong = { tool: ToolName; name: string; input: Record<string, unknown> };

/** One key missing, unknown, of another type, or too long: made from the schema of the tool. */
function wrongInputs(tool: ToolName): Wrong[] {
  const [definition] = toolDefinitions([tool]);
  const { properties, required } = definition?.inputSchema ?? {};
  const keys = Object.entries(properties ?? {});
  const needed = Array.isArray(required) ? required.map(String) : [];
  const valid = Object.fromEntries(needed.map((key) => [key, 'x']));
  const changed = (name: string, input: Record<string, unknown>): Wrong => ({ tool, name, input });
  return [
    changed('an unknown key', { ...valid, unknown: 1 }),
    ...needed.map((key) => {
      const { [key]: _, ...rest } = valid;
      return changed(`no ${key}`, rest);
    }),
    ...keys.map(([key]) => changed(`an object as ${key}`, { ...valid, [key]: {} })),
    ...keys.flatMap(([key, shape]) => {
      const { maxLength = Number.POSITIVE_INFINITY }: { maxLength?: number } = Object(shape);
      if (maxLength > 200_000) return [];
      return [changed(`a longer ${key}`, { ...valid, [key]: 'x'.repeat(maxLength + 1) })];
    }),
  ];
}
