// What the agent has seen of files: a file is changed only as it was last seen, so that nobody
// else's change is lost.
import { createHash } from 'node:crypto';

export type FileMemory = {
  /** The agent has seen the file like this, or made it so. */
  remember(path: string, bytes: Uint8Array): void;
  /** `unread`: never seen. `changed`: others have changed it since. */
  compare(path: string, bytes: Uint8Array): 'same' | 'unread' | 'changed';
};

/** Paths are true paths. */
export function createFileMemory(): FileMemory {
  const seen = new Map<string, string>();
  return {
    remember(path, bytes) {
      seen.set(path, digestOf(bytes));
    },
    compare(path, bytes) {
      const digest = seen.get(path);
      if (digest === undefined) return 'unread';
      return digest === digestOf(bytes) ? 'same' : 'changed';
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
