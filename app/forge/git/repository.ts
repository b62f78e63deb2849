// One bare repository seen through git's own plumbing. What is made here is what `git fetch` sees.
// Knows nothing about GitHub.
import { createObjects } from './objects.ts';
import { createHistory, createRefs } from './refs.ts';
import type { RunGit } from './run.ts';

export type GitRepository = ReturnType<typeof createGitRepository>;

export function createGitRepository(directory: string, runGit: RunGit) {
  const run: RunGit = async (args, options) =>
    await runGit(['--git-dir', directory, ...args], options);
  return {
    directory,
    run,
    ...createObjects(directory, run),
    ...createRefs(run),
    ...createHistory(run),
  };
}
