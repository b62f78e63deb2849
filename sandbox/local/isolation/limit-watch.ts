// Looks after the limits that the kernel does not enforce by itself: total cpu time and limits that
// stay used up always, memory where there is no cgroup. Kills what is too large, as the kernel would;
// ends a sandbox that does not stop, and lets its agent go on when it was stopped from inside. Must
// not touch a process that is not below a sandbox's first one.

import type { Limits } from '../options.ts';
import type { Cgroups, Members } from './limits.ts';
import {
  descendantsOf,
  isStopped,
  type ProcessName,
  type ProcessRow,
  readProcessTable,
  sharedOutMemory,
} from './process-table.ts';
import {
  countDescriptors,
  createStrainMemory,
  isDescriptorBomb,
  readRoom,
  type Strain,
  type StrainMemory,
  strainsOf,
} from './strain.ts';

type WatchedSandbox = {
  id: string;
  /** The sandbox's own pid 1, as the host counts. */
  initPid: number;
  agent: ProcessName;
  /** Of the outer process, and where it has mounted the overlay. */
  bubblewrapPid: number;
  directory: string;
  end(reason: string): Promise<unknown>;
};

type Watch = {
  /** How often something in this sandbox was killed for its memory. */
  memoryKills(id: string): Promise<number>;
  stop(): void;
};

type WatchDeps = {
  cgroups: Cgroups | undefined;
  limits: Limits;
  everyMs: number;
  /** A limit that is used up for this long ends the sandbox. */
  strainMs: number;
  now(): number;
  sandboxes(): Iterable<WatchedSandbox>;
};

/** One sandbox at one look. */
type Look = { sandbox: WatchedSandbox; memoryKills: number; cpuSeconds: number; members: Members };

export function startWatch(deps: WatchDeps): Watch {
  const { cgroups, everyMs, sandboxes } = deps;
  /** Where there is no cgroup, we kill and count. */
  const kills = new Map<string, number>();
  const seenKills = new Map<string, number>();
  const strains = createStrainMemory(deps.strainMs);
  const check = async () => {
    const living = [...sandboxes()];
    const ids = new Set(living.map(({ id }) => id));
    for (const counts of [kills, seenKills]) {
      for (const id of counts.keys()) if (!ids.has(id)) counts.delete(id);
    }
    strains.keep(ids);
    if (living.length === 0) return;
    const looks =
      cgroups === undefined
        ? lookByTable(living, kills, deps.limits)
        : await lookByCgroup(living, cgroups);
    for (const look of looks) judge(deps, { look, seenKills, strains });
  };
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  }, everyMs);
  return {
    async memoryKills(id) {
      if (cgroups === undefined) return kills.get(id) ?? 0;
      return (await cgroups.usage(id).catch(() => undefined))?.oomKills ?? 0;
    },
    stop: () => clearInterval(timer),
  };
}

async function lookByCgroup(living: readonly WatchedSandbox[], groups: Cgroups): Promise<Look[]> {
  return await Promise.all(
    living.map(async (sandbox) => {
      const usage = await groups.usage(sandbox.id).catch(() => undefined);
      const { oomKills: memoryKills = 0, cpuSeconds = 0 } = usage ?? {};
      return { sandbox, memoryKills, cpuSeconds, members: groups.members(sandbox.id) };
    }),
  );
}

/** Kills what is too large on the way. */
function lookByTable(
  living: readonly WatchedSandbox[],
  kills: Map<string, number>,
  limits: Limits,
): Look[] {
  const table = readProcessTable();
  return living.map((sandbox) => {
    const { id, initPid } = sandbox;
    const rows = descendantsOf(table, initPid);
    const victim = findVictim(rows, sandbox, limits);
    if (victim !== undefined && send(victim, 'SIGKILL')) kills.set(id, (kills.get(id) ?? 0) + 1);
    const all = [...rows, ...table.filter(({ pid }) => pid === initPid)];
    const cpuSeconds = all.reduce((sum, row) => sum + row.cpuSeconds, 0);
    const count = all.reduce((sum, { threads }) => sum + threads, 0);
    const members = { pids: all.map(({ pid }) => pid), count };
    return { sandbox, memoryKills: kills.get(id) ?? 0, cpuSeconds, members };
  });
}

