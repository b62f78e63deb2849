// Method and path → GitHub's operation, over all routes of the description. Pure.
import type { Route } from '../schema/description.ts';

export type Match = { id: string; parameters: Record<string, string> };
export type Router = (method: string, path: string) => Match | undefined;

/** These parameters may contain slashes, written plain or as %2F. */
const LONG = new Set(['path', 'ref', 'branch', 'basehead', 'dir']);

export function createRouter(routes: readonly Route[]): Router {
  const compiled = Map.groupBy(
    routes
      // Octokit's description has the comparison a second time, with two parameters in one segment.
      .filter(({ path }) => !path.includes('}...{'))
      .toSorted((one, other) => compare(one.path, other.path))
      .map(compile),
    ({ method }) => method,
  );
  return (method, path) => {
    for (const { id, pattern, names } of compiled.get(method) ?? []) {
      const found = pattern.exec(path);
      if (found !== null) {
        const values = found.slice(1).map((part) => decode(part ?? ''));
        return values.includes(undefined)
          ? undefined
          : { id, parameters: Object.fromEntries(names.map((name, n) => [name, values[n] ?? ''])) };
      }
    }
    return undefined;
  };
}

function compile({ id, method, path }: Route) {
  const names: string[] = [];
  const pattern = path.replaceAll(/[.]|\/\{(\w+)\}/g, (text, name: string | undefined) => {
    if (name === undefined) return `\\${text}`;
    names.push(name);
    // The path of `contents/{path}` may be empty: the root directory.
    if (name === 'path') return '(?:/(.*))?';
    return LONG.has(name) ? '/(.+)' : '/([^/]+)';
  });
  return { id, method, names, pattern: new RegExp(`^${pattern}$`) };
}

/**
 * Literal before parameter, short parameter before long one, longer path before shorter. Different
 * literals are told apart too: without that it would be no order, and sorting by it a lottery.
 */
function compare(one: string, other: string): number {
  const left = one.split('/');
  const right = other.split('/');
  for (const [index, part] of left.entries()) {
    const counterpart = right[index];
    if (counterpart === undefined) return -1;
    const difference = rank(part) - rank(counterpart);
    if (difference !== 0) return difference;
    if (rank(part) === 0 && part !== counterpart) return part < counterpart ? -1 : 1;
  }
  return right.length - left.length;
}

function rank(part: string): number {
  if (!part.startsWith('{')) return 0;
  return LONG.has(part.slice(1, -1)) ? 2 : 1;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
