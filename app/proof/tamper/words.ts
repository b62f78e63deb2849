// Words of code that wants to know whether it is tested, who called it or where the tests are: what
// the languages say, and what is put together from their words. Pure.
import { TAMPER } from '../../../sandbox/languages/languages.ts';
import type { Asks, Words } from '../../../sandbox/syntax/code/tamper.ts';

/** What all languages write for it. */
function ask(what: keyof Asks): string {
  return `(?:${TAMPER.flatMap(({ asks }) => asks[what]).join('|')})`;
}

const WORDS_OF_TESTS =
  'tests?|TESTS?|Tests?|testing|TESTING|specs?|SPECS?|mocha|MOCHA|jest|JEST|vitest|VITEST|pytest|PYTEST|unittest|rspec|RSPEC|minitest';
/** A word of its own, also between underscores; `pattern.test(…)` asks something else. */
const WORD = String.raw`(?<![A-Za-z])(?:${WORDS_OF_TESTS})(?![a-z(])`;

const TEST_NAMED =
  /[^\n;[]{0,60}?['"`/](?:--test|[^'"`\n]{0,80}(?:\.test|\.spec|_test|test_|unittest|pytest|mocha|jest|vitest))/;

const DETECTS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${ask('runnerVariables')}|CTEST_\w+)\b`, 'g'),
  new RegExp(String.raw`${ask('environment')}[^\n;]{0,80}?${WORD}`, 'g'),
  new RegExp(
    String.raw`\b\w*(?:ENV|ENVIRONMENT)\b['"\])]*\s*(?:={2,3}|!={1,2}|in\b)[^\n;]{0,20}['"]test`,
    'g',
  ),
  new RegExp(String.raw`${ask('program')}[^\n;]{0,80}?${WORD}`, 'g'),
  new RegExp(
    String.raw`['"]\w*${WORD}['"][^\n;]{0,20}(?:${ask('program')}|${ask('environment')})`,
    'g',
  ),
  new RegExp(ask('arguments') + TEST_NAMED.source, 'g'),
];

const CALLERS: readonly RegExp[] = [
  /\/proc\/[^\s'"`]{0,30}\/(?:cmdline|environ|comm)\b|\bgetppid\b/g,
  new RegExp(
    String.raw`(?:read|open|stat|load|import|require)\w{0,30}\(\s*(?:[\w.]{1,40}\(\s*){0,3}${ask('mainFile')}`,
    'gi',
  ),
];

const FILES: readonly RegExp[] = [
  /['"`](?:\.{1,2}\/)*(?:tests?|specs?|__tests__|e2e)\/[^'"`\n]{0,200}['"`]/g,
  /\b(?:join|resolve|Path|path)\([^)\n]{0,200}['"](?:tests?|__tests__|specs?)['"]/g,
];
const USES_FILES = new RegExp(ask('files'));

export const WORDS: readonly Words[] = [
  ...DETECTS.map((pattern) => ({ kind: 'test-run-detected', pattern }) as const),
  ...TAMPER.flatMap(({ words }) => words),
  ...CALLERS.map((pattern) => ({ kind: 'caller-read', pattern }) as const),
  {
    kind: 'machinery-touched',
    pattern: /['"`/]\.(?:bashrc|bash_profile|profile|zshenv|npmrc|pythonrc)\b/g,
  },
  ...FILES.map((pattern) => ({ kind: 'test-files-used', pattern, beside: USES_FILES }) as const),
];
