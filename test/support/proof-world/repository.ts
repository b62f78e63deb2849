// Repositories of a proof world: real git, one bare repository for each set of files, packed once.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../app/errors.ts';
import type { TreeEntry, Workspaces } from '../../../app/workspace/port.ts';

const execute = promisify(execFile);

export type Files = Readonly<Record<string, string>>;
/** `name` is made from the files: the same files are the same repository. */
export type Repository = { id: number; name: string; files: Files; sha: string; pack: Uint8Array };

export type Repositories = Workspaces & {
  add(files: Files): Promise<Repository>;
  named(name: string): Repository;
};

export function createRepositories(directory: string): Repositories {
  const known = new Map<string, Promise<Repository>>();
  const ready = new Map<string, Repository>();
  const named = (name: string) => {
    const found = ready.get(name);
    if (found === undefined) throw new AppError('NOT_FOUND', { details: { name } });
    return found;
  };
  return {
    named,
    async add(files) {
      const name = nameOf(files);
      const place = join(directory, name);
      const made = known.get(name) ?? makeRepository({ id: known.size + 1, name, files, place });
      known.set(name, made);
      ready.set(name, await made);
      return await made;
    },
    pack: async ({ repository }) => named(repository.name).pack,
    look: async ({ repository, wanted }) => {
      const { files } = named(repository.name);
      const paths = Object.keys(files);
      const texts = new Map(wanted(paths).map((path) => [path, files[path] ?? '']));
      const entries = new Map(paths.map((path) => [path, entryOf(files[path])]));
      return { paths, texts, entries, folders: new Map() };
    },
    changes: async () => ({ ok: true, files: [] }),
  };
}

function nameOf(files: Files): string {
  return `r-${createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)}`;
}

/** As git has it after `git add`. */
function entryOf(text = ''): TreeEntry {
  const header = `blob ${Buffer.byteLength(text)}\0`;
  const object = createHash('sha1').update(header).update(text).digest('hex');
  return { mode: text.startsWith('#!') ? '100755' : '100644', object };
}

/** The same commit for the same files: who and when are fixed. */
const WHO = ['AUTHOR', 'COMMITTER'].map((role) => [
  [`GIT_${role}_NAME`, 'mona'],
  [`GIT_${role}_EMAIL`, 'mona@example.com'],
  [`GIT_${role}_DATE`, '2026-01-01T00:00:00Z'],
]);

type Place = Pick<Repository, 'id' | 'name' | 'files'> & { place: string };

async function makeRepository({ id, name, files, place }: Place): Promise<Repository> {
  const work = join(place, 'work');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    const mode = text.startsWith('#!') ? 0o755 : 0o644;
    await writeFile(join(work, path), text, { mode });
  }
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...Object.fromEntries(WHO.flat()),
  };
  const git = async (...args: string[]) => await execute('git', ['-C', work, ...args], { env });
  await git('init', '--quiet', '--template=', '--initial-branch=base');
  await git('add', '--all');
  await git('commit', '--quiet', '--message=base');
  const { stdout: sha } = await git('rev-parse', 'HEAD');
  const bare = join(place, 'bare');
  await git('clone', '--quiet', '--bare', '--template=', '--no-hardlinks', work, bare);
  await execute('tar', ['--owner=0', '--group=0', '-C', bare, '-cf', `${bare}.tar`, '.']);
  return { id, name, files, sha: sha.trim(), pack: await readFile(`${bare}.tar`) };
}
