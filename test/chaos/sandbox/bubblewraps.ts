// Bubblewraps of one sandbox server, found without asking it: by their working directory, which is
// the place of their overlay, or by their control group. So also those whose server is dead are seen.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export function bubblewrapsBelow(runtimeDirectory: string): number[] {
  const place = join(runtimeDirectory, 'sandboxes');
  const digest = createHash('sha256').update(runtimeDirectory).digest('hex').slice(0, 16);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && textOf(pid, 'comm') === 'bwrap\n')
    .filter((pid) => cwdOf(pid).startsWith(place) || textOf(pid, 'cgroup').includes(digest));
}

/** The outer process of one sandbox and its first one inside, as a machine out of memory would. */
export function killFromOutside(runtimeDirectory: string, sandboxId: string): void {
  const isOfIt = (pid: number) =>
    cwdOf(pid).includes(sandboxId) || textOf(pid, 'cgroup').includes(sandboxId);
  const pids = bubblewrapsBelow(runtimeDirectory).filter(isOfIt);
  if (pids.length === 0) throw new Error(`no process of ${sandboxId} was found`);
  for (const pid of pids) killQuietly(pid);
}

function textOf(pid: number, name: 'comm' | 'cgroup'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It died with the other.
  }
}
