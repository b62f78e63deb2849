// Settings ↔ what stands in the form. Pure: texts in, settings or the problems of each field out;
// nothing that was typed is changed or lost on the way.
import { createHash } from 'node:crypto';
import { unknownKey } from '../settings/nearest.ts';
import { parseSettings, type Settings } from '../settings/schema.ts';
import { FIELDS, type Field, isList } from './settings-fields.ts';

/** What stands in one field. Empty means not set here; a list can also be set to nothing. */
export type Typed = { text: string; isNone: boolean };
export type FormValues = Readonly<Record<string, Typed>>;
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

type ReadForm = { ok: true; settings: Settings } | { ok: false; problems: FieldProblems };

export const NONE_SUFFIX = '.none';

/** Any stored object, also one that is not valid any more. */
export function toForm(settings: object): FormValues {
  return Object.fromEntries(FIELDS.map((field) => [field.leaf, toTyped(leafOf(settings, field))]));
}

export function typedOf(read: (name: string) => string | undefined): FormValues {
  const typed = (field: Field): Typed => ({
    text: (read(field.leaf) ?? '').replaceAll('\r\n', '\n'),
    isNone: isList(field) && read(field.leaf + NONE_SUFFIX) === 'on',
  });
  return Object.fromEntries(FIELDS.map((field) => [field.leaf, typed(field)]));
}

export function readForm(values: FormValues): ReadForm {
  const problems: Record<string, string[]> = {};
  const settings: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const typed = values[field.leaf] ?? { text: '', isNone: false };
    const isBlank = typed.text.trim() === '';
    if (typed.isNone && !isBlank) {
      problems[field.leaf] = ['is both filled in and set to an empty list; choose one'];
    } else if (typed.isNone || !isBlank) {
      put(settings, field.leaf, toValue(field, typed));
    }
  }
  const parsed = parseSettings(settings);
  for (const { at, problem } of parsed.ok ? [] : parsed.problems) {
    const { leaf, where } = placeOf(at);
    (problems[leaf] ??= []).push(where + problem);
  }
  if (!parsed.ok || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, settings: parsed.settings };
}

/** What the form holds besides the settings. */
const ABOUT_THE_FORM: ReadonlySet<string> = new Set(['form_token', 'version', 'seen']);

/** Fields that are none of ours: somebody means a setting that there is not. */
export function unknownFields(names: Iterable<string>): FieldProblems {
  const ours = new Set(
    FIELDS.flatMap((field) =>
      isList(field) ? [field.leaf, field.leaf + NONE_SUFFIX] : [field.leaf],
    ),
  );
  const unknown = [...names].filter((name) => !ours.has(name) && !ABOUT_THE_FORM.has(name));
  return Object.fromEntries(unknown.map((name) => [name, [unknownKey(name, FIELDS)]]));
}

/** The same for the same content, so that a form can tell what was changed since it was shown. */
function fingerprint(typed: Typed | undefined): string {
  const text = `${typed?.isNone === true ? '0' : '1'}${typed?.text.trim() ?? ''}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 11);
}

/** All fields in their order. */
export function fingerprints(values: FormValues): string {
  return FIELDS.map(({ leaf }) => fingerprint(values[leaf])).join('.');
}

type Merged = {
  values: FormValues;
  /** Fields that someone else changed meanwhile and this person too: leaf → what is saved now. */
  both: Readonly<Record<string, Typed>>;
  /** Fields that only someone else changed; they show the new value. */
  theirs: readonly string[];
};

/** What was typed over what is saved now; `seen` are the fingerprints of the form as it was shown. */
export function merge(typed: FormValues, saved: FormValues, seen: string): Merged {
  const before = seen.split('.');
  const values: Record<string, Typed> = {};
  const both: Record<string, Typed> = {};
  const theirs: string[] = [];
  for (const [index, { leaf }] of FIELDS.entries()) {
    const mine = typed[leaf] ?? { text: '', isNone: false };
    const now = saved[leaf] ?? { text: '', isNone: false };
    const isMineChanged = fingerprint(mine) !== before[index];
    const isTheirsChanged = fingerprint(now) !== before[index];
    const isDifferent = fingerprint(mine) !== fingerprint(now);
    values[leaf] = isMineChanged ? mine : now;
    if (isTheirsChanged && !isMineChanged) theirs.push(leaf);
    if (isTheirsChanged && isMineChanged && isDifferent) both[leaf] = now;
  }
  return { values, both, theirs };
}

/** A value as people read it: lists one a line. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join('\n');
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toTyped(value: unknown): Typed {
  return { text: showValue(value), isNone: Array.isArray(value) && value.length === 0 };
}

function leafOf(settings: object, { leaf }: Field): unknown {
  return leaf
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? Object.entries(value).find(([key]) => key === name)?.[1]
          : undefined,
      settings,
    );
}

/** What cannot be a number stays a text, and the schema says what it should have been. */
function toValue({ kind }: Field, { text }: Typed): unknown {
  const lines = text
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (kind === 'list') return lines;
  if (kind === 'numbers') return lines.map(toNumber);
  if (kind === 'number') return toNumber(text.trim());
  if (kind === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function toNumber(text: string): number | string {
  return /^[+-]?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

function put(settings: Record<string, unknown>, leaf: string, value: unknown): void {
  const [name = '', inner] = leaf.split('.');
  const group = settings[name];
  const known = typeof group === 'object' ? group : {};
  settings[name] = inner === undefined ? value : { ...known, [inner]: value };
}

/** `network.allow.2` is the third entry of the field `network.allow`. */
function placeOf(at: string): { leaf: string; where: string } {
  const field = FIELDS.find(({ leaf }) => at === leaf || at.startsWith(`${leaf}.`));
  const index = /\.(\d+)$/.exec(at)?.[1];
  const where = index === undefined ? '' : `entry ${Number(index) + 1} `;
  return { leaf: field?.leaf ?? at, where };
}
