// The guest program as files that every sandbox may read.
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The guest is run as plain JavaScript: stripping its types in every sandbox would cost 55 ms a
 * start. A bundle brings `agent.mjs`, a clone has the sources.
 */
export async function copyGuest(directory: string): Promise<void> {
  const source = fileURLToPath(new URL('guest/', import.meta.url));
  const bundled = join(source, 'agent.mjs');
  if (existsSync(bundled)) {
    await writeReadable(join(directory, 'agent.mjs'), await readFile(bundled, 'utf8'));
    return;
  }
  for (const name of (await readdir(source)).filter((file) => file.endsWith('.ts'))) {
    const text = stripTypeScriptTypes(await readFile(join(source, name), 'utf8'));
    const imports = /(from\s+'\.\/[a-z-]+)\.ts'/g;
    await writeReadable(
      join(directory, name.replace(/\.ts$/, '.mjs')),
      text.replace(imports, "$1.mjs'"),
    );
  }
}

async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o644);
}
