// What is different in another world: everything a program can see and no promise depends on. Every
// value is one that a real machine could have. Pure.
import type { PlacePart } from '../../../sandbox/driver/port.ts';
import type { DOORS } from './doors.ts';

/** By name: in the records, and in words. */
export const DIFFERENCES = {
  workspace: 'the path of the workspace',
  home: 'the home directory',
  user: 'the user and group',
  host: 'the host’s name',
  machine:
    'what the machine says of itself (system, processors, memory, running time, places of programs)',
  env: 'environment variables',
  tmp: 'the directory for temporary files, and what lies there',
  seed: 'the seed of hashes',
  chance: 'chance (of Node and Python)',
  tz: 'the time zone',
  locale: 'the locale',
  date: 'the date (of Node, Python, Ruby and the shell)',
  cpus: 'the number of processors',
  terminal: 'whether output goes to a terminal',
  limits: 'the limits of processes',
  pids: 'how far processes are numbered',
  times: 'the times of files',
  order: 'the order of directory entries',
  start: 'how the runner is started',
  shared: 'whether tests have a process of their own (Node)',
} as const;
export type Difference = keyof typeof DIFFERENCES;

/** Not one of them: the same calls, made by a plain program instead of a test. */
export const CALLER = 'caller';
/** Neither: the same calls again, for what they do besides their answers. */
export const BESIDES = 'besides';

export const ALL_DIFFERENCES = Object.keys(DIFFERENCES).filter((name) => isDifference(name));

export function isDifference(name: string): name is Difference {
  return Object.hasOwn(DIFFERENCES, name);
}

/** A few days ahead instead of years: who needs clocks that agree fails there too. */
export const NEAR = 'date.near';

/** What is asked of whoever makes the sandbox. */
const PLACES: Partial<Record<Difference, PlacePart>> = {
  workspace: 'workspace',
  home: 'home',
  user: 'user',
  host: 'hostname',
  machine: 'machine',
};

export function elsewhereOf(differences: readonly Difference[]): PlacePart[] {
  return differences.flatMap((one) => PLACES[one] ?? []);
}

/** Names the runs of a look at these differences; `base`: on the base commit. */
const WORLD = 'world';
export function lookName(
  what: Difference | 'all' | 'rest' | typeof NEAR | typeof CALLER | typeof BESIDES | typeof DOORS,
  on?: 'base',
): string {
  const name = what === 'all' ? WORLD : `${WORLD}.${what}`;
  return on === 'base' ? `${name}@base` : name;
}
