// The newest few packs, kept in memory: every step of a job wants the same commit.
import type { RepositoryRef } from '../github/port.ts';
import type { Look, Workspaces } from './port.ts';

type KeptPacksLimits = { packs: number; bytes: number };

const LIMITS: KeptPacksLimits = { packs: 8, bytes: 128 * 1024 * 1024 };
const LOOKS = 8;

/** A commit never changes, so neither does its pack. A failed one is not kept. */
export function keepPacks(inner: Workspaces, limits: KeptPacksLimits = LIMITS): Workspaces {
  const kept = new Map<string, Uint8Array>();
  const looks = new Map<string, Look>();
  return {
    async pack(request, signal) {
      const key = keyOf(request);
      const known = kept.get(key);
      const pack = known ?? (await inner.pack(request, signal));
      // The newest stands last; the oldest go first.
      kept.delete(key);
      kept.set(key, pack);
      trim(kept, limits);
      return pack;
    },
    async look(request, signal) {
      const key = keyOf(request);
      const look = looks.get(key) ?? (await inner.look(request, signal));
      looks.delete(key);
      looks.set(key, look);
      for (const oldest of [...looks.keys()].slice(0, -LOOKS)) looks.delete(oldest);
      return look;
    },
    changes: async (request, signal) => await inner.changes(request, signal),
  };
}

function keyOf({ repository, sha }: { repository: RepositoryRef; sha: string }): string {
  const { owner, name, installationId } = repository;
  return `${installationId} ${owner}/${name} ${sha}`;
}

function trim(kept: Map<string, Uint8Array>, limits: KeptPacksLimits): void {
  const total = () => [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  for (const oldest of kept.keys()) {
    if (kept.size <= limits.packs && total() <= limits.bytes) return;
    kept.delete(oldest);
  }
}
