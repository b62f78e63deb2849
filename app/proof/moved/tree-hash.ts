// The name git gives to a tree with some files changed, computed from the entries of the whole tree.
// What GitHub made is compared with it. Pure.
import { createHash } from 'node:crypto';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { bytesOfPath } from '../../../sandbox/protocol/git-names.ts';
import type { TreeEntry } from '../../workspace/port.ts';

const MODES = { [0o644]: '100644', [0o755]: '100755', [0o120000]: '120000' } as const;

type Folder = Map<string, TreeEntry | Folder>;

type Tree = { entries: ReadonlyMap<string, TreeEntry>; folders: ReadonlyMap<string, string> };

/**
 * Files of one folder and folders in it never share a name: what a change puts in the way wins. A folder
 * that nothing touches keeps the name it has, for old programs wrote trees that git itself would not.
 */
export function treeHash({ entries, folders }: Tree, changes: readonly FileChange[]): string {
  const changed = new Map(entries);
  for (const change of changes) {
    changed.delete(change.path);
    if ('deleted' in change) continue;
    const bytes = Buffer.from(change.content, 'base64');
    changed.set(change.path, { mode: MODES[change.mode], object: hashOf('blob', bytes) });
  }
  const touched = new Set(changes.flatMap(({ path }) => foldersOf(path)));
  const kept = new Map([...folders].filter(([path]) => !touched.has(path)));
  return hashOfFolder(toFolder(changed), { kept, below: '' });
}

function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'));
}

function toFolder(entries: ReadonlyMap<string, TreeEntry>): Folder {
  const root: Folder = new Map();
  for (const [path, entry] of entries) {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let folder = root;
    for (const name of names) {
      const known = folder.get(name);
      const inner = known instanceof Map ? known : new Map<string, TreeEntry | Folder>();
      folder.set(name, inner);
      folder = inner;
    }
    folder.set(last, entry);
  }
  return root;
}

type Place = { kept: ReadonlyMap<string, string>; below: string };

function hashOfFolder(folder: Folder, { kept, below }: Place): string {
  const lines = [...folder].map(([text, one]) => {
    const name = bytesOfPath(text);
    if (!(one instanceof Map)) return { mode: one.mode, name, object: one.object, sortedAs: name };
    const path = below + text;
    const object = kept.get(path) ?? hashOfFolder(one, { kept, below: `${path}/` });
    return { mode: '40000', name, object, sortedAs: bytesOfPath(`${text}/`) };
  });
  lines.sort((one, other) => Buffer.compare(one.sortedAs, other.sortedAs));
  const parts = lines.flatMap(({ mode, name, object }) => [
    Buffer.from(`${mode} `),
    name,
    Buffer.of(0),
    Buffer.from(object, 'hex'),
  ]);
  return hashOf('tree', Buffer.concat(parts));
}

/** The name of an object, as git makes it of its bytes. */
export function hashOf(kind: 'blob' | 'tree', bytes: Uint8Array): string {
  return createHash('sha1').update(`${kind} ${bytes.byteLength}\0`).update(bytes).digest('hex');
}
