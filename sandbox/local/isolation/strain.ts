// Which limits of a sandbox are used up, seen from outside, and for how long. A limit that is only
// touched is the command's own matter: it gets ENOSPC, EAGAIN or a kill and may clean up. One that
// stays used up is a bomb. Reads only; ends nothing.
import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Limits } from '../options.ts';

/** In the words of `resource limit: …`; `stopped` is no limit, but lasts and ends like one. */
export type Strain = 'memory' | 'processes' | 'disk' | 'files' | 'descriptors' | 'stopped';

/** A sandbox as it was found at one look. */
export type Findings = {
  /** Something was killed for its memory since the look before. */
  hasMemoryKill: boolean;
  /** Threads count too. */
  processes: number;
  freeBytes: number;
  freeFiles: number;
  /** Of every process. */
  descriptors: readonly number[];
  /** Its agent answers nobody. */
  isAgentStopped: boolean;
};

/** Below this share a resource counts as used up: whoever is at the edge leaves a rest. */
const LEFT_SHARE = 1 / 256;
const PROCESSES_SHARE = 0.95;
/** Of all processes together, in limits of one: open files are taken from the whole machine. */
const DESCRIPTOR_FACTOR = 16;
/** Where no cgroup counts the kernel's memory: a socket is one descriptor and holds 200 KiB. */
const UNCOUNTED_DESCRIPTOR_FACTOR = 4;

export function strainsOf(found: Findings, limits: Limits): Strain[] {
  const strains: Record<Strain, boolean> = {
    memory: found.hasMemoryKill,
    processes: found.processes >= limits.processes * PROCESSES_SHARE,
    disk: found.freeBytes < limits.diskBytes * LEFT_SHARE,
    files: found.freeFiles < limits.files * LEFT_SHARE,
    descriptors: found.descriptors.some((count) => count >= limits.openFiles * (1 - LEFT_SHARE)),
    stopped: found.isAgentStopped,
  };
  return (Object.keys(strains) as Strain[]).filter((strain) => strains[strain]);
}

/** Not waited out: the table of open files is the machine's, and a bomb fills it in seconds. */
export function isDescriptorBomb(
  { descriptors }: Findings,
  limits: Limits,
  hasCgroup: boolean,
): boolean {
  const total = descriptors.reduce((sum, count) => sum + count, 0);
  return total > limits.openFiles * (hasCgroup ? DESCRIPTOR_FACTOR : UNCOUNTED_DESCRIPTOR_FACTOR);
}

export type StrainMemory = {
  /** Says which strain of this sandbox has lasted too long by now. */
  note(id: string, strains: readonly Strain[], nowMs: number): Strain | undefined;
  /** Forgets all sandboxes but these. */
  keep(ids: ReadonlySet<string>): void;
};

/** Kills come one by one, and a bomb may be between two: this long a strain counts as going on. */
const GAP_MS = 5_000;

export function createStrainMemory(afterMs: number): StrainMemory {
  const seen = new Map<string, Map<Strain, { firstMs: number; lastMs: number }>>();
  return {
    note(id, strains, nowMs) {
      const known = seen.get(id) ?? new Map<Strain, { firstMs: number; lastMs: number }>();
      seen.set(id, known);
      for (const strain of strains) {
        const before = known.get(strain);
        const isOn = before !== undefined && nowMs - before.lastMs <= GAP_MS;
        known.set(strain, { firstMs: isOn ? before.firstMs : nowMs, lastMs: nowMs });
      }
      return strains.find((strain) => nowMs - (known.get(strain)?.firstMs ?? nowMs) >= afterMs);
    },
    keep(ids) {
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
    },
  };
}

/** Of the upper layer, through the mount namespace of the sandbox's bubblewrap. */
export function readRoom(sandbox: {
  bubblewrapPid: number;
  directory: string;
}): Pick<Findings, 'freeBytes' | 'freeFiles'> {
  try {
    const root = `/proc/${sandbox.bubblewrapPid}/root`;
    const { bavail, bsize, ffree } = statfsSync(join(root, sandbox.directory, 'm'));
    return { freeBytes: bavail * bsize, freeFiles: ffree };
  } catch {
    // It is ending, or has not mounted yet.
    return { freeBytes: Infinity, freeFiles: Infinity };
  }
}

/** Linux tells the number as the directory's size (since 6.2); 0 for who is closed to us. */
export function countDescriptors(pid: number): number {
  try {
    return statSync(`/proc/${pid}/fd`).size;
  } catch {
    return 0;
  }
}
