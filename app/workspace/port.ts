// The base commit on its way into a sandbox. Types only.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { RepositoryRef } from '../github/port.ts';

export type Workspaces = {
  /**
   * A tar of a bare, shallow clone that holds `sha` as the branch `base`; no remote, no token, no
   * hook is in it. Throws WORKSPACE_UNAVAILABLE when the commit cannot be had,
   * GITHUB_UNAVAILABLE when only GitHub cannot be reached.
   */
  pack(
    request: { repository: RepositoryRef; sha: string },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /**
   * All paths of the commit that are text, and the texts of the regular files among those that
   * `wanted` chooses.
   * What is longer than 64 KB is left out. Throws as `pack`.
   */
  look(
    request: {
      repository: RepositoryRef;
      sha: string;
      /** Always the same function: what it chose is kept. */
      wanted: (paths: readonly string[]) => readonly string[];
    },
    signal: AbortSignal,
  ): Promise<Look>;
  /** What differs from one commit to another: contents, modes, what is gone. Throws as `pack`. */
  changes(
    request: { repository: RepositoryRef; from: string; to: string },
    signal: AbortSignal,
  ): Promise<Changes>;
};

export type Changes =
  | { ok: true; files: readonly FileChange[] }
  /** Too many or too large, or of a kind that cannot be laid anywhere (a submodule). */
  | { ok: false; problem: string };

/** As git names what lies at a path: `100644` and the blob, `160000` and a submodule's commit. */
export type TreeEntry = { mode: string; object: string };

export type Look = {
  paths: readonly string[];
  texts: ReadonlyMap<string, string>;
  /** The whole tree of the commit; names that are not UTF-8 as `sandbox/protocol/git-names.ts` writes them. */
  entries: ReadonlyMap<string, TreeEntry>;
  /** The names of its folders' trees, as git has them. */
  folders: ReadonlyMap<string, string>;
};
