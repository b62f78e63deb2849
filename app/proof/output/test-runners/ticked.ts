// Tests that are listed with a tick or a cross each, as node:test, Jest, Vitest, Mocha, Pest and PHPUnit
// with --testdox do it. Pure.
import type { TestStatus } from '../test-report.ts';
import type { SaidTest } from './test-runner.ts';

const LINE = /^( *)(?:([✔✓√])|([✖✗✘✕×])|([﹣↩∅○])) (.+)$/u;
/** What is in it is indented below; node:test and PHPUnit mark it so that nothing else is taken for it. */
const GROUP = /^( *)(?:▶ (.+)|(\S.* \([\w\\]+\)))$/u;
/** Here node:test says again what failed. */
const AGAIN = /^✖ failing tests:$/m;
/** How long it took, or how many there are in it. */
const TAIL = /\s*(?:\([\d.,]+ ?(?:ms|s|m|tests?|assertions?)[^)]*\)|\d+ ?ms)\s*/g;

type Group = { indent: number; name: string };

export function ticked(output: string): SaidTest[] {
  const groups: Group[] = [];
  const found: SaidTest[] = [];
  for (const line of (output.split(AGAIN)[0] ?? '').split('\n')) {
    const [, indent = '', passed, failed, , rest] = LINE.exec(line) ?? [];
    if (rest === undefined) {
      const group = groupIn(line);
      if (group !== undefined) enter(groups, group);
      continue;
    }
    const status: TestStatus =
      passed !== undefined ? 'passed' : failed === undefined ? 'skipped' : 'failed';
    const one = tickedIn(groups, { indent: indent.length, name: named(rest) });
    // What is still to do may fail, and what passes by chance proves nothing.
    found.push({ ...one, status: / # (?:SKIP|TODO)\b/i.test(rest) ? 'skipped' : status });
  }
  return found;
}

function groupIn(line: string): Group | undefined {
  const [, indent = '', marked, spaced] = GROUP.exec(line) ?? [];
  const name = marked ?? spaced;
  return name === undefined ? undefined : { indent: indent.length, name: named(name) };
}

/** A group is said once more at its end. */
function tickedIn(groups: Group[], { indent, name }: Group): Pick<SaidTest, 'name' | 'isGroup'> {
  const own = groups.find((one) => one.indent === indent && one.name === name);
  leave(groups, indent);
  const whole = [...groups.map((one) => one.name), name].join(' > ');
  return own === undefined ? { name: whole } : { name: whole, isGroup: true };
}

function enter(groups: Group[], group: Group): void {
  leave(groups, group.indent);
  groups.push(group);
}

function leave(groups: Group[], indent: number): void {
  while ((groups.at(-1)?.indent ?? -1) >= indent) groups.pop();
}

function named(text: string): string {
  return text
    .replace(/ # (?:SKIP|TODO)\b.*$/i, '')
    .replaceAll(TAIL, ' ')
    .trim();
}
