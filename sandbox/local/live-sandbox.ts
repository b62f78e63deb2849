// One living sandbox: its guest, its processes, its owner's last call, its end. Everything the
// server does to a sandbox goes through here.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../driver/port.ts';
import { type AgentLink, GuestFault } from './agent-link.ts';
import type { EgressPolicy } from './egress/allow-list.ts';
import { createEgress, type Egress, type EgressDeps } from './egress/egress.ts';
import {
  type GuestProcess,
  type Listener,
  type ProcessConfig,
  startGuestProcess,
} from './guest-process.ts';
import { environmentOf } from './isolation/bubblewrap.ts';
import { type LaunchDeps, type Launched, launchSandbox } from './isolation/launch.ts';
import { egressDirectoryOf, layerPlaceOf } from './isolation/overlay.ts';
import { type Freeze, type Marks, openMarks } from './marks.ts';

type SandboxRequest = {
  id: string;
  templateId: string;
  lowerDirectory: string;
  metadata: Record<string, string>;
  env: Record<string, string>;
  timeoutMs: number;
  policy: EgressPolicy;
  place: Place;
};

export type LiveSandbox = Marks & {
  readonly id: string;
  readonly templateId: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly accessToken: string;
  readonly startedAtMs: number;
  readonly link: AgentLink;
  readonly bubblewrapPid: number;
  readonly initPid: number;
  readonly agent: Launched['agent'];
  readonly directory: string;
  readonly home: string;
  readonly processes: ReadonlyMap<number, GuestProcess>;
  readonly egress: Pick<Egress, 'policy' | 'set' | 'contacts'>;
  endsAtMs(): number;
  setEnd(endsAtMs: number): void;
  /** The owner has called. */
  touch(): void;
  /** The owner is on the line until the returned function is called. */
  hold(): () => void;
  /** Time since the owner's last call; 0 while he is on the line. */
  lonelyMs(): number;
  start(config: Omit<ProcessConfig, 'env'>, listener: Listener): Promise<GuestProcess>;
  /** Ends it; resolves when nothing is left. Called twice, both wait for the same end. */
  end(reason: string): Promise<void>;
  /** It takes no more calls, though something of it may still be there. */
  isEnding(): boolean;
  /** Of one that is ending. */
  endReason(): string;
};

export type SandboxDeps = LaunchDeps & {
  now(): number;
  egress: Omit<EgressDeps, 'profile' | 'now'>;
  memoryKills(id: string): Promise<number>;
  /** Called before `onEnded` can be. */
  onStarted(sandbox: LiveSandbox): void;
  onEnded(sandbox: LiveSandbox, reason: string): void;
};

export async function startLiveSandbox(
  deps: SandboxDeps,
  request: SandboxRequest,
): Promise<LiveSandbox> {
  const launched = await launchSandbox(deps, request);
  const { link, bubblewrapPid, initPid, agent, directory } = launched;
  const freeze: Freeze = { isOn: false, restsUntilMs: 0 };
  const { egress, marks } = await prepare(deps, launched, { ...request, freeze });
  const processes = new Map<number, GuestProcess>();
  const startedAtMs = deps.now();
  let endsAtMs = startedAtMs + request.timeoutMs;
  const end = createEnd(launched, egress, (reason) => deps.onEnded(sandbox, reason));
  const sandbox: LiveSandbox = {
    id: request.id,
    templateId: request.templateId,
    metadata: request.metadata,
    accessToken: randomBytes(24).toString('base64url'),
    startedAtMs,
    link,
    bubblewrapPid,
    initPid,
    agent,
    directory,
    home: request.place.home,
    processes,
    egress,
    ...watchOwner(deps.now),
    endsAtMs: () => endsAtMs,
    setEnd(value) {
      endsAtMs = value;
    },
    start: createStart({ deps, request, link, egress, processes, freeze, endReason: end.reason }),
    ...marks,
    end: end.end,
    isEnding: end.isEnding,
    endReason: end.reason,
  };
  deps.onStarted(sandbox);
  // It may also end by itself: its agent was killed from inside, or the machine ran out of memory.
  void launched.exited.then(async () => {
    await sandbox.end('ended by itself').catch(() => undefined);
  });
  return sandbox;
}

type Preparation = Pick<SandboxRequest, 'policy' | 'lowerDirectory'> & { freeze: Freeze };

/** The way out is in place before anybody can start a command, or the sandbox is not made. */
async function prepare(
  deps: SandboxDeps,
  launched: Launched,
  { policy, lowerDirectory, freeze }: Preparation,
): Promise<{ egress: Egress; marks: Marks }> {
  const { link, directory, destroy } = launched;
  const way = { link, directory: egressDirectoryOf(directory) };
  const egress = createEgress({ ...deps.egress, profile: deps.profile, now: deps.now }, way);
  try {
    await egress.set(policy);
    const place = layerPlaceOf(launched, lowerDirectory);
    return { egress, marks: await openMarks({ link, place, freeze, now: deps.now }) };
  } catch (error) {
    await egress.end();
    await destroy();
    throw error;
  }
}

function watchOwner(now: () => number): Pick<LiveSandbox, 'touch' | 'hold' | 'lonelyMs'> {
  let lastCallMs = now();
  let holders = 0;
  const touch = () => {
    lastCallMs = now();
  };
  const hold = () => {
    holders += 1;
    return once(() => {
      holders -= 1;
      touch();
    });
  };
  return { touch, hold, lonelyMs: () => (holders > 0 ? 0 : now() - lastCallMs) };
}

type StartParts = {
  freeze: Freeze;
  endReason(): string;
  deps: SandboxDeps;
  request: SandboxRequest;
  link: AgentLink;
  egress: Egress;
  processes: Map<number, GuestProcess>;
};

function createStart(parts: StartParts): LiveSandbox['start'] {
  const { deps, request, link, egress, processes, freeze, endReason } = parts;
  return async (config, listener) => {
    if (freeze.isOn) throw new GuestFault('failed_precondition', 'its processes are being ended');
    await sleep(Math.max(0, freeze.restsUntilMs - deps.now()));
    const killsBefore = await deps.memoryKills(request.id);
    const given = { ...environmentOf(request.place), ...egress.environment(), ...request.env };
    return await startGuestProcess(
      {
        link,
        async explainEnd() {
          const kills = await deps.memoryKills(request.id);
          return kills > killsBefore ? 'resource limit: memory' : undefined;
        },
        explainGone: endReason,
        onStarted: (process) => processes.set(process.pid, process),
        onEnded: (pid) => processes.delete(pid),
      },
      { ...config, env: { ...given, ...config.requestedEnv } },
      listener,
    );
  };
}

type End = Pick<LiveSandbox, 'end' | 'isEnding'> & { reason(): string };

function createEnd(launched: Launched, egress: Egress, onEnded: (reason: string) => void): End {
  let ending: Promise<void> | undefined;
  let firstReason = 'ended by itself';
  const destroy = async (reason: string) => {
    firstReason = reason;
    try {
      await egress.end();
      await launched.destroy();
    } catch (error) {
      // It is still there: whoever asks again must be able to try again.
      ending = undefined;
      throw error;
    }
    launched.link.close();
    onEnded(reason);
  };
  return {
    async end(reason) {
      ending ??= destroy(reason);
      await ending;
    },
    isEnding: () => ending !== undefined || launched.link.isClosed(),
    reason: () => firstReason,
  };
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
