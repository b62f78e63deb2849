// Prepares what every sandbox of a server shares: the view of the machine's system, a minimal
// /etc, the guest program, the uid. Runs once, at the start of the server.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../app/errors.ts';
import { ANOTHER_PLACE } from '../../driver/port.ts';
import { copyGuest } from '../guest-files.ts';
import type { ServerOptions } from '../options.ts';
import { machineFiles } from './another-machine.ts';
import type { Profile, SystemView } from './bubblewrap.ts';
import { findHostTools } from './host-tools.ts';

export async function prepareProfile(options: ServerOptions): Promise<Profile> {
  const tools = findHostTools();
  requireSealed(options.sealedNodeBinary);
  const shared = join(options.runtimeDirectory, 'shared');
  await rm(shared, { recursive: true, force: true });
  const etcDirectory = join(shared, 'etc');
  const guestDirectory = join(shared, 'guest');
  await makeReadable([shared, etcDirectory, guestDirectory]);
  await Promise.all(
    Object.entries({ ...ETC, ...machineFiles() }).map(async ([name, text]) => {
      await writeReadable(join(etcDirectory, name), text);
    }),
  );
  await copyGuest(guestDirectory);
  return {
    tools,
    system: readSystemView(),
    etcDirectory,
    guestDirectory,
    nodeBinary: options.nodeBinary,
    sealedNodeBinary: options.sealedNodeBinary,
    limits: options.limits,
    uid: process.getuid?.() === 0 ? (options.sandboxUid ?? findUnusedUid()) : undefined,
  };
}

const { user: DEV } = ANOTHER_PLACE;

/** Of both places: which of them it is, is not to be read there. */
const ETC: Readonly<Record<string, string>> = {
  passwd:
    'root:x:0:0:root:/nonexistent:/usr/sbin/nologin\n' +
    'user:x:1000:1000:user:/home/user:/bin/bash\n' +
    `${DEV.name}:x:${DEV.id}:${DEV.id}:${DEV.name}:${ANOTHER_PLACE.home}:/bin/bash\n` +
    'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n',
  group: `root:x:0:\nuser:x:1000:\n${DEV.name}:x:${DEV.id}:\nnogroup:x:65534:\n`,
  hosts: `127.0.0.1 localhost sandbox ${ANOTHER_PLACE.hostname}\n::1 localhost\n`,
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
};

/** Parts of /etc without which installed programs do not work, and which hold nothing private. */
const SYSTEM_ETC = [
  '/etc/alternatives',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/ca-certificates',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust/extracted',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/protocols',
  '/etc/services',
];

function readSystemView(): SystemView {
  const links: { path: string; target: string }[] = [];
  const paths = SYSTEM_ETC.filter((path) => existsSync(path));
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']) {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts?.isSymbolicLink() === true) links.push({ path, target: readlinkSync(path) });
    else if (facts?.isDirectory() === true) paths.push(path);
  }
  return { links, paths };
}

/** Throws ISOLATION_INCOMPLETE when the runner's binary could be read. */
export function requireSealed(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o777) === 0o111) return;
  throw new AppError('ISOLATION_INCOMPLETE', {
    problem: `The sealed node binary ${path} has not the mode 0111, so the runner's memory would be open.`,
    hint: 'Run `redgreen setup` again.',
    details: { path, mode: (mode & 0o777).toString(8) },
  });
}

const FIRST_UID = 64_000;
const LAST_UID = 64_999;

function findUnusedUid(): number {
  const used = new Set([...uidsOfAccounts(), ...uidsOfProcesses()]);
  for (let uid = FIRST_UID; uid <= LAST_UID; uid += 1) if (!used.has(uid)) return uid;
  throw new AppError('ISOLATION_INCOMPLETE', {
    problem: `No unused uid between ${FIRST_UID} and ${LAST_UID}.`,
    hint: 'End other sandbox servers on this machine.',
  });
}

function uidsOfAccounts(): number[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.map((line) => Number(line.split(':')[2]));
}

function uidsOfProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? 0);
}

/** Modes are set apart, because a umask may forbid them. */
async function makeReadable(directories: readonly string[]): Promise<void> {
  for (const directory of directories) {
    await mkdir(directory, { recursive: true });
    await chmod(directory, 0o755);
  }
}

async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o644);
}
