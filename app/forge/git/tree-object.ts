// The bytes of a tree object, as `git cat-file` gives them. Pure.

export type TreeEntry = {
  mode: string;
  type: 'blob' | 'tree' | 'commit';
  sha: string;
  /** Of a blob. */
  size?: number;
  path: string;
};

const SHA_BYTES = 20;

/**
 * Entries of this tree alone: `MODE NAME\0` and the sha's bytes, one after the other. `at` is put
 * before each name.
 */
export function parseTree(content: Buffer, at: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let start = 0;
  while (start < content.length) {
    const end = content.indexOf(0, start);
    const text = content.toString('utf8', start, end);
    const space = text.indexOf(' ');
    const mode = text.slice(0, space).padStart(6, '0');
    start = end + 1 + SHA_BYTES;
    const sha = content.toString('hex', end + 1, start);
    entries.push({ mode, type: typeOf(mode), sha, path: at + text.slice(space + 1) });
  }
  return entries;
}

/** A commit is a submodule. */
function typeOf(mode: string): TreeEntry['type'] {
  if (mode === '040000') return 'tree';
  return mode === '160000' ? 'commit' : 'blob';
}
