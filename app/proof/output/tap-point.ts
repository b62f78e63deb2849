// One test line of TAP: `ok 1 - name # SKIP why`, with its directive. Pure.
import type { TestStatus } from './test-report.ts';

export type Point = {
  name: string;
  status: TestStatus;
  durationMs: number | undefined;
  /** Ends in a brace: its subtests follow. */
  isOpen: boolean;
};

const POINT = /^(not )?ok(?=[ \t]|$)(?:[ \t]+\d{1,9})?(?:[ \t]+-)?[ \t]*(.*)$/;
const DIRECTIVE = /(?<!\\)#[ \t]*(?:todo|skip)/i;
const TIME = /(?<!\\)#[ \t]*time=([\d.]{1,20})ms/;

/** Undefined: the line is none. */
export function readPoint(line: string): Point | undefined {
  const match = POINT.exec(line);
  if (match === null) return undefined;
  const [, not, rest = ''] = match;
  const isOpen = /[ \t]\{$/.test(rest);
  const text = isOpen ? rest.slice(0, -1) : rest;
  const time = TIME.exec(text)?.[1];
  const name = text
    .split(/(?<!\\)#/, 1)
    .join('')
    .replaceAll(/\\([#\\])/g, '$1')
    .trim();
  return {
    name: name === '' ? '(no name)' : name,
    // What is still to do may fail, and what passes by chance proves nothing.
    status: DIRECTIVE.test(text) ? 'skipped' : not === undefined ? 'passed' : 'failed',
    durationMs: time === undefined ? undefined : Number(time),
    isOpen,
  };
}
