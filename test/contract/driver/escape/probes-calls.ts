// Probes that go through the driver's own calls: paths and links that would lead a file transfer
// out of the sandbox. Each plants its link inside and says what came back.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../../../sandbox/driver/port.ts';
import { HOST_TREE, type Layer } from '../../../../sandbox/local/isolation/weakening.ts';
import { packTar } from './tar.ts';
import type { Targets } from './targets.ts';

export type CallProbe = {
  id: string;
  of: 'A41' | 'A44';
  title: string;
  needs: readonly [Layer, ...Layer[]];
  /** What it got; `WENT` when it changed something. Throws when it is refused. */
  attempt(sandbox: Sandbox, targets: Targets, prefix: string): Promise<string>;
};

const MAX_BYTES = 100_000;

/** The host's paths as they are, and where they show without a tree of its own. */
export const PREFIXES = ['', HOST_TREE] as const;

export const CALL_PROBES: readonly CallProbe[] = [
  {
    id: 'download-path',
    of: 'A41',
    title: 'downloads a file of the host by its path',
    needs: ['own-tree'],
    attempt: async (sandbox, targets, prefix) => await read(sandbox, prefix + pathOf(targets)),
  },
  {
    id: 'download-dots',
    of: 'A41',
    title: 'downloads one by a path with dots',
    needs: ['own-tree'],
    attempt: async (sandbox, targets, prefix) =>
      await read(sandbox, `/workspace/../../../..${prefix}${pathOf(targets)}`),
  },
  {
    id: 'download-link',
    of: 'A41',
    title: 'downloads one through a link',
    needs: ['own-tree'],
    async attempt(sandbox, targets, prefix) {
      await run(sandbox, ['ln', '-sfn', prefix + pathOf(targets), '/workspace/link']);
      return await read(sandbox, '/workspace/link');
    },
  },
  {
    id: 'download-directory-link',
    of: 'A41',
    title: 'downloads one through a linked directory',
    needs: ['own-tree'],
    async attempt(sandbox, targets, prefix) {
      await run(sandbox, ['ln', '-sfn', `${prefix}/`, '/workspace/root']);
      return await read(sandbox, `/workspace/root${pathOf(targets)}`);
    },
  },
  {
    id: 'download-process-root',
    of: 'A41',
    title: "downloads one through the first process's root",
    needs: ['own-tree'],
    attempt: async (sandbox, targets, prefix) =>
      await read(sandbox, `/proc/self/root${prefix}${pathOf(targets)}`),
  },
  {
    id: 'upload-link',
    of: 'A41',
    title: 'uploads over a file of the host through a link',
    needs: ['own-tree'],
    async attempt(sandbox, targets, prefix) {
      const path = String(targets.places['writable']);
      await run(sandbox, ['ln', '-sfn', prefix + path, '/workspace/out']);
      await sandbox.upload('/workspace/out', Buffer.from('by an upload'));
      return readFileSync(path, 'utf8') === 'by an upload' ? 'WENT' : '';
    },
  },
  {
    id: 'upload-dots',
    of: 'A41',
    title: 'uploads a new file into a directory of the host by a path with dots',
    needs: ['own-tree'],
    async attempt(sandbox, targets, prefix) {
      const path = join(String(targets.places['open']), 'by-dots');
      await sandbox.upload(`/workspace/../..${prefix}${path}`, Buffer.from('x'));
      return existsSync(path) ? 'WENT' : '';
    },
  },
  {
    id: 'tar-into-link',
    of: 'A44',
    title: 'has a tar unpacked into a directory that is a link',
    needs: ['own-tree'],
    async attempt(sandbox, targets, prefix) {
      const open = String(targets.places['open']);
      await run(sandbox, ['ln', '-sfn', prefix + open, '/workspace/into']);
      await sandbox.uploadTar('/workspace/into', packTar('into-link', 'x'));
      return existsSync(join(open, 'into-link')) ? 'WENT' : '';
    },
  },
  {
    id: 'tar-through-link',
    of: 'A44',
    title: 'has a tar unpacked over a directory that was replaced by a link',
    needs: ['own-tree'],
    async attempt(sandbox, targets, prefix) {
      const open = String(targets.places['open']);
      await run(sandbox, ['mkdir', '-p', '/workspace/tree']);
      await run(sandbox, ['ln', '-sfn', prefix + open, '/workspace/tree/sub']);
      await sandbox.uploadTar('/workspace/tree', packTar('sub/through-link', 'x'));
      return existsSync(join(open, 'through-link')) ? 'WENT' : '';
    },
  },
];

function pathOf({ places }: Targets): string {
  return String(places['plain']);
}

async function read(sandbox: Sandbox, path: string): Promise<string> {
  return Buffer.from(await sandbox.download(path, { maxBytes: MAX_BYTES })).toString('utf8');
}

async function run(sandbox: Sandbox, command: readonly [string, ...string[]]): Promise<void> {
  await sandbox.exec({ command, timeoutMs: 10_000 });
}
