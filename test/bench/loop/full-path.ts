// The whole way of a turn in a job, as app/steps/agent goes it: a runner in a local sandbox, the
// wire, rows committed to Postgres before each call, the money looked at, the usage written.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleRunner } from '../../../app/cli/bundle/runner.ts';
import { connectAnthropic } from '../../../app/gateway/anthropic/connection.ts';
import { createBudgetedGateway } from '../../../app/gateway/budget.ts';
import { createGateway } from '../../../app/gateway/gateway.ts';
import { createRouter } from '../../../app/gateway/router.ts';
import { Secret } from '../../../app/secret.ts';
import { createTurnRecords } from '../../../app/steps/agent/turn-records.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { SessionHandlers } from '../../../sandbox/driver/session/port.ts';
import { runSession, SYSTEM_TIMERS } from '../../../sandbox/driver/session/session.ts';
import { toolDefinitions } from '../../../sandbox/protocol/tool-definitions.ts';
import { createHistory } from '../../../sandbox/protocol/transcript.ts';
import { openLocalWorld } from '../../contract/driver/local-world.ts';
import { addJob } from '../../support/add-job.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import type { Job } from './job.ts';
import type { Provider } from './provider.ts';
import { checkWhole, gapsOf } from './run-loop.ts';

const RUNNER_PATH = '/tmp/redgreen-runner.mjs';
const TOOLS = ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep', 'TodoWrite', 'Brief'];
const INSTRUCTION = 'Do what is asked.';
const MIB = 1024 * 1024;

export type FullPath = AsyncDisposable & {
  /** Milliseconds between requests. */
  play(job: Job, provider: Provider): Promise<number[]>;
};

type Place = { store: Store; jobId: string; fence: number; sandbox: Sandbox };

export async function openFullPath(directory: string): Promise<FullPath> {
  await using owned = new AsyncDisposableStack();
  const postgres = owned.use(await ownPostgres());
  const store = createStore({ url: postgres.url });
  owned.defer(async () => await store.close());
  const jobId = await addJob(store);
  const fence = await store.transaction(async ({ work }) => await work.fence(jobId));
  if (fence === undefined) throw new Error('the job has no work');
  const world = await openLocalWorld({ limits: { memoryBytes: 512 * MIB, diskBytes: 512 * MIB } });
  owned.defer(async () => await world.close());
  const sandbox = await world.create({ timeoutMs: 900_000 });
  const runner = join(directory, 'runner.mjs');
  await bundleRunner(runner);
  await sandbox.upload(RUNNER_PATH, await readFile(runner));
  const stack = owned.move();
  return {
    async play(job, provider) {
      await provider.play(job);
      await converse({ store, jobId, fence, sandbox }, job, provider.url);
      const seen = await provider.look();
      checkWhole(seen, job);
      return gapsOf(seen);
    },
    [Symbol.asyncDispose]: async () => await stack.disposeAsync(),
  };
}

async function converse(place: Place, job: Job, url: string): Promise<void> {
  const end = await runSession({
    sandbox: place.sandbox,
    runnerPath: RUNNER_PATH,
    task: {
      step: 'implement',
      instruction: INSTRUCTION,
      input: 'Go on.',
      tools: TOOLS,
      permissions: { mode: 'bypassPermissions' },
      planning: false,
      endsWithTurn: true,
      workspace: '/workspace',
      limits: { turns: job.turns + 1 },
    },
    handlers: await createHandlers(place, url),
    signal: AbortSignal.timeout(300_000),
    deps: { timers: SYSTEM_TIMERS, newId: randomUUID },
  });
  if (end.kind !== 'done') throw new Error(`the session ended: ${JSON.stringify(end)}`);
}

async function createHandlers(place: Place, url: string): Promise<SessionHandlers> {
  const { store, jobId, fence } = place;
  const sessionId = randomUUID();
  await store.transaction(async ({ sessions }) => {
    await sessions.begin({ id: sessionId, jobId, step: 'implement', ordinal: 0, fence });
  });
  const turns = { store, jobId, sessionId, attemptNumber: 1, fence };
  const records = createTurnRecords(turns, 'L1');
  const access = { apiKey: new Secret('bench-key'), baseUrl: url };
  const gateway = createBudgetedGateway({
    gateway: createGateway({
      connections: new Map([['claude_code_subscription', connectAnthropic(access)]]),
      router: createRouter(),
    }),
    jobId,
    attemptNumber: 1,
    ...records,
  });
  const history = createHistory();
  const tools = toolDefinitions(TOOLS);
  return {
    async rows(entries, decisions) {
      await records.rows(entries, decisions);
      for (const { payload } of entries) history.add(payload);
    },
    async turn(_request, signal) {
      const asked = { step: 'implement', modelClass: 'L1', system: INSTRUCTION, tools } as const;
      const messages = history.messages();
      const answer = await gateway.complete({ ...asked, messages, maxTokens: 16_000 }, { signal });
      if (!answer.ok && 'stop' in answer) throw new Error('the money is spent');
      return answer;
    },
    ask: async () => ({ kind: 'deny', reason: 'nobody is here' }),
    submit: async () => ({ accepted: false, reasons: ['nothing is to be handed over'] }),
    progress: async () => undefined,
  };
}
