// Finds the programs of the machine that sandboxes are made with, and says by name which is
// missing. Looks only where the system keeps programs, never along a PATH somebody can set.
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../app/errors.ts';

const PLACES = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin'];

export type HostTools = {
  bwrap: string;
  unshare: string;
  setpriv: string;
  sh: string;
  bash: string;
  cp: string;
  chmod: string;
};

export function findHostTools(places: readonly string[] = PLACES): HostTools {
  const find = (name: string) =>
    places.map((place) => join(place, name)).find((path) => isExecutable(path));
  const demand = (name: string, packageName: string): string => {
    const path = find(name);
    if (path !== undefined) return path;
    throw new AppError('SYSTEM_TOOL_MISSING', {
      problem: `The program ${name} is not installed.`,
      hint: `Install it: apt-get install ${packageName}.`,
      details: { program: name },
    });
  };
  const bwrap = find('bwrap');
  if (bwrap === undefined) {
    throw new AppError('BUBBLEWRAP_MISSING');
  }
  // The sandbox itself needs them too; its /usr is the machine's.
  demand('prlimit', 'util-linux');
  demand('mount', 'mount');
  return {
    bwrap,
    unshare: demand('unshare', 'util-linux'),
    setpriv: demand('setpriv', 'util-linux'),
    sh: demand('sh', 'dash'),
    bash: demand('bash', 'bash'),
    cp: demand('cp', 'coreutils'),
    chmod: demand('chmod', 'coreutils'),
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
