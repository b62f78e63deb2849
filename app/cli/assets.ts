// The files the app needs beside its code: made on the spot in a clone, packed when installed.
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assets } from '../compose/thread.ts';
import type { Paths } from '../config/paths.ts';
import { grammarsDirectory, migrationsDirectory, packageRoot } from './package-root.ts';

export async function findAssets(paths: Paths): Promise<Assets> {
  const root = packageRoot();
  const packed = join(root, 'dist', 'runner.mjs');
  const migrations = migrationsDirectory();
  const grammars = grammarsDirectory();
  if (!existsSync(join(root, 'sandbox', 'runner', 'main.ts'))) {
    return {
      migrations,
      runner: packed,
      instructions: join(root, 'dist', 'instructions'),
      grammars,
      sandboxServer: join(root, 'dist', 'sandbox-server.mjs'),
    };
  }
  const instructions = join(root, 'sandbox', 'runner', 'instructions');
  return { migrations, runner: await bundledRunner(paths), instructions, grammars };
}

/** Built anew at every start: a stale one would run yesterday's code. */
async function bundledRunner({ cache }: Paths): Promise<string> {
  const { bundleRunner } = await import('./bundle/runner.ts');
  await mkdir(cache, { recursive: true });
  const draft = join(cache, `runner-${process.pid}.mjs`);
  const file = join(cache, 'runner.mjs');
  await bundleRunner(draft);
  await rename(draft, file);
  return file;
}
