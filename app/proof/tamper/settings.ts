// Settings that decide how existing tests run and how much must be covered, before and after. Pure.
import { SETTINGS } from '../../../sandbox/languages/languages.ts';
import type { TestSettings } from '../../../sandbox/projects/test-settings.ts';
import { childOf, type SyntaxTree, textOf, walk } from '../../../sandbox/syntax/tree.ts';
import type { Sides, TamperFinding } from './finding.ts';

/** Manifests hold settings of tests among much else: only those count. */
export function changesTestSettings(
  name: string,
  before: string,
  after: string | undefined,
): boolean {
  const read = READERS.find(([pattern]) => pattern.test(name))?.[1];
  if (read === undefined) return false;
  return after === undefined || read(before) !== read(after);
}

const READERS: TestSettings['within'] = [
  ...SETTINGS.flatMap(({ within }) => within),
  [/^(?:Makefile|Rakefile|Taskfile\.ya?ml|justfile)$/, targets],
  [/^\.(?:testcoverage|octocov|simplecov)(?:\.ya?ml)?$/, (text) => text],
];

/** What is run under a name that has to do with tests. */
function targets(text: string): string {
  const parts = text.split(/^(?=[^\s#][^\n]*:)/m);
  return parts
    .filter((part) => /^[^\n]*(?:test|check|coverage)/.test(part))
    .join('')
    .trim();
}

const LIMIT =
  /\b(branches|functions|lines|statements|fail_under|cov-fail-under|threshold|total|target|minimum(?:_coverage)?|min_coverage)["']?\s*[:=\s]\s*["']?(-?\d+(?:\.\d+)?)/g;

/** Every limit that is lower than it was, or gone. */
export function loweredThresholds({ path, before, after, base, head }: Sides): TamperFinding[] {
  const was = limits(before, base);
  const is = limits(after ?? '', head);
  return [...was].flatMap(([name, limit]): TamperFinding[] => {
    const now = is.get(name);
    if (now !== undefined && now >= limit) return [];
    const detail = `the limit \`${name}\` is ${now === undefined ? 'gone' : 'lower'}`;
    const gone = now === undefined ? {} : { after: String(now) };
    return [{ kind: 'threshold-lowered', path, detail, before: String(limit), ...gone }];
  });
}

/** The lowest of each name. Code is read by its tree, other settings by their lines. */
function limits(text: string, tree: SyntaxTree | undefined): Map<string, number> {
  const found = tree === undefined ? written(text) : pairs(tree);
  const lowest = new Map<string, number>();
  for (const [name, value] of found) {
    lowest.set(name, Math.min(value, lowest.get(name) ?? Number.POSITIVE_INFINITY));
  }
  return lowest;
}

function written(text: string): [string, number][] {
  return [...text.matchAll(LIMIT)].map(([, name = '', value]) => [name, Number(value)]);
}

function pairs(tree: SyntaxTree): [string, number][] {
  return [...walk(tree.root)].flatMap((node): [string, number][] => {
    const key = node.type === 'pair' ? childOf(node, 'key') : undefined;
    const value = childOf(node, 'value');
    if (key === undefined || value === undefined) return [];
    return written(`${textOf(tree, key)}: ${textOf(tree, value)}`).slice(0, 1);
  });
}