function judge(
  { cgroups, limits, now }: WatchDeps,
  parts: { look: Look; seenKills: Map<string, number>; strains: StrainMemory },
): void {
  const { sandbox, memoryKills, cpuSeconds, members } = parts.look;
  const { id } = sandbox;
  if (cpuSeconds > limits.cpuSeconds) return endFor(sandbox, 'cpu');
  const hasMemoryKill = memoryKills > (parts.seenKills.get(id) ?? 0);
  parts.seenKills.set(id, memoryKills);
  const found = {
    hasMemoryKill,
    processes: members.count,
    descriptors: members.pids.map(countDescriptors),
    isAgentStopped: letGoOn(sandbox),
    ...readRoom(sandbox),
  };
  if (isDescriptorBomb(found, limits, cgroups !== undefined)) return endFor(sandbox, 'descriptors');
  const lasting = parts.strains.note(id, strainsOf(found, limits), now());
  if (lasting !== undefined) endFor(sandbox, lasting);
}

/** If it does not end now, the next look tries again. */
function endFor(sandbox: WatchedSandbox, limit: Strain | 'cpu'): void {
  const reason = limit === 'stopped' ? 'its agent is kept stopped' : `resource limit: ${limit}`;
  sandbox.end(reason).catch(() => undefined);
}

/**
 * A command may stop whatever has its uid. Without its agent a sandbox cannot even end a command, and
 * without those that pass output on the agent tells nothing. Who was started since the look is asked
 * for only now: with the agent going on, nobody would let it go on later.
 */
function letGoOn({ agent, initPid }: WatchedSandbox): boolean {
  if (!isStopped(agent)) return false;
  for (const row of descendantsOf(readProcessTable(), initPid)) send(row, 'SIGCONT');
  return true;
}

/** Rows count what forks have in common once for each: a process bomb would pass for a memory bomb. */
function findVictim(rows: readonly ProcessRow[], sandbox: WatchedSandbox, limits: Limits) {
  const { initPid } = sandbox;
  const { memoryBytes, diskBytes } = limits;
  if (chooseVictim(rows, initPid, { memoryBytes, fileBytes: 0 }) === undefined) return undefined;
  const exact = rows.map((row) => ({ ...row, memory: sharedOutMemory(row.pid) ?? row.memory }));
  const fileBytes = Math.max(0, diskBytes - readRoom(sandbox).freeBytes);
  return chooseVictim(exact, initPid, { memoryBytes, fileBytes });
}

/**
 * The largest one, when all together are too large; never the agent, the oldest child of pid 1.
 * The upper layer lies in memory: its files look like shared memory and have a limit of their own.
 */
export function chooseVictim(
  rows: readonly ProcessRow[],
  initPid: number,
  { memoryBytes, fileBytes }: { memoryBytes: number; fileBytes: number },
): ProcessRow | undefined {
  const own = rows.reduce((sum, { memory }) => sum + memory.ownBytes, 0);
  const shared = rows.reduce((sum, { memory }) => sum + memory.sharedBytes, 0);
  if (own + Math.max(0, shared - fileBytes) <= memoryBytes) return undefined;
  const [agent] = rows
    .filter(({ parent }) => parent === initPid)
    .sort((one, other) => one.startedAt - other.startedAt);
  return rows
    .filter(({ pid }) => pid !== agent?.pid)
    .sort((one, other) => sizeOf(other) - sizeOf(one))[0];
}

function sizeOf({ memory }: ProcessRow): number {
  return memory.ownBytes + memory.sharedBytes;
}

function send({ pid }: Pick<ProcessName, 'pid'>, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
