// The newest few packs, kept in memory: every step of a job wants the same commit.
import type { Workspaces } from './port.ts';

export type KeptPacksLimits = { packs: number; bytes: number };

const LIMITS: KeptPacksLimits = { packs: 8, bytes: 128 * 1024 * 1024 };

/** A commit never changes, so neither does its pack. A failed one is not kept. */
export function keepPacks(inner: Workspaces, limits: KeptPacksLimits = LIMITS): Workspaces {
  const kept = new Map<string, Uint8Array>();
  return {
    async pack(request, signal) {
      const { owner, name, installationId } = request.repository;
      const key = `${installationId} ${owner}/${name} ${request.sha}`;
      const known = kept.get(key);
      const pack = known ?? (await inner.pack(request, signal));
      // The newest stands last; the oldest go first.
      kept.delete(key);
      kept.set(key, pack);
      trim(kept, limits);
      return pack;
    },
  };
}

function trim(kept: Map<string, Uint8Array>, limits: KeptPacksLimits): void {
  const total = () => [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  for (const oldest of kept.keys()) {
    if (kept.size <= limits.packs && total() <= limits.bytes) return;
    kept.delete(oldest);
  }
}
