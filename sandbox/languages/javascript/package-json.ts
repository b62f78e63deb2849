// package.json, as far as it says how a project is installed and tested. Pure.
import { z } from 'zod';
import type { Place } from '../../projects/place.ts';
import { parsedJson } from '../../projects/projects.ts';

const Names = z.record(z.string(), z.unknown()).catch({});
const Globs = z.array(z.string());

/** What has an unexpected shape is as good as absent: other tools may read it. */
const PackageJson = z.object({
  scripts: z
    .record(z.string(), z.unknown())
    .catch({})
    .transform((scripts) => new Map(Object.entries(scripts).flatMap(toText))),
  dependencies: Names,
  devDependencies: Names,
  packageManager: z.string().optional().catch(undefined),
  workspaces: z
    .union([Globs, z.object({ packages: Globs }).transform(({ packages }) => packages)])
    .optional()
    .catch(undefined),
});
export type PackageJson = z.output<typeof PackageJson>;

/** `broken`: it is there and cannot be read. */
export function readPackageJson(place: Place): PackageJson | 'broken' {
  const text = place.text('package.json');
  const read = PackageJson.safeParse(text === undefined ? undefined : parsedJson(text));
  return read.success ? read.data : 'broken';
}

export function hasPackage({ dependencies, devDependencies }: PackageJson, name: string): boolean {
  return Object.hasOwn(devDependencies, name) || Object.hasOwn(dependencies, name);
}

export function hasDependencies({ dependencies, devDependencies }: PackageJson): boolean {
  return Object.keys(dependencies).length + Object.keys(devDependencies).length > 0;
}

const Versions = z.object({
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
});

/** What it names by itself. */
export function packagesOf(text: string): string[] {
  const read = Versions.safeParse(parsedJson(text));
  if (!read.success) return [];
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = read.data;
  return [dependencies, devDependencies, optionalDependencies, peerDependencies]
    .flatMap((group) => Object.entries(group))
    .flatMap(([name, version]) => fetched(name, String(version)));
}

/** What is named otherwise than it is called, and what lies in the repository itself. */
function fetched(name: string, version: string): string[] {
  if (/^(?:workspace|file|link|portal):/.test(version)) return [];
  return [/^npm:(@?[^@]+)/.exec(version)?.[1] ?? name];
}

function toText([name, value]: [string, unknown]): [string, string][] {
  return typeof value === 'string' ? [[name, value]] : [];
}
