// Which processes of the machine belong to a sandbox, seen from outside: everything below its
// first process. Works without any right over them, because /proc/PID/stat is open to all.
import { readdirSync, readFileSync } from 'node:fs';

export type ProcessRow = {
  pid: number;
  parent: number;
  isZombie: boolean;
  /** By a signal: it does nothing until another lets it go on. */
  isStopped: boolean;
  threads: number;
  /** In clock ticks since the machine started. */
  startedAt: number;
  memory: ProcessMemory;
  cpuSeconds: number;
};

/** Programs and libraries, which others have in common, are neither. */
type ProcessMemory = {
  ownBytes: number;
  /** Mapped pages of shared memory, and of files that lie in memory. */
  sharedBytes: number;
};

const TICKS_PER_SECOND = 100;

export function readProcessTable(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readRow(Number(pid)));
}

/** Pid and start time together name a process for ever; a pid alone may be given anew. */
export type ProcessName = { pid: number; startedAt: number };

export function nameOf(pid: number): ProcessName | undefined {
  const [row] = readRow(pid);
  return row === undefined ? undefined : { pid, startedAt: row.startedAt };
}

/** A zombie is dead: it has no memory, no files, no namespace; only its parent is slow to look. */
export function isAlive({ pid, startedAt }: ProcessName): boolean {
  const [row] = readRow(pid);
  return row !== undefined && row.startedAt === startedAt && !row.isZombie;
}

export function isStopped({ pid, startedAt }: ProcessName): boolean {
  const [row] = readRow(pid);
  return row !== undefined && row.startedAt === startedAt && row.isStopped;
}

function readRow(pid: number): ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const ownBytes = bytesOf(status, 'RssAnon') ?? 0;
    const sharedBytes = bytesOf(status, 'RssShmem') ?? 0;
    return [parseRow(pid, stat, { ownBytes, sharedBytes })];
  } catch {
    return [];
  }
}

/**
 * The same with its share alone of what it has in common with others: the copies of a fork count
 * once. Undefined where the kernel does not tell. Dearer than a row.
 */
export function sharedOutMemory(pid: number): ProcessMemory | undefined {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const ownBytes = bytesOf(rollup, 'Pss_Anon');
    const sharedBytes = bytesOf(rollup, 'Pss_Shmem');
    return ownBytes === undefined || sharedBytes === undefined
      ? undefined
      : { ownBytes, sharedBytes };
  } catch {
    return undefined;
  }
}

/** A line `Name:   12 kB`. */
function bytesOf(text: string, name: string): number | undefined {
  const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** The name in parentheses may contain anything, so fields are counted from the last one on. */
export function parseRow(pid: number, stat: string, memory: ProcessMemory): ProcessRow {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3] ?? 0);
  return {
    pid,
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    isStopped: fields[0] === 'T',
    threads: field(20),
    parent: field(4),
    startedAt: field(22),
    memory,
    cpuSeconds: (field(14) + field(15) + field(16) + field(17)) / TICKS_PER_SECOND,
  };
}

/** All descendants of a process, itself not included. */
export function descendantsOf(table: readonly ProcessRow[], root: number): ProcessRow[] {
  const children = Map.groupBy(table, ({ parent }) => parent);
  const found: ProcessRow[] = [];
  let level = [root];
  while (level.length > 0) {
    const next = level.flatMap((pid) => children.get(pid) ?? []);
    found.push(...next);
    level = next.map(({ pid }) => pid);
  }
  return found;
}
