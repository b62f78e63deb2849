// Which processes of the machine belong to a sandbox, seen from outside: everything below its
// first process. Works without any right over them, because /proc/PID/stat is open to all.
import { readdirSync, readFileSync } from 'node:fs';

export type ProcessRow = {
  pid: number;
  parent: number;
  isZombie: boolean;
  /** In clock ticks since the machine started. */
  startedAt: number;
  residentBytes: number;
  cpuSeconds: number;
};

const PAGE_BYTES = 4096;
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

function readRow(pid: number): ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, resident = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return [parseRow(pid, stat, Number(resident) - Number(shared))];
  } catch {
    return [];
  }
}

/**
 * Memory of its own, with its share of what it has in common with others: the copies of a fork count
 * once. Undefined where the kernel does not tell. Dearer than a row.
 */
export function sharedOutBytes(pid: number): number | undefined {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const [, kibibytes] = /^Pss_Anon:\s+(\d+) kB$/m.exec(rollup) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The name in parentheses may contain anything, so fields are counted from the last one on. */
export function parseRow(pid: number, stat: string, privatePages: number): ProcessRow {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3] ?? 0);
  return {
    pid,
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    parent: field(4),
    startedAt: field(22),
    residentBytes: Math.max(0, privatePages) * PAGE_BYTES,
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
