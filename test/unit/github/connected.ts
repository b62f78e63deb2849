// A seeded forge with our adapter connected to it, as the app has it, and counts of what it made.
import { pino } from 'pino';
import { createGitHub, type GitHubOptions } from '../../../app/github/octokit.ts';
import type { GitHubClient, RepositoryRef } from '../../../app/github/port.ts';
import { Secret } from '../../../app/secret.ts';
import { NAME, OWNER, type SeededForge, startSeededForge } from '../forge/seeded-forge.ts';

export const BRANCH = 'redgreen/issue-1';

export type Connected = {
  seeded: SeededForge;
  github: GitHubClient;
  repository: RepositoryRef;
  /** A second process with the same key. */
  another: (options?: Partial<GitHubOptions>) => ReturnType<typeof createGitHub>;
  /** Calls that the forge carried out. */
  made: (operationId: string) => number;
};

export async function connect(
  options: Partial<GitHubOptions> = {},
  seed: Parameters<typeof startSeededForge>[0] = {},
): Promise<Connected> {
  const seeded = await startSeededForge(seed);
  const { app, forge, installationId } = seeded;
  const another = (more: Partial<GitHubOptions> = {}) =>
    createGitHub({
      appId: app.id,
      privateKey: new Secret(app.privateKey),
      baseUrl: forge.apiUrl,
      log: pino({ level: 'silent' }),
      ...options,
      ...more,
      request: { backOffMs: 20, ...options.request, ...more.request },
    });
  return {
    seeded,
    github: another(),
    repository: { owner: OWNER, name: NAME, installationId },
    another,
    made: (operationId) =>
      forge.calls.filter((call) => call.operationId === operationId && call.status < 300).length,
  };
}

/** A branch with the empty first commit; answers with its head. */
export async function begin({ github, repository, seeded }: Connected, branch = BRANCH) {
  await github.ensureBranch(repository, branch, seeded.headSha);
  const message = '[redgreen] Begin';
  return await github.commit(repository, { branch, parent: seeded.headSha, message, files: [] });
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
