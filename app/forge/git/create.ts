// Makes a bare repository as the forge needs it: configured for HTTP, with GitHub's hidden refs and
// its rule about workflow files, and with a first commit from a directory or from given files.
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Signature, writeCommit } from './commit-object.ts';
import { NO_OBJECT, withIndex } from './objects.ts';
import type { GitRepositories, GitRepository } from './repository.ts';
import { gitText } from './run.ts';

const SETTINGS = `[core]
\tprotectHFS = true
\tprotectNTFS = true
[http]
\treceivepack = true
[receive]
\thideRefs = refs/pull
\tautogc = false
\tfsckObjects = true
[gc]
\tauto = 0
[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
`;

/** Refuses a push by an app without the `workflows` permission, as GitHub does. */
const UPDATE_HOOK = `#!/bin/sh
[ "$FORGE_WORKFLOWS" = deny ] || exit 0
case "$3" in *[!0]*) ;; *) exit 0 ;; esac
base=$(git merge-base HEAD "$3") || base=$(git hash-object -t tree /dev/null)
case "$2" in *[!0]*) base=$2 ;; esac
file=$(git diff --name-only --no-renames "$base" "$3" -- .github/workflows | head -n 1)
[ -z "$file" ] && exit 0
echo "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission" >&2
exit 1
`;

export async function createBareRepository(
  repositories: GitRepositories,
  directory: string,
  defaultBranch: string,
): Promise<GitRepository> {
  await mkdir(directory, { recursive: true });
  const branch = `--initial-branch=${defaultBranch}`;
  await repositories.run(['init', '--quiet', '--bare', '--template=', branch, directory]);
  await appendFile(join(directory, 'config'), SETTINGS);
  await mkdir(join(directory, 'hooks'), { recursive: true });
  await writeFile(join(directory, 'hooks', 'update'), UPDATE_HOOK, { mode: 0o755 });
  return repositories.open(directory);
}

/** What a person's `git add --all` would take: ignored files and `.git` stay out. */
export async function treeOfDirectory(git: GitRepository, source: string): Promise<string> {
  return await withIndex(git.directory, async (env) => {
    await git.run(['-C', source, '--work-tree', source, 'add', '--all', '--', '.'], { env });
    return await gitText(git.run, ['write-tree'], { env });
  });
}

/** `undefined` removes a file. Modes are 100644, or 100755 for a text that begins with `#!`. */
export async function treeOfFiles(
  git: GitRepository,
  base: string | undefined,
  files: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const changes = await Promise.all(
    Object.entries(files).map(async ([path, text]) => ({
      path,
      mode: text?.startsWith('#!') === true ? '100755' : '100644',
      sha: text === undefined ? undefined : await git.writeObject('blob', text),
    })),
  );
  return await git.changeTree(base, changes);
}

/** Commits a tree onto a branch, which must be at `before`, and returns the commit. */
export async function commitTree(
  git: GitRepository,
  branch: { ref: string; before: string | undefined },
  commit: { tree: string; parent: string | undefined; author: Signature; message: string },
): Promise<string> {
  const { tree, parent, author, message } = commit;
  const parents = parent === undefined ? [] : [parent];
  const text = writeCommit({ tree, parents, author, committer: author, message });
  const sha = await git.writeObject('commit', text);
  if (!(await git.moveRef(branch.ref, branch.before ?? NO_OBJECT, sha))) {
    throw new Error(`the ref ${branch.ref} has moved`);
  }
  return sha;
}
