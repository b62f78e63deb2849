// The bare operations that sandboxes are measured against: one bubblewrap with the product's own
// profile around `true`, without server, overlay and guest; and an HTTP server on loopback in a
// process of its own that answers with what it was sent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import {
  asSandboxUser,
  bubblewrapArguments,
  WRITABLE,
} from '../../../sandbox/local/isolation/bubblewrap.ts';
import { makeMountPoint } from '../../../sandbox/local/isolation/overlay.ts';
import { prepareProfile } from '../../../sandbox/local/isolation/profile.ts';
import { buildSeccompFilter } from '../../../sandbox/local/isolation/seccomp.ts';
import { ServerOptions, type ServerOptionsInput } from '../../../sandbox/local/options.ts';

const DESCRIPTORS = { arguments: 3, seccomp: 4 } as const;

/** Runs `true` in a bubblewrap of the same profile, to its end. */
export async function prepareBareSpawn(
  server: ServerOptionsInput,
  directory: string,
): Promise<() => Promise<void>> {
  const profile = await prepareProfile(
    ServerOptions.parse({ ...server, runtimeDirectory: join(directory, 'bare') }),
  );
  const place = join(directory, 'bare', 'mount');
  await makeMountPoint(profile, place);
  const merged = join(place, 'm', 'merged');
  for (const name of ['.', 'home', 'home/user', ...Object.keys(WRITABLE)]) {
    await mkdir(join(merged, name), { recursive: true });
    if (profile.uid !== undefined) await chown(join(merged, name), profile.uid, profile.uid);
  }
  // What mounts the overlay puts it there.
  const init = join(place, 'm', 'init');
  await copyFile(profile.tools.sh, init);
  await chmod(init, 0o111);
  const filter = buildSeccompFilter(process.arch === 'arm64' ? 'arm64' : 'x64');
  const { seccomp } = DESCRIPTORS;
  const text = `${bubblewrapArguments(profile, { seccomp }).join('\0')}\0`;
  const wrapped = [profile.tools.bwrap, '--args', String(DESCRIPTORS.arguments), 'true'] as const;
  const [program, ...args] = asSandboxUser(profile, wrapped);
  return async () => {
    const child = spawn(program, args, {
      cwd: join(place, 'm'),
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
    });
    // Every descriptor of the list above 2 is a 'pipe', which Node makes a socket.
    (child.stdio[DESCRIPTORS.arguments] as Writable).end(text);
    (child.stdio[DESCRIPTORS.seccomp] as Writable).end(filter);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`the bare bubblewrap ended with ${String(code)}`);
  };
}

export type Echo = AsyncDisposable & {
  /** Sends it and reads it back. */
  send(bytes: Uint8Array): Promise<void>;
};

const ECHO = `
require('node:http')
  .createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => response.end(Buffer.concat(parts)));
  })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });
process.stdin.on('end', () => process.exit(0)).resume();`;

export async function startEcho(): Promise<Echo> {
  const child = spawn(process.execPath, ['-e', ECHO], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    async send(bytes) {
      const body = new Blob([new Uint8Array(bytes)]);
      const answer = await fetch(`http://127.0.0.1:${String(port)}`, { method: 'POST', body });
      const { byteLength } = await answer.arrayBuffer();
      if (byteLength !== bytes.byteLength) throw new Error('the echo is not whole');
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
