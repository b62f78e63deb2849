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
  const ways = Map.groupBy(files, (file) => wayOf(file, roles));
  const of = (way: keyof Measured) => ways.get(way) ?? [];
  return { always: of('always'), perhaps: of('perhaps'), unread: of('unread') };
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
