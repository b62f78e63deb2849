// How a changed file is measured, by its role where that is known and by its name where it is not. Pure.
import { type ChangedFile, tableOf } from '../hunks/hunk.ts';
import { isMeasured } from '../hunks/plan-hunks.ts';
import { isDependencyFile } from '../path-rules.ts';
import type { Roles } from './roles.ts';

type Measured = {
  /** As any code. */
  always: ChangedFile[];
  /** Called like tests, settings or prose, and read by a case: code, if that case needs the change. */
  perhaps: ChangedFile[];
  /** Would be measured by their names, but no run reads them: there is nothing to ask. */
  unread: ChangedFile[];
};

export function sortByRole(files: readonly ChangedFile[], roles: Roles): Measured {
  const ways = Map.groupBy(files, (file) => (isMoved(file, files) ? 'never' : wayOf(file, roles)));
  const of = (way: keyof Measured) => ways.get(way) ?? [];
  return { always: of('always'), perhaps: of('perhaps'), unread: of('unread') };
}

/** Gone from here, and all it said is said in one new file, but for what it imported. */
function isMoved({ base, head }: ChangedFile, files: readonly ChangedFile[]): boolean {
  if (base === undefined || head !== undefined) return false;
  const said = [...linesOf(base.text)].filter((line) => !IMPORT.test(line));
  const isSaidIn = (text: string) => {
    const lines = linesOf(text);
    return said.every((line) => lines.has(line));
  };
  return files.some((one) => one.base === undefined && one.head && isSaidIn(one.head.text));
}

const IMPORT = /^(?:import|from|use|require|\.|source|#include)\b|\bfrom ['"]|\brequire\(/;

function linesOf(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim());
  return new Set(lines.filter((line) => line !== ''));
}

function wayOf(file: ChangedFile, roles: Roles): keyof Measured | 'never' {
  const { path, head } = file;
  const role = head === undefined ? 'unknown' : roles.get(path);
  if (isMeasured(path)) return role === 'unread' ? 'unread' : 'always';
  if (role !== 'code') return 'never';
  // Every run reads those, and what a manifest says of packages no test can notice.
  if (isDependencyFile(path) && tableOf(file) === undefined) return 'never';
  return 'perhaps';
}
