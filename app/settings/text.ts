// The settings in force as a table for a comment, with who set each. Pure.
import { type Layers, leavesOf, type Source } from './effective.ts';
import { ORGANISATION_FILE, SETTINGS_FILE } from './file.ts';

const SOURCES: Record<Source, string> = {
  default: 'default',
  organisation: `organisation: \`${ORGANISATION_FILE.path}\` in \`${ORGANISATION_FILE.repository}\``,
  file: `\`${SETTINGS_FILE}\``,
  page: 'settings page',
};

/** The answer to `/config`. */
export function settingsText(layers: Layers): string {
  const rows = leavesOf(layers).map(
    ({ name, value, source }) => `| \`${name}\` | ${cell(value)} | ${SOURCES[source]} |`,
  );
  return ['| setting | value | set by |', '|---|---|---|', ...rows].join('\n');
}

function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.map(String).join(', ') : String(value);
  const line = text.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|').replaceAll('`', "'");
  return line === '' ? '–' : `\`${line.slice(0, 200)}\``;
}
