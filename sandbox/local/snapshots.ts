// Snapshots: lower layers on disk with what is known of them. They survive the server; they end
// when deleted or at their age limit. One is complete only once its description is written.
import { randomBytes } from 'node:crypto';
import { chown, lchown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../app/errors.ts';
import { parseJson } from '../protocol/parse-json.ts';
import type { Profile } from './isolation/bubblewrap.ts';
import { copyMerged, makeOwned, removeLayer } from './isolation/overlay.ts';

const Description = z.object({
  snapshotId: z.string().regex(/^snapshot-[0-9a-f]{24}$/),
  sandboxId: z.string(),
  names: z.array(z.string()),
  createdAtMs: z.number(),
});
export type Snapshot = z.infer<typeof Description>;

export type Snapshots = {
  list(): Snapshot[];
  find(snapshotId: string): Snapshot | undefined;
  layerOf(snapshotId: string): string;
  create(from: SnapshotSource): Promise<Snapshot>;
  /** False when there is none. */
  remove(snapshotId: string): Promise<boolean>;
  removeOlderThan(createdAtMs: number, isInUse: (snapshotId: string) => boolean): Promise<void>;
};

type SnapshotSource = {
  sandboxId: string;
  bubblewrapPid: number;
  directory: string;
  names: string[];
  nowMs: number;
};

type Store = { profile: Profile; directory: string; known: Map<string, Snapshot> };

export async function openSnapshots(profile: Profile, directory: string): Promise<Snapshots> {
  // Other users of the machine must not read repositories there.
  await makeOwned(profile, directory, 0o700);
  const store: Store = { profile, directory, known: new Map() };
  await load(store);
  return {
    list: () => [...store.known.values()],
    find: (id) => store.known.get(id),
    layerOf: (id) => join(directory, id),
    create: async (from) => await create(store, from),
    remove: async (id) => await remove(store, id),
    async removeOlderThan(createdAtMs, isInUse) {
      for (const snapshot of store.known.values()) {
        const isOld = snapshot.createdAtMs < createdAtMs && !isInUse(snapshot.snapshotId);
        if (isOld) await remove(store, snapshot.snapshotId);
      }
    },
  };
}

async function load(store: Store): Promise<void> {
  for (const name of await readdir(store.directory)) {
    if (!name.endsWith('.json')) continue;
    const text = await readFile(join(store.directory, name), 'utf8');
    const description = Description.safeParse(parseJson(text));
    if (description.success) await adopt(store, description.data);
  }
  // What has no description was being made or removed when its server died.
  for (const name of await readdir(store.directory)) {
    const id = name.replace(/\.json$/, '');
    if (!store.known.has(id)) await discard(store, name);
  }
}

/** Another server may have used another uid; layers must belong to the one that mounts them. */
async function adopt(store: Store, snapshot: Snapshot): Promise<void> {
  const { uid } = store.profile;
  const layer = join(store.directory, snapshot.snapshotId);
  const facts = await stat(layer).catch(() => undefined);
  if (facts?.isDirectory() !== true) return;
  if (uid !== undefined && facts.uid !== uid) await chownTree(layer, uid);
  store.known.set(snapshot.snapshotId, snapshot);
}

async function chownTree(directory: string, uid: number): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, uid);
  }
  await chown(directory, uid, uid);
}

async function create(store: Store, from: SnapshotSource): Promise<Snapshot> {
  const snapshotId = `snapshot-${randomBytes(12).toString('hex')}`;
  const layer = join(store.directory, snapshotId);
  await makeOwned(store.profile, layer);
  try {
    await copyMerged(store.profile, from, layer);
  } catch (error) {
    await removeLayer(store.profile, layer);
    throw error;
  }
  const { sandboxId, names, nowMs } = from;
  const snapshot: Snapshot = { snapshotId, sandboxId, names, createdAtMs: nowMs };
  const file = `${layer}.json`;
  await writeFile(`${file}.new`, JSON.stringify(snapshot), { mode: 0o600 });
  await rename(`${file}.new`, file);
  store.known.set(snapshotId, snapshot);
  return snapshot;
}

async function remove(store: Store, snapshotId: string): Promise<boolean> {
  if (!store.known.delete(snapshotId)) return false;
  await rm(join(store.directory, `${snapshotId}.json`), { force: true });
  await removeLayer(store.profile, join(store.directory, snapshotId));
  return true;
}

async function discard(store: Store, name: string): Promise<void> {
  // Only names of our own making: a wrong directory in the options must not cost its files.
  if (!/^snapshot-[0-9a-f]{24}(\.json(\.new)?)?$/.test(name)) {
    throw new AppError('SANDBOX_SERVER_FAILED', {
      problem: `The snapshot directory holds '${name}', which is not a snapshot.`,
      hint: 'Give the server a directory of its own.',
      details: { directory: store.directory },
    });
  }
  await removeLayer(store.profile, join(store.directory, name));
}
