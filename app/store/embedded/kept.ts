// A server that an operator started by hand runs until he stops it; a mark beside its data says so.
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../../config/paths.ts';

export async function keep(paths: Paths): Promise<void> {
  await writeFile(mark(paths), '');
}

export async function isKept(paths: Paths): Promise<boolean> {
  return await access(mark(paths)).then(
    () => true,
    () => false,
  );
}

export async function keepNoLonger(paths: Paths): Promise<void> {
  await rm(mark(paths), { force: true });
}

function mark({ state }: Paths): string {
  return join(state, 'postgres.kept');
}
