// Looks after the limits that the kernel does not enforce by itself: total cpu time always, memory
// where there is no cgroup. Kills what is too large, as the kernel would; ends a sandbox that has
// used up its cpu time. Must not touch a process that is not below a sandbox's first one.
import type { Cgroups } from './limits.ts';
import type { Limits } from './options.ts';
import { descendantsOf, type ProcessRow, readProcessTable } from './process-table.ts';

export type WatchedSandbox = {
  id: string;
  /** The sandbox's own pid 1, as the host counts. */
  initPid: number;
  end(reason: string): Promise<unknown>;
};

export type Watch = {
  /** How often something in this sandbox was killed for its memory. */
  memoryKills(id: string): Promise<number>;
  stop(): void;
};

type WatchDeps = {
  cgroups: Cgroups | undefined;
  limits: Limits;
  everyMs: number;
  sandboxes(): Iterable<WatchedSandbox>;
};

export function startWatch({ cgroups, limits, everyMs, sandboxes }: WatchDeps): Watch {
  const kills = new Map<string, number>();
  const checkByTable = () => {
    const living = [...sandboxes()];
    if (living.length === 0) return;
    const table = readProcessTable();
    for (const sandbox of living) {
      const rows = descendantsOf(table, sandbox.initPid);
      const victim = chooseVictim(rows, sandbox.initPid, limits.memoryBytes);
      if (victim !== undefined && killRow(victim)) {
        kills.set(sandbox.id, (kills.get(sandbox.id) ?? 0) + 1);
      }
      const init = table.find(({ pid }) => pid === sandbox.initPid);
      const cpuSeconds = [...rows, ...(init === undefined ? [] : [init])].reduce(
        (sum, row) => sum + row.cpuSeconds,
        0,
      );
      if (cpuSeconds > limits.cpuSeconds) endForCpu(sandbox);
    }
  };
  const checkByCgroup = async (groups: Cgroups) => {
    for (const sandbox of sandboxes()) {
      const usage = await groups.usage(sandbox.id).catch(() => undefined);
      if ((usage?.cpuSeconds ?? 0) > limits.cpuSeconds) endForCpu(sandbox);
    }
  };
  const timer = setInterval(() => {
    if (cgroups === undefined) checkByTable();
    else void checkByCgroup(cgroups);
  }, everyMs);
  return {
    async memoryKills(id) {
      if (cgroups === undefined) return kills.get(id) ?? 0;
      return (await cgroups.usage(id).catch(() => undefined))?.oomKills ?? 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** If it does not end now, the next look tries again. */
function endForCpu(sandbox: WatchedSandbox): void {
  sandbox.end('resource limit: cpu').catch(() => undefined);
}

/** The largest one, when all together are too large; never the agent, the oldest child of pid 1. */
export function chooseVictim(
  rows: readonly ProcessRow[],
  initPid: number,
  memoryBytes: number,
): ProcessRow | undefined {
  const total = rows.reduce((sum, row) => sum + row.residentBytes, 0);
  if (total <= memoryBytes) return undefined;
  const [agent] = rows
    .filter(({ parent }) => parent === initPid)
    .sort((one, other) => one.startedAt - other.startedAt);
  return rows
    .filter(({ pid }) => pid !== agent?.pid)
    .sort((one, other) => other.residentBytes - one.residentBytes)[0];
}

function killRow({ pid }: ProcessRow): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
