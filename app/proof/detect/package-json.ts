// package.json, as far as it says how a project is installed and tested. Pure.
import { z } from 'zod';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';
import type { Place } from './place.ts';

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
  const read = PackageJson.safeParse(text === undefined ? undefined : parsed(text));
  return read.success ? read.data : 'broken';
}

export function hasPackage({ dependencies, devDependencies }: PackageJson, name: string): boolean {
  return Object.hasOwn(devDependencies, name) || Object.hasOwn(dependencies, name);
}

export function hasDependencies({ dependencies, devDependencies }: PackageJson): boolean {
  return Object.keys(dependencies).length + Object.keys(devDependencies).length > 0;
}

/** Undefined: no JSON. */
export function parsed(text: string): unknown {
  return parseJson(text.replace(/^\uFEFF/, ''));
}

function toText([name, value]: [string, unknown]): [string, string][] {
  return typeof value === 'string' ? [[name, value]] : [];
}
