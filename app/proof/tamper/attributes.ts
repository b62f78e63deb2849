// What `.gitattributes` do to the bytes of a checkout: a change of them is for a person to see, and so is
// what git hands to programs of each machine's own. Line ends and encodings are laid as a clone has them.
// Pure.
import { shownPath } from '../../../sandbox/protocol/git-names.ts';
import type { TamperFinding } from './finding.ts';

/** What no clone can be told of by the repository alone. */
export type Cloned = {
  /** Files whose content a program of each machine's own makes; the first of each program. */
  filtered: { path: string; filter: string; count: number }[];
  /** What git said that it could not write as the attributes want it. */
  refused: string[];
};

const MOST_LINES = 5;

/** Some file systems take letters of both cases for the same. */
export function isAttributes(path: string): boolean {
  return /(?:^|\/)\.gitattributes$/i.test(path);
}

type Text = string | undefined;

export function attributesFindings({
  path,
  before,
  after,
}: {
  path: string;
  before: Text;
  after: Text;
}): TamperFinding[] {
  if (!isAttributes(path)) return [];
  const was = new Set(linesOf(before));
  const is = new Set(linesOf(after));
  const added = [...is].filter((line) => !was.has(line));
  const gone = [...was].filter((line) => !is.has(line));
  const said = [listed('new', added), listed('gone', gone)].filter((text) => text !== undefined);
  const detail = said.length === 0 ? 'its lines are in another order' : said.join('; ');
  return [{ kind: 'attributes-changed', path, detail }];
}

export function clonedFindings({ filtered, refused }: Cloned): TamperFinding[] {
  const findings = filtered.map(({ path, filter, count }): TamperFinding => {
    const more = count === 1 ? '' : ` (so do ${count - 1} more)`;
    const detail = `it has the attribute filter=${filter}${more}: verified was what git keeps, and a clone where that program is set up has what the program makes of it`;
    return { kind: 'checkout-differs', path: shownPath(path), detail };
  });
  if (refused.length === 0) return findings;
  const detail = `git could not write what its lines ask for: ${refused.join('; ')}`;
  return [...findings, { kind: 'checkout-differs', path: '.gitattributes', detail }];
}

function linesOf(text = ''): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

function listed(what: string, lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : '';
  return `${what}: ${lines.slice(0, MOST_LINES).join(', ')}${more}`;
}
