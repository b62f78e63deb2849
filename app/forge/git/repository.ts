// Bare repositories seen through git's own plumbing. What is made here is what `git fetch` sees.
// Knows nothing about GitHub.
import { type CatFile, createCatFile } from './cat-file.ts';
import { createObjects } from './objects.ts';
import { createHistory, createRefs } from './refs.ts';
import { createRunGit, type GitMachine, type RunGit } from './run.ts';

export type GitRepository = ReturnType<typeof createGitRepository>;

export type GitRepositories = {
  run: RunGit;
  /** The same one for the same directory, which need not be there yet. */
  open(directory: string): GitRepository;
  /** Resolves when none has a process left; for after the signal. */
  ended(): Promise<void>;
};

export function createGitRepositories(machine: GitMachine, closing: AbortSignal): GitRepositories {
  const run = createRunGit(machine, closing);
  const opened = new Map<string, GitRepository>();
  return {
    run,
    open(directory) {
      const known = opened.get(directory);
      if (known !== undefined) return known;
      const git = createGitRepository(
        directory,
        run,
        createCatFile(directory, { machine, closing }),
      );
      opened.set(directory, git);
      return git;
    },
    async ended() {
      await Promise.all(Array.from(opened.values(), async (git) => await git.ended()));
    },
  };
}

function createGitRepository(directory: string, runGit: RunGit, catFile: CatFile) {
  const run: RunGit = async (args, options) =>
    await runGit(['--git-dir', directory, ...args], options);
  return {
    directory,
    run,
    ended: catFile.ended,
    ...createObjects(directory, run, catFile),
    ...createRefs(run, catFile),
    ...createHistory(run),
  };
}
