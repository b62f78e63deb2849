// Path patterns of rules, as .gitignore reads them: `x` at any depth, `./x`, `/x` and `a/b` from the
// workspace, `~/x` from home, `//x` from the top; what matches a directory covers all in it. Pure.
import { join } from 'node:path';
import { compileGlob, type Glob } from '../files/glob-pattern.ts';

/** Where a path of a rule or a call begins. */
export type Places = {
  /** Of the workspace, then of further directories that count as part of it. */
  roots: readonly [string, ...string[]];
  home: string;
};

export type PathPattern = {
  from: 'roots' | 'home' | 'top';
  glob: Glob;
  directoriesOnly: boolean;
};

/** Undefined: no pattern. */
export function parsePathPattern(pattern: string): PathPattern[] | undefined {
  if (pattern === '' || pattern.startsWith('!') || /[\0\r\n]/.test(pattern)) return undefined;
  const directoriesOnly = pattern.endsWith('/');
  const body = directoriesOnly ? pattern.slice(0, -1) : pattern;
  try {
    return readingsOf(body).map(({ from, path }) => {
      return { from, glob: compileGlob(path), directoriesOnly };
    });
  } catch {
    return undefined;
  }
}

type Reading = { from: PathPattern['from']; path: string };

function readingsOf(body: string): Reading[] {
  if (body.startsWith('//')) return [{ from: 'top', path: body.slice(2) }];
  if (body === '~') return [{ from: 'home', path: '**' }];
  if (body.startsWith('~/')) return [{ from: 'home', path: body.slice(2) }];
  const fromRoot: Reading = { from: 'roots', path: body.replace(/^(?:\.?\/)+/, '') };
  if (body === '.' || fromRoot.path === '') return [{ from: 'roots', path: '**' }];
  // The system's own /tmp is meant by many, and is everybody's to use.
  if (/^\/tmp(?:\/|$)/.test(body)) return [fromRoot, { from: 'top', path: body.slice(1) }];
  if (body.includes('/')) return [fromRoot];
  return [{ from: 'roots', path: `**/${body}` }];
}

/** `path` is absolute, without `.` and `..`. */
export function pathMatches(pattern: PathPattern, path: string, places: Places): boolean {
  return startsOf(pattern, places).some((start) => {
    const inside = insideOf(start, path);
    if (inside === undefined) return false;
    if (inside === '') return pattern.glob.test('') || pattern.glob.test('.');
    const names = inside.split('/');
    const parents = names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
    const candidates = pattern.directoriesOnly ? parents : [inside, ...parents];
    return candidates.some((one) => pattern.glob.test(one));
  });
}

function startsOf({ from }: PathPattern, { roots, home }: Places): readonly string[] {
  if (from === 'roots') return roots;
  return [from === 'home' ? home : '/'];
}

function insideOf(start: string, path: string): string | undefined {
  if (path === start) return '';
  const beginning = start.endsWith('/') ? start : `${start}/`;
  return path.startsWith(beginning) ? path.slice(beginning.length) : undefined;
}

/** Something in a directory, for tools that search in it. */
export function childOfDirectory(directory: string): string {
  return join(directory, '\u{10ffff}');
}
