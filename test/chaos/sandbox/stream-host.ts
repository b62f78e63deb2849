// A host that follows a streaming runner and keeps what it says in a journal; started again it goes
// on where the one before was killed. Says every now and then how far it is.
// Usage: node stream-host.ts '{"url": …, "apiKey": …, "sandboxId": …, …}'
import { randomUUID } from 'node:crypto';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type {
  RunOptions,
  SessionEnd,
  SessionHandlers,
  SessionOptions,
} from '../../../sandbox/driver/session/port.ts';
import {
  attachSession,
  runSession,
  SYSTEM_TIMERS,
} from '../../../sandbox/driver/session/session.ts';
import { type Journal, openJournal } from './journal.ts';
import type { StreamPlan } from './streaming-runner.ts';

export type HostOptions = {
  url: string;
  apiKey: string;
  sandboxId: string;
  runnerPath: string;
  journal: string;
  messages: number;
};

const TOLD_EVERY = 20;
const DEADLINE_MS = 600_000;

if (import.meta.main) {
  const options = JSON.parse(process.argv[2] ?? '{}') as HostOptions;
  const { url, apiKey, sandboxId } = options;
  const connect = async () => ({ apiKey, apiUrl: url, sandboxUrl: url, hasExactPorts: true });
  const driver = createE2bDriver({ connect, now: Date.now });
  const sandbox = await driver.attach(sandboxId);
  const end = await followStream(sandbox, options, (number) => {
    if (number % TOLD_EVERY === 0) process.stdout.write(`${number}\n`);
  });
  process.stdout.write(`${JSON.stringify(end)}\n`);
  process.exit(end.kind === 'done' ? 0 : 1);
}

/** Begins the session, or goes on with the one whose runner the journal knows. */
export async function followStream(
  sandbox: Sandbox,
  options: Pick<HostOptions, 'journal' | 'messages' | 'runnerPath'>,
  onNumber: (number: number) => void,
): Promise<SessionEnd> {
  using journal = openJournal(options.journal);
  const plan: StreamPlan = { messages: options.messages, messagesATurn: 125, rowLength: 0 };
  const session: SessionOptions & Pick<RunOptions, 'task'> = {
    sandbox,
    task: {
      step: 'implement',
      instruction: 'Count.',
      input: JSON.stringify(plan),
      tools: ['Bash'],
      permissions: { mode: 'bypassPermissions' },
      planning: false,
      workspace: '/workspace',
      limits: { turns: 1_000 },
    },
    handlers: toHandlers(journal, onNumber),
    signal: AbortSignal.timeout(DEADLINE_MS),
    deps: { timers: SYSTEM_TIMERS, newId: () => randomUUID() },
  };
  const { pid, last } = journal;
  if (pid === undefined) return await runSession({ ...session, runnerPath: options.runnerPath });
  return await attachSession({ ...session, pid, last });
}

function toHandlers(journal: Journal, onNumber: (number: number) => void): SessionHandlers {
  return {
    started: async ({ pid }) => journal.keepPid(pid),
    async rows(entries) {
      for (const entry of entries) journal.keepRow(entry);
    },
    async turn() {
      const content = [{ type: 'text', text: 'Go on.' } as const];
      return { ok: true, reply: { content, stopReason: 'end_turn' } };
    },
    submit: async () => ({ accepted: false, reasons: ['nothing is to be handed over'] }),
    ask: async () => ({ kind: 'deny', reason: 'nobody is here' }),
    async progress([todo]) {
      const number = Number(todo?.content);
      journal.keepNumber(number);
      onNumber(number);
    },
  };
}
