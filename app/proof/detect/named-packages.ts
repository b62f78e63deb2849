// Which packages a manifest names by itself: not what those bring along, which is the lock file's.
// Reads what is right and finds nothing in what is broken: whoever installs says so. The text comes
// from a sandbox: everything here is linear in its length. Pure.
import { z } from 'zod';
import { fileName } from '../path-rules.ts';
import { parsed } from './package-json.ts';
import { namedPackages as pythonPackages } from './python-manager.ts';
import { readToml } from './toml.ts';

type Reader = (text: string) => string[];

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^package\.json$/, packageJson],
  [/^composer\.json$/, composer],
  [/^(?:pyproject\.toml|Pipfile)$/, python],
  [/requirements[\w.-]*\.(?:txt|in)$/i, requirements],
  [/^Cargo\.toml$/, cargo],
  [/^go\.mod$/, goModule],
  [/^(?:Gemfile|gems\.rb)$/, (text) => matches(text, /^[ \t]*gem[ (]+["']([\w.-]+)["']/gm)],
  [/^pom\.xml$/, maven],
  [/^build\.gradle(?:\.kts)?$/, (text) => matches(text, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g)],
];

const LONGEST_NAME = 300;
const LONGEST_LINE = 1_000;

/** Of a path that holds no manifest, none. */
export function packagesIn(path: string, text: string): string[] {
  const name = path.includes('requirements/') ? 'requirements.txt' : fileName(path);
  return READERS.find(([pattern]) => pattern.test(name))?.[1](text) ?? [];
}

/** Without its version and extras, in one spelling: `Left_Words[all]>=1` is `left-words`. */
export function packageName(text: string): string {
  const bare = text
    .slice(0, LONGEST_NAME)
    .trim()
    .replace(/(?<=.)(?:[@=<>~^!;[ ].*|(?<=^[^:]+:[^:]+):.*)$/, '');
  return bare.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** The name that a package.json gives to its own project. */
export function ownName(text: string): string[] {
  const read = z.looseObject({ name: z.string() }).safeParse(parsed(text));
  return read.success ? [read.data.name] : [];
}

const Versions = z.record(z.string(), z.unknown()).catch({});

function packageJson(text: string): string[] {
  const Manifest = z.looseObject({
    dependencies: Versions,
    devDependencies: Versions,
    optionalDependencies: Versions,
    peerDependencies: Versions,
  });
  const read = Manifest.safeParse(parsed(text));
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

function composer(text: string): string[] {
  const Manifest = z.looseObject({ require: Versions, 'require-dev': Versions });
  const read = Manifest.safeParse(parsed(text));
  if (!read.success) return [];
  const names = [read.data.require, read.data['require-dev']].flatMap((one) => Object.keys(one));
  return names.filter((name) => name.includes('/'));
}

function python(text: string): string[] {
  const toml = readToml(text);
  return toml === undefined ? [] : pythonPackages(toml).filter((name) => name !== 'python');
}

function requirements(text: string): string[] {
  return matches(text, /^[ \t]*([A-Za-z0-9][\w.-]*)/gm);
}

const CARGO = /(?:^|\.)(?:dev-|build-)?dependencies(?:\.([\w-]+))?$/;

function cargo(text: string): string[] {
  return [...(readToml(text) ?? [])].flatMap(([table, keys]) => {
    const match = CARGO.exec(table);
    if (match === null) return [];
    return match[1] === undefined ? keys.keys().toArray() : [match[1]];
  });
}

function goModule(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.length < LONGEST_LINE && !line.includes('// indirect'))
    .flatMap((line) => matches(line, /^\s*(?:require\s+)?([\w.-]+\.[\w./~-]+)\s+v\d/g));
}

function maven(text: string): string[] {
  const [, ...parts] = text.split('<dependency>');
  return parts.flatMap((rest) => {
    const [part = ''] = rest.split('</dependency>', 1);
    const group = /<groupId>\s*([^<\s]+)/.exec(part)?.[1];
    const artifact = /<artifactId>\s*([^<\s]+)/.exec(part)?.[1];
    return group === undefined || artifact === undefined ? [] : [`${group}:${artifact}`];
  });
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
