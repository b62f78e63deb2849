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
};
