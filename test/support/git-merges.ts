// What git makes of three versions of a text: as `git merge` does by default, many at once, and as
// `git merge-file` does, which lays lines side by side in another way.
import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Triple = { base: Buffer; ours: Buffer; theirs: Buffer };

const execute = promisify(execFile);
const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

/** Of each triple the text, or undefined for a conflict. */
export async function mergeAll(
  folder: string,
  triples: readonly Triple[],
): Promise<(Buffer | undefined)[]> {
  const bare = join(folder, 'all.git');
  await execute('git', ['init', '--quiet', '--bare', bare], { env });
  await run(['--git-dir', bare, 'fast-import', '--quiet'], Buffer.concat(imported(triples)));
  const merging = [
    '--git-dir',
    bare,
    'merge-tree',
    '--write-tree',
    '-z',
    '--name-only',
    '--no-messages',
  ];
  const { output } = await run([...merging, 'ours', 'theirs']);
  const [tree = '', ...names] = output.toString().split('\0').filter(Boolean);
  const conflicts = new Set(names);
  const wanted = triples.map((_one, at) => `${tree}:${at}\n`).join('');
  const read = await run(['--git-dir', bare, 'cat-file', '--batch'], Buffer.from(wanted));
  return readBlobs(read.output).map((bytes, at) => (conflicts.has(`${at}`) ? undefined : bytes));
}

function imported(triples: readonly Triple[]): Buffer[] {
  const parts: (Buffer | string)[] = [];
  for (const [at, side] of (['base', 'ours', 'theirs'] as const).entries()) {
    parts.push(`commit refs/heads/${side}\nmark :${at + 1}\ncommitter a <a@a> 0 +0000\ndata 0\n`);
    if (side !== 'base') parts.push('from :1\n');
    for (const [name, triple] of triples.entries()) {
      const bytes = triple[side];
      parts.push(`M 100644 inline ${name}\ndata ${bytes.length}\n`, bytes, '\n');
    }
  }
  return parts.map((part) => Buffer.from(part));
}

function readBlobs(output: Buffer): Buffer[] {
  const blobs: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const size = Number(output.subarray(at, end).toString().split(' ')[2]);
    blobs.push(output.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return blobs;
}

export async function mergeFile(
  folder: string,
  { base, ours, theirs }: Triple,
): Promise<Buffer | undefined> {
  await mkdir(folder, { recursive: true });
  const paths = {
    ours: join(folder, 'ours'),
    base: join(folder, 'base'),
    theirs: join(folder, 'theirs'),
  };
  await writeFile(paths.ours, ours);
  await writeFile(paths.base, base);
  await writeFile(paths.theirs, theirs);
  const files = [paths.ours, paths.base, paths.theirs];
  const asked = execute('git', ['merge-file', '-p', ...files], { env, encoding: 'buffer' });
  return await asked.then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

async function run(args: readonly string[], input = Buffer.alloc(0)) {
  const child = spawn('git', args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, output: Buffer.concat(parts) };
}
