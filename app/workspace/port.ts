// The base commit on its way into a sandbox. Types only.
import type { RepositoryRef } from '../github/port.ts';

export type Workspaces = {
  /**
   * A tar of a bare, shallow clone that holds `sha` as the branch `base`; no remote, no token, no
   * hook is in it. Throws WORKSPACE_UNAVAILABLE when the commit cannot be had.
   */
  pack(
    request: { repository: RepositoryRef; sha: string },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /**
   * All paths of the commit, and the texts of the regular files among those that `wanted` chooses.
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
};

export type Look = { paths: readonly string[]; texts: ReadonlyMap<string, string> };
