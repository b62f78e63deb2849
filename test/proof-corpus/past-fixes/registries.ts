// Published archives, had from their registries when a corpus is played: through npm for the one,
// from the index that pip is set up with for the other. pip itself would run the setup of what it
// downloads, on this machine. Whatever comes is compared with the digest of its row, from the cache
// as well; what cannot be reached is told as such and is no fault.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Honest } from '../corpus.ts';
import { hasDigest, readArchive } from './archive.ts';
import { honestOf, nameOf, type PastFix, type Version } from './fix.ts';

const execute = promisify(execFile);
const TIMEOUT_MS = 60_000;

export type Fetched = { honest: Honest[]; skipped: string[] };

/** Throws when an archive is another than its row says. */
export async function fetchFixes(fixes: readonly PastFix[]): Promise<Fetched> {
  const fetched: Fetched = { honest: [], skipped: [] };
  for (const fix of fixes) {
    const sides = [archiveOf(fix, fix.base), archiveOf(fix, fix.head)];
    const [base, head] = await Promise.all(sides);
    if (base === undefined || head === undefined) {
      fetched.skipped.push(`${nameOf(fix)}: the registry is not reachable`);
      continue;
    }
    const files = {
      base: await readArchive(base, fix.files),
      head: await readArchive(head, fix.changed),
    };
    fetched.honest.push(honestOf(fix, files));
  }
  return fetched;
}

async function archiveOf(fix: PastFix, of: Version): Promise<Uint8Array | undefined> {
  const cache = join(tmpdir(), `redgreen-past-fixes-${process.getuid?.() ?? 0}`);
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const place = join(
    cache,
    `${fix.registry}-${fix.package.replaceAll('/', '-')}-${of.version}.tgz`,
  );
  const known = await readFile(place).catch(() => undefined);
  if (known !== undefined && hasDigest(known, of.digest)) return known;
  const bytes = await (fix.registry === 'npm' ? fromNpm : fromPypi)(fix.package, of);
  if (bytes === undefined) return undefined;
  if (!hasDigest(bytes, of.digest)) throw new Error(`${nameOf(fix)}: ${of.version} is another`);
  await writeFile(`${place}.new`, bytes);
  await rename(`${place}.new`, place);
  return bytes;
}

async function fromNpm(name: string, { version }: Version): Promise<Uint8Array | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-npm-'));
  try {
    const flags = ['--ignore-scripts', '--silent', `--pack-destination=${directory}`];
    const options = { cwd: directory, timeout: TIMEOUT_MS };
    await execute('npm', ['pack', `${name}@${version}`, ...flags], options);
    const [file = ''] = await readdir(directory);
    return await readFile(join(directory, file));
  } catch {
    return undefined;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function fromPypi(name: string, { digest }: Version): Promise<Uint8Array | undefined> {
  try {
    const page = `${await pipIndex()}/${name}/`;
    const listed = await (await get(page)).text();
    const link = new RegExp(`href="([^"]+#sha256=${digest})"`).exec(listed)?.[1];
    if (link === undefined) return undefined;
    const url = new URL(link.replaceAll('&amp;', '&'), page);
    return new Uint8Array(await (await get(url.href)).arrayBuffer());
  } catch {
    return undefined;
  }
}

/** pip prints it with its other defaults, as settings and environment have changed them. */
async function pipIndex(): Promise<string> {
  const options = { timeout: TIMEOUT_MS, env: { ...process.env, COLUMNS: '500' } };
  const { stdout } = await execute('python3', ['-m', 'pip', 'download', '--help'], options);
  const url = /--index-url <url>[^(]*\(default\s+(\S+)\)/.exec(stdout)?.[1];
  if (url === undefined) throw new Error('pip names no index');
  return url.replace(/\/+$/, '');
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return response;
}
