// What the agent has seen of files: a file is changed only as it was last seen, so that nobody
// else's change is lost.
import { createHash } from 'node:crypto';

export type FileMemory = {
  /** The agent has seen the file like this, or made it so. */
  remember(path: string, bytes: Uint8Array): void;
  /** `unread`: never seen. `changed`: others have changed it since. */
  compare(path: string, bytes: Uint8Array): 'same' | 'unread' | 'changed';
  /** The newest, to be begun with elsewhere. */
  newest(count: number): [path: string, digest: string][];
};

/** Paths are true paths. */
export function createFileMemory(before: readonly [string, string][] = []): FileMemory {
  const seen = new Map<string, string>(before);
  return {
    remember(path, bytes) {
      // Behind all others: the order is that of the last sight.
      seen.delete(path);
      seen.set(path, digestOf(bytes));
    },
    compare(path, bytes) {
      const digest = seen.get(path);
      if (digest === undefined) return 'unread';
      return digest === digestOf(bytes) ? 'same' : 'changed';
    },
    newest: (count) => [...seen].slice(-count),
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
