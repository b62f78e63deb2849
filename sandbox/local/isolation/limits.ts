// Memory, process and cpu limits of a sandbox by cgroups, version 1 or 2, where the server may
// write them (root). Where it may not, limit-watch.ts and prlimit do it; `openCgroups` says which.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../options.ts';

type Usage = { oomKills: number; cpuSeconds: number };

export type Members = { pids: number[]; count: number };

export type Cgroups = {
  /** Makes the groups of one sandbox; returns the files that take the pid of its first process. */
  create(id: string, limits: Limits): Promise<string[]>;
  usage(id: string): Promise<Usage>;
  /** Its processes as the host counts, and how many there are with their threads. */
  members(id: string): Members;
  /** False while processes are still in it: a removed group is proof that none is left. */
  remove(id: string): Promise<boolean>;
  /** Removes what a killed server of the same name left, and this server's own group. */
  removeAll(): Promise<void>;
};

const REMOVE_DEADLINE_MS = 5_000;

/** Undefined when this process may not make groups there. */
export async function openCgroups(root: string, name: string): Promise<Cgroups | undefined> {
  const version = existsSync(join(root, 'cgroup.controllers')) ? 2 : 1;
  const parents =
    version === 2
      ? [join(root, name)]
      : controllersOf(root).map((controller) => join(root, controller, name));
  try {
    for (const parent of parents) await mkdir(parent, { recursive: true });
    if (version === 2) await enableControllers(join(root, name));
    const cgroups = version === 2 ? createVersion2(join(root, name)) : createVersion1(parents);
    await cgroups.removeAll();
    for (const parent of parents) await mkdir(parent, { recursive: true });
    if (version === 1) await shareCpu(join(root, 'cpu', name));
    return cgroups;
  } catch {
    return undefined;
  }
}

/** With `cpu` every sandbox has the same share, whatever the number of its processes. */
function controllersOf(root: string): string[] {
  const needed = ['memory', 'pids', 'cpuacct'];
  return existsSync(join(root, 'cpu')) ? [...needed, 'cpu'] : needed;
}

/** Of the plain weight of one task: all sandboxes together, on each core, against the host's. */
const CPU_SHARES_A_CORE = 2_048;

async function shareCpu(parent: string): Promise<void> {
  const file = join(parent, 'cpu.shares');
  if (existsSync(file)) await writeFile(file, String(CPU_SHARES_A_CORE * availableParallelism()));
}

/** Below the root the controllers must be handed down by name. */
async function enableControllers(parent: string): Promise<void> {
  await writeFile(join(parent, 'cgroup.subtree_control'), '+memory +pids');
  await writeFile(join(parent, 'cgroup.subtree_control'), '+cpu').catch(() => undefined);
}

function createVersion1(parents: readonly string[]): Cgroups {
  const [memory = '', pids = '', cpu = ''] = parents;
  return {
    async create(id, limits) {
      await makeAll(parents, id);
      await writeFile(join(memory, id, 'memory.limit_in_bytes'), String(totalMemory(limits)));
      await writeFile(join(pids, id, 'pids.max'), String(limits.processes));
      return parents.map((parent) => join(parent, id, 'cgroup.procs'));
    },
    async usage(id) {
      const oom = await readFile(join(memory, id, 'memory.oom_control'), 'utf8');
      const nanoseconds = await readFile(join(cpu, id, 'cpuacct.usage'), 'utf8');
      return { oomKills: fieldOf(oom, 'oom_kill'), cpuSeconds: Number(nanoseconds) / 1e9 };
    },
    members: (id) => readMembers(join(pids, id)),
    remove: async (id) => await removeAllOf(parents.map((parent) => join(parent, id))),
    removeAll: async () => await removeTrees(parents),
  };
}

function createVersion2(parent: string): Cgroups {
  return {
    async create(id, limits) {
      await makeAll([parent], id);
      await writeFile(join(parent, id, 'memory.max'), String(totalMemory(limits)));
      await writeFile(join(parent, id, 'pids.max'), String(limits.processes));
      if (existsSync(join(parent, id, 'memory.swap.max'))) {
        await writeFile(join(parent, id, 'memory.swap.max'), '0');
      }
      return [join(parent, id, 'cgroup.procs')];
    },
    async usage(id) {
      const events = await readFile(join(parent, id, 'memory.events'), 'utf8');
      const cpu = await readFile(join(parent, id, 'cpu.stat'), 'utf8');
      return {
        oomKills: fieldOf(events, 'oom_kill'),
        cpuSeconds: fieldOf(cpu, 'usage_usec') / 1e6,
      };
    },
    members: (id) => readMembers(join(parent, id)),
    remove: async (id) => await removeAllOf([join(parent, id)]),
    removeAll: async () => await removeTrees([parent]),
  };
}

/**
 * The upper layer is memory too and is counted: without its size on top, filling the disk would
 * end in the kernel's killing instead of ENOSPC.
 */
function totalMemory(limits: Limits): number {
  return limits.memoryBytes + limits.diskBytes;
}

async function makeAll(parents: readonly string[], id: string): Promise<void> {
  for (const parent of parents) await mkdir(join(parent, id), { recursive: true });
}

function readMembers(group: string): Members {
  try {
    const pids = readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
    const current = join(group, 'pids.current');
    const count = existsSync(current) ? Number(readFileSync(current, 'utf8')) : pids.length;
    return { pids: pids.map(Number), count };
  } catch {
    // It is ending.
    return { pids: [], count: 0 };
  }
}

/** A line `name value`. */
function fieldOf(text: string, name: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}

async function removeAllOf(directories: readonly string[]): Promise<boolean> {
  const deadline = Date.now() + REMOVE_DEADLINE_MS;
  for (const directory of directories) {
    while (!(await removeOne(directory))) {
      if (Date.now() > deadline) return false;
      await sleep(5);
    }
  }
  return true;
}

async function removeOne(directory: string): Promise<boolean> {
  try {
    await rmdir(directory);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

/** Whatever outlived the server that made the group: nobody else may put a process there. */
function killMembers(group: string): void {
  for (const pid of readMembers(group).pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

async function removeTrees(parents: readonly string[]): Promise<void> {
  for (const parent of parents) {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    const groups = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const group of groups) killMembers(join(parent, group));
    await removeAllOf(groups.map((group) => join(parent, group)));
    await removeOne(parent);
  }
}
