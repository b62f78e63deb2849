// Which folders a Node workspace has as its members: they are installed by its root. Pure.
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { matchesPath } from '../../projects/path-pattern.ts';
import type { Place } from '../../projects/place.ts';
import type { PackageJson } from './package-json.ts';

const PnpmWorkspace = z.object({ packages: z.array(z.string()) });

export type Workspace = { directory: string; globs: readonly string[]; why: string };

/** `broken`: its list cannot be read. */
export function findWorkspace(
  place: Place,
  manifest: PackageJson,
): Workspace | 'broken' | undefined {
  const { directory } = place;
  const text = place.text('pnpm-workspace.yaml');
  if (text !== undefined) {
    const read = readYaml(text);
    if (read === 'broken') return 'broken';
    const packages = PnpmWorkspace.safeParse(read);
    // Since pnpm 10 the file also holds settings alone.
    if (packages.success) {
      const why = `${place.path('pnpm-workspace.yaml')} "packages"`;
      return { directory, globs: packages.data.packages, why };
    }
  }
  if (manifest.workspaces === undefined) return undefined;
  return {
    directory,
    globs: manifest.workspaces,
    why: `${place.path('package.json')} "workspaces"`,
  };
}

export function isMember({ directory, globs }: Workspace, member: string): boolean {
  if (directory !== '' && !member.startsWith(`${directory}/`)) return false;
  if (member === directory) return false;
  const inner = directory === '' ? member : member.slice(directory.length + 1);
  const excluded = globs.filter((glob) => glob.startsWith('!'));
  if (excluded.some((glob) => matchesGlob(glob.slice(1), inner))) return false;
  return globs.some((glob) => !glob.startsWith('!') && matchesGlob(glob, inner));
}

function matchesGlob(glob: string, path: string): boolean {
  const plain = glob.replace(/^\.\//, '').replace(/\/+$/, '');
  return /[*?]/.test(plain) ? matchesPath(plain, path) : plain === path;
}

function readYaml(text: string): unknown {
  const document = parseDocument(text, { version: '1.2' });
  if (document.errors.length > 0) return 'broken';
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return 'broken';
  }
}
