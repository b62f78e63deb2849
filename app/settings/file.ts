// A settings file, of a repository or of its owner, → settings, with the line of what is wrong. Pure.
import { LineCounter, parseDocument } from 'yaml';
import { type ParsedSettings, type Problem, parseSettings } from './schema.ts';

export const SETTINGS_FILE = '.github/redgreen.yml';
/**
 * In the repository `.github` of the organisation or person that owns a repository: what holds where
 * its own file says nothing. Not in that repository's `.github/`: there lie its own settings.
 */
export const ORGANISATION_FILE = { repository: '.github', path: 'redgreen.yml' } as const;
export const SETTINGS_PLACES = { file: SETTINGS_FILE, organisation: ORGANISATION_FILE } as const;
const LARGEST = 64 * 1024;

export function parseSettingsFile(text: string): ParsedSettings {
  if (text.length > LARGEST) return refused([{ at: '', problem: 'must be smaller than 64 KB' }]);
  const lines = new LineCounter();
  // No aliases: a small file must not become a large value.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, version: '1.2' });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) {
    const problems = broken.map(({ message, linePos }) => ({
      at: `line ${linePos?.[0].line ?? 1}`,
      problem: `is not valid YAML: ${firstLine(message)}`,
    }));
    return refused(problems);
  }
  const value = readValue(document);
  if (!value.ok) return refused([{ at: '', problem: value.problem }]);
  const parsed = parseSettings(value.value);
  if (parsed.ok) return parsed;
  return refused(
    parsed.problems.map(({ at, problem }) => {
      // A key may hold a dot itself.
      const node: unknown = document.getIn([at], true) ?? document.getIn(at.split('.'), true);
      const start = isRanged(node) ? lines.linePos(node.range[0]).line : undefined;
      return { at: start === undefined ? at : `${at} (line ${start})`, problem };
    }),
  );
}

/** One line for people, such as `budget.usd (line 4) must be above 0`. */
export function describeProblem({ at, problem }: Problem): string {
  return at === '' ? problem : `\`${at}\` ${problem}`;
}

type Value = { ok: true; value: unknown } | { ok: false; problem: string };

function readValue(document: ReturnType<typeof parseDocument>): Value {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
  } catch {
    return { ok: false, problem: 'must not use aliases' };
  }
}

function refused(problems: Problem[]): ParsedSettings {
  return { ok: false, problems };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/ at line .*$/, '') ?? '';
}

function isRanged(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
