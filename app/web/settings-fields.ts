// The form of the settings: every row of the table once, under its legend. What is valid is said by
// app/settings alone.
import { ROWS, type SettingRow } from '../settings/schema.ts';
import { LEGEND_HELP } from '../settings/table.ts';

/** `leaf` is also the name of the input. */
export type Field = SettingRow;
export type FieldGroup = { legend: string; help: string | undefined; fields: readonly Field[] };

export const FIELDS: readonly Field[] = ROWS;

export const FIELD_GROUPS: readonly FieldGroup[] = [
  ...Map.groupBy(FIELDS, ({ legend }) => legend),
].map(([legend, fields]) => ({ legend, help: LEGEND_HELP[legend], fields }));

export function isList({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'list' || kind === 'numbers';
}
