// One process in a sandbox as the server sees it: who listens to it, and how it ended. Output goes
// to everyone who listens; when nobody does it is thrown away, as E2B's own daemon does it.
import { z } from 'zod';
import type { AgentLink } from './agent-link.ts';

export type ProcessEvent =
  | { kind: 'start'; pid: number }
  | { kind: 'stdout' | 'stderr'; bytes: Buffer }
  | { kind: 'end'; exitCode: number; signal: string; note: string | undefined }
  | { kind: 'gone'; reason: string };

export type Listener = {
  /** Resolves when the listener can take more; the process waits for it. */
  push(event: ProcessEvent): Promise<void>;
};

export type ProcessConfig = {
  argv: readonly [string, ...string[]];
  cwd: string;
  /** What the caller asked for, as List shows it. */
  requestedEnv: Record<string, string>;
  env: Record<string, string>;
  stdin: boolean;
  tag: string | undefined;
};

export type GuestProcess = {
  pid: number;
  config: ProcessConfig;
  listen(listener: Listener): () => void;
};

type StartDeps = {
  link: AgentLink;
  /** Says why, if a limit of the sandbox ended it. */
  explainEnd(): Promise<string | undefined>;
  /** Why its sandbox has ended. */
  explainGone(): string;
  onStarted(process: GuestProcess): void;
  onEnded(pid: number): void;
};

const Started = z.object({ pid: z.number().int().positive() });
const Ended = z.object({ exitCode: z.number().int(), signal: z.string() });

/** The listener hears the start, then output, then the end, in this order. */
export async function startGuestProcess(
  deps: StartDeps,
  config: ProcessConfig,
  firstListener: Listener,
): Promise<GuestProcess> {
  const listeners = new Set<Listener>([firstListener]);
  const started = Promise.withResolvers<number>();
  const queue = createQueue(started.promise);
  const tellAll = async (event: ProcessEvent) => {
    await Promise.all([...listeners].map(async (listener) => await listener.push(event)));
  };
  const finish = async (pid: number, value: unknown) => {
    const ended = Ended.safeParse(value);
    const note = ended.success ? await deps.explainEnd() : undefined;
    deps.onEnded(pid);
    const gone = { kind: 'gone', reason: deps.explainGone() } as const;
    await tellAll(ended.success ? { kind: 'end', ...ended.data, note } : gone);
    listeners.clear();
  };
  const { argv, cwd, env, stdin } = config;
  const stream = await deps.link.open(
    { operation: 'start', options: { argv, cwd, env, stdin } },
    {
      onData(tag, bytes, credit) {
        if (tag === 'file') return;
        queue(async () => {
          await tellAll({ kind: tag, bytes });
          credit();
        });
      },
      onEnd: (value) => queue(async (pid) => await finish(pid, value)),
    },
  );
  const { pid } = Started.parse(stream.reply);
  const listen = (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const process = { pid, config, listen };
  deps.onStarted(process);
  await firstListener.push({ kind: 'start', pid });
  started.resolve(pid);
  return process;
}

/** Runs steps one after another, in order, none before the first value is there. */
function createQueue<T>(first: Promise<T>): (step: (value: T) => Promise<void>) => void {
  let last: Promise<unknown> = first;
  return (step) => {
    last = last.then(async () => await step(await first)).catch(() => undefined);
  };
}
