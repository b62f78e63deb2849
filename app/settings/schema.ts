// The settings as one schema, made from the rows of the table. It judges the files of a repository and
// of its organisation and the settings page alike. Pure.
import { z } from 'zod';
import { unknownKey } from './nearest.ts';
import { NOT_YET, type Row, TABLE } from './table.ts';

type Table = typeof TABLE;
const ENTRIES = Object.entries(TABLE);

/** Everything is optional: what is not set has its default. */
export const Settings = z
  .strictObject(
    Object.fromEntries(ENTRIES.map(([name, { shape }]) => [name, shape])) as {
      [K in keyof Table]: Table[K]['shape'];
    },
  )
  .partial();

export type Settings = z.output<typeof Settings>;
export const SETTING_NAMES = Object.keys(TABLE) as readonly (keyof Settings)[];

/** A row with its place, such as `budget.usd`. */
export type SettingRow = Row & { leaf: string; legend: string };

/** Every leaf, in the order of the table. */
export const ROWS: readonly SettingRow[] = ENTRIES.flatMap(([name, entry]) => {
  const { legend } = entry;
  if ('row' in entry) return [{ ...entry.row, leaf: name, legend }];
  return Object.entries<Row>(entry.leaves).map(([inner, row]) =>
    Object.assign({ leaf: `${name}.${inner}`, legend }, row),
  );
});

/** Whether a leaf has an effect in this version. */
export function isUsed({ usedBy }: Pick<SettingRow, 'usedBy'>): boolean {
  return usedBy !== NOT_YET;
}

type NamesOf<E> = { [K in keyof Table]: Table[K] extends E ? K : never }[keyof Table];
type Value<R extends { shape: z.ZodType }> = z.output<R['shape']>;
type Filled<L extends Record<string, { shape: z.ZodType }>> = {
  [K in keyof L as L[K] extends { default: unknown } ? K : never]: Value<L[K]>;
};
/** With every default filled in. */
export type EffectiveSettings = Settings & {
  [K in NamesOf<{ row: { default: unknown } }>]: Value<Table[K]>;
} & {
  [K in NamesOf<{ leaves: object }>]: Value<Table[K]> & Filled<Table[K]['leaves']>;
};

/** Where nothing is set: one value for every leaf that has one. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  ENTRIES.flatMap(([name, entry]): [string, unknown][] =>
    'row' in entry
      ? Object.entries(defaultsOf({ [name]: entry.row }))
      : [[name, defaultsOf(entry.leaves)]],
  ),
) as EffectiveSettings;

function defaultsOf(rows: Record<string, Row>): Record<string, unknown> {
  const all = Object.entries(rows);
  return Object.fromEntries(
    all.flatMap(([name, row]) => ('default' in row ? [[name, row.default]] : [])),
  );
}

export type Problem = {
  /** Such as `budget.usd`; empty: the whole. */ at: string;
  problem: string;
};
export type ParsedSettings = { ok: true; settings: Settings } | { ok: false; problems: Problem[] };

export function parseSettings(value: unknown): ParsedSettings {
  const read = Settings.safeParse(value ?? {});
  if (read.success) return { ok: true, settings: read.data };
  return { ok: false, problems: read.error.issues.flatMap(toProblems) };
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const place = at === '' ? key : `${at}.${key}`;
      return { at: place, problem: unknownKey(place, ROWS) };
    });
  }
  const isShape = issue.code === 'invalid_type' && issue.message.startsWith('Invalid input');
  return [{ at, problem: isShape ? `must be ${expected(at, issue.expected)}` : issue.message }];
}

/** What would pass, with an example where a name alone does not say it. */
function expected(at: string, type: string): string {
  const row = ROWS.find(({ leaf }) => leaf === at);
  switch (type) {
    case 'object':
    case 'record':
      return `a group of settings${inside(at)}`;
    case 'array':
      return row?.kind === 'numbers'
        ? 'a list of numbers, such as [1, 2]'
        : 'a list, such as [a, b]';
    case 'string':
      return 'a text';
    default:
      return `a ${type}`;
  }
}

function inside(at: string): string {
  const names = ROWS.flatMap(({ leaf }) => {
    if (at === '') return leaf.split('.', 1);
    return leaf.startsWith(`${at}.`) ? [leaf.slice(at.length + 1)] : [];
  });
  return names.length === 0 ? '' : ` with ${[...new Set(names)].join(', ')}`;
}
