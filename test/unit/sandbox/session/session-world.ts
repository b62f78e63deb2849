// What a session test needs: a workspace, the real runner as one bundled file, a scripted model and
// a transcript that is kept as a database would keep it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { bundleRunner } from '../../../../app/cli/bundle/runner.ts';
import type {
  RunOptions,
  SessionHandlers,
  SessionLimits,
  TurnAnswer,
} from '../../../../sandbox/driver/session/port.ts';
import { SYSTEM_TIMERS } from '../../../../sandbox/driver/session/session.ts';
import type { PermissionDecision } from '../../../../sandbox/protocol/permission-decision.ts';
import type { HostAnswer, HostQuestion } from '../../../../sandbox/protocol/question.ts';
import type { TaskInput } from '../../../../sandbox/protocol/task.ts';
import { toolsOfStep } from '../../../../sandbox/protocol/tools.ts';
import type { AssistantBlock, Entry } from '../../../../sandbox/protocol/transcript.ts';
import type { LossySandbox } from './lossy-sandbox.ts';

export const FAST: SessionLimits = {
  helloAfterMs: 40,
  heartbeatMs: 100,
  stalledAfterMs: 5_000,
  silentAfterMs: 20_000,
  renewAfterBytes: 8 * 1024 * 1024,
  requestTimeoutMs: 5_000,
  cancelGraceMs: 2_000,
  parkGraceMs: 5_000,
};

export const DEPS = { timers: SYSTEM_TIMERS, newId: () => randomUUID() };

/** One bundle for all tests of a file. */
export function useRunnerBundle(): { path: string } {
  const bundle = { path: '' };
  let directory = '';
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redgreen-runner-'));
    bundle.path = join(directory, 'runner.mjs');
    await bundleRunner(bundle.path);
  });
  after(async () => await rm(directory, { recursive: true, force: true }));
  return bundle;
}

export async function makeWorkspace(): Promise<AsyncDisposable & { path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'redgreen-workspace-')));
  return {
    path,
    [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true }),
  };
}

export function makeTask(workspace: string, changes: Partial<TaskInput> = {}): TaskInput {
  const step = changes.step ?? 'implement';
  return {
    step,
    instruction: 'Do what is asked.',
    input: 'Please do it.',
    tools: toolsOfStep(step),
    permissions: { mode: 'bypassPermissions' },
    planning: step === 'plan',
    workspace,
    ...changes,
  };
}

export function text(words: string): AssistantBlock {
  return { type: 'text', text: words };
}

let uses = 0;
export function use(name: string, input: unknown): AssistantBlock {
  uses += 1;
  return { type: 'tool_use', id: `toolu_${uses}`, name, input };
}

export const FINISH = use('mcp__redgreen__set_status', { status: 'finished', reason: 'All done.' });

export type Reply = {
  content: AssistantBlock[];
  stopReason: 'end_turn' | 'tool_use' | 'max_tokens';
};

/** A reply ends for tools when it holds one. */
export function reply(...content: AssistantBlock[]): Reply {
  const hasTool = content.some(({ type }) => type === 'tool_use');
  return { content, stopReason: hasTool ? 'tool_use' : 'end_turn' };
}

/** A transcript that refuses what the database refuses: gaps and doubles. */
export class Transcript {
  readonly entries: Entry[] = [];
  readonly calls: number[] = [];
  readonly progress: unknown[] = [];
  readonly submissions: unknown[] = [];
  readonly questions: HostQuestion[] = [];
  readonly decisions: PermissionDecision[] = [];
  answer: HostAnswer = { kind: 'said', content: 'So be it.', isError: false };
  pid = 0;

  get last(): Entry | undefined {
    return this.entries.at(-1);
  }

  results(): { content: string; is_error: boolean }[] {
    return this.entries.flatMap(({ payload }) => (payload._t === 'tool_result' ? [payload] : []));
  }

  handlers(replies: readonly Reply[]): SessionHandlers {
    return {
      started: async ({ pid }) => {
        this.pid = pid;
      },
      rows: async (entries, decisions) => {
        this.decisions.push(...decisions);
        for (const entry of entries) {
          assert.equal(entry.row, this.entries.length + 1, 'a row is missing or comes twice');
          this.entries.push(entry);
        }
      },
      turn: async ({ call }): Promise<TurnAnswer> => {
        this.calls.push(call);
        const given = replies[call - 1];
        assert.ok(given, `the script has no reply ${call}`);
        return { ok: true, reply: given };
      },
      ask: async ({ question }) => {
        this.questions.push(question);
        return this.answer;
      },
      submit: async ({ submission }) => {
        this.submissions.push(submission);
        return { accepted: true };
      },
      progress: async (todos) => {
        this.progress.push(todos);
      },
    };
  }
}

export function runOptions(
  world: LossySandbox,
  bundle: { path: string },
  parts: Pick<RunOptions, 'task' | 'handlers'> & Partial<RunOptions>,
): RunOptions {
  return {
    sandbox: world.sandbox,
    runnerPath: bundle.path,
    nodePath: process.execPath,
    signal: AbortSignal.timeout(30_000),
    deps: DEPS,
    limits: FAST,
    ...parts,
  };
}
