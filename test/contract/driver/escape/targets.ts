// What the probes aim at, planted outside every sandbox: files, sockets, ports, a process of the
// sandboxes' own uid with memory shared and private, a terminal. Knows what of it was touched.
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

export type Targets = {
  canary: string;
  /** What probes are told; never the canary itself. */
  places: Readonly<Record<string, string | number>>;
  /** Says what was reached or changed; empty as long as nobody got out. */
  touched(): string[];
  close(): Promise<void>;
};

/** Held open in the memory, the environment and the arguments of a process of the host. */
const VICTIM = `
import ctypes, json, os, pty, select
canary = os.environ["REDGREEN_CANARY"].encode()
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
shm = libc.shmget(0, 4096, 0o1666)
ctypes.memmove(libc.shmat(shm, None, 0), canary, len(canary))
queue = libc.msgget(0, 0o1666)
libc.msgsnd(queue, ctypes.create_string_buffer(bytes([1,0,0,0,0,0,0,0]) + canary), len(canary), 0)
semaphore = libc.semget(0, 1, 0o1666)
master, slave = pty.openpty()
os.chmod(os.ttyname(slave), 0o666)
said = {"pid": os.getpid(), "shm": shm, "queue": queue, "semaphore": semaphore, "terminal": os.ttyname(slave)}
print(json.dumps(said), flush=True)
try:
    while True:
        ready = select.select([0, master], [], [])[0]
        if master in ready: print("terminal " + repr(os.read(master, 1000)), flush=True)
        if 0 in ready and not os.read(0, 100): break
finally:
    libc.shmctl(shm, 0, None); libc.msgctl(queue, 0, None); libc.semctl(semaphore, 0, 0)
`;

const Said = z.object({
  pid: z.number(),
  shm: z.number(),
  queue: z.number(),
  semaphore: z.number(),
  terminal: z.string(),
});

/** `uid`: of the sandboxes, when it is not our own. */
export async function plantTargets(directory: string, uid: number | undefined): Promise<Targets> {
  const canary = randomUUID();
  const visits: string[] = [];
  const files = await plantFiles(directory, canary, uid);
  const shared = `/dev/shm/redgreen-canary-${randomUUID()}`;
  await writeFile(shared, canary, { mode: 0o644 });
  const sockets = await plantSockets(directory, canary, (name) => visits.push(name));
  const victim = await plantVictim(canary, uid, (line) => visits.push(line));
  return {
    canary,
    places: {
      ...files,
      ...sockets.places,
      ...victim.places,
      shared,
      rootDevice: statSync('/').dev,
      rootInode: statSync('/').ino,
      hostname: hostname(),
      hostAddress: ownAddress(),
    },
    touched() {
      const changed = readFileSync(files.writable, 'utf8') === UNTOUCHED ? [] : ['file'];
      const made = readdirSync(files.open).map((name) => `${name} made`);
      const process = victim.isUnchanged() ? [] : ['process'];
      return [...visits, ...changed, ...made, ...process];
    },
    async close() {
      await victim.close();
      sockets.close();
      await rm(shared, { force: true });
    },
  };
}

const UNTOUCHED = 'untouched\n';

async function plantFiles(directory: string, canary: string, uid: number | undefined) {
  const plain = join(directory, 'canary');
  const writable = join(directory, 'writable');
  const lock = join(directory, 'sandboxd.json');
  const open = join(directory, 'open');
  await writeFile(plain, canary);
  await chmod(plain, 0o644);
  await writeFile(writable, UNTOUCHED);
  await chmod(writable, 0o666);
  if (uid !== undefined) await chown(writable, uid, uid);
  await writeFile(lock, canary, { mode: 0o600 });
  await mkdir(open);
  await chmod(open, 0o777);
  const credentials = join(directory, '.git-credentials');
  await writeFile(credentials, `https://x-access-token:${canary}@git.test`);
  await chmod(credentials, 0o644);
  return { plain, writable, lock, open, credentials };
}

async function plantSockets(
  directory: string,
  canary: string,
  onVisit: (name: string) => void,
): Promise<{ places: Record<string, string | number>; close(): void }> {
  const servers: Server[] = [];
  const listen = async (name: string, where: ListenOptions): Promise<number> => {
    const server = createServer((socket) => {
      onVisit(name);
      socket.on('error', () => undefined).end(canary);
    });
    server.listen(where);
    await once(server, 'listening');
    servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const socket = join(directory, 'docker.sock');
  await listen('unix socket', { path: socket });
  await chmod(socket, 0o777);
  const abstract = `redgreen-canary-${randomUUID()}`;
  await listen('abstract socket', { path: `\0${abstract}` });
  const port = await listen('port', { host: '0.0.0.0', port: 0 });
  const port6 = await listen('port of IPv6', { host: '::1', port: 0 }).catch(() => 0);
  const datagrams = createSocket('udp4', (message, { port: at, address }) => {
    onVisit(`datagram ${message.toString('latin1', 0, 40)}`);
    datagrams.send(canary, at, address);
  });
  datagrams.bind(0, '127.0.0.1');
  await once(datagrams, 'listening');
  return {
    places: { socket, abstract, port, port6, datagramPort: datagrams.address().port },
    close() {
      for (const server of servers) server.close();
      datagrams.close();
    },
  };
}

type Victim = ChildProcessByStdio<Writable, Readable, null>;

async function plantVictim(canary: string, uid: number | undefined, onTouch: (l: string) => void) {
  const child: Victim = spawn('/usr/bin/python3', ['-c', VICTIM, `--token=${canary}`], {
    env: { PATH: '/usr/bin:/bin', REDGREEN_CANARY: canary },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const places = Said.parse(JSON.parse(await nextLine(lines)));
  lines.on('line', onTouch);
  const state = () => stateOf(places.pid);
  const before = state();
  return {
    places: {
      ...places,
      terminalDevice: statSync(places.terminal).rdev,
      terminalsDevice: statSync(places.terminal).dev,
    },
    isUnchanged: () => child.exitCode === null && child.signalCode === null && state() === before,
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(timer);
      lines.close();
    },
  };
}

/** What others of its uid could change: priority, out-of-memory score, limits. */
function stateOf(pid: number): string {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
  const nice = read('stat').split(') ')[1]?.split(' ')[16];
  return [nice, read('oom_score_adj'), read('limits')].join('\n');
}

async function nextLine(lines: Interface): Promise<string> {
  const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(20_000) });
  assert.equal(typeof line, 'string');
  return String(line);
}

/** Of a card that leads outside, else loopback. */
function ownAddress(): string {
  const cards = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return (
    cards.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
  );
}
