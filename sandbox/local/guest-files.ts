// The guest program as one file that every sandbox may read.
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Plain JavaScript in one file: stripping types would cost 55 ms at every start of a sandbox, loading
 * seven modules instead of one another 7. A bundle brings the file, a clone joins its sources.
 */
export async function copyGuest(directory: string): Promise<void> {
  const source = fileURLToPath(new URL('guest/', import.meta.url));
  const bundled = join(source, 'agent.mjs');
  const text = existsSync(bundled) ? await readFile(bundled, 'utf8') : await joinGuest(source);
  const path = join(directory, 'agent.mjs');
  await writeFile(path, text);
  await chmod(path, 0o644);
}

/**
 * Without a bundler, which only developers have: each module after those that it needs. A name that
 * two of them declare is no valid program, and a sandbox that does not start says so.
 */
async function joinGuest(source: string): Promise<string> {
  const joined = new Map<string, string>();
  const add = async (name: string): Promise<void> => {
    if (joined.has(name)) return;
    joined.set(name, '');
    const text = stripTypeScriptTypes(await readFile(join(source, name), 'utf8'));
    for (const [, needed = ''] of text.matchAll(OWN_IMPORT)) await add(needed);
    joined.delete(name);
    joined.set(name, text.replaceAll(OWN_IMPORT, '').replaceAll(/^export /gm, ''));
  };
  await add('agent.ts');
  return [...joined.values()].join('\n');
}

const OWN_IMPORT = /^import [^;]*? from '\.\/([a-z-]+\.ts)';$/gm;
