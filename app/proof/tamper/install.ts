// What runs before the tests do, without anybody asking for it: scripts of package managers, build
// scripts, code in manifests. Setup runs them in the sandbox where tests are run later. Pure.

import { SETTINGS } from '../../../sandbox/languages/languages.ts';
import { fileName } from '../../../sandbox/projects/place.ts';
import type { Sides, TamperFinding } from './finding.ts';

const READERS = SETTINGS.flatMap(({ installScripts }) => installScripts);

type Manifest = Pick<Sides, 'path' | 'after' | 'base' | 'head'> & { before: string | undefined };

export function installFindings(manifest: Manifest): TamperFinding[] {
  const { path, before, after } = manifest;
  if (after === undefined) return [];
  const name = fileName(path);
  const read = READERS.find(([pattern]) => pattern.test(name))?.[1];
  if (read === undefined) return [];
  const was = new Set(before === undefined ? [] : read(before, manifest.base));
  const added = read(after, manifest.head).filter((one) => !was.has(one));
  return added.map((one) => ({
    kind: 'install-script-added',
    path,
    detail: `runs before the tests do: ${one.length > 80 ? `${one.slice(0, 79)}…` : one}`,
  }));
}
