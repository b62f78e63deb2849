// Words by which code finds out that it is tested, who called it, and where the tests are. The same
// for all languages but where a language says so: programs ask for each other's variables. Pure.
import type { TamperKind } from './finding.ts';

export type Words = {
  kind: TamperKind;
  pattern: RegExp;
  /** Counts only in these; absent: in all. */
  only?: readonly string[];
  /** Counts only where this is found in the same file too. */
  beside?: RegExp;
};

const WORDS_OF_TESTS =
  'tests?|TESTS?|Tests?|testing|TESTING|specs?|SPECS?|mocha|MOCHA|jest|JEST|vitest|VITEST|pytest|PYTEST|unittest|rspec|RSPEC|minitest';
/** A word of its own, also between underscores; `pattern.test(…)` asks something else. */
const WORD = String.raw`(?<![A-Za-z])(?:${WORDS_OF_TESTS})(?![a-z(])`;
const ENVIRONMENT = String.raw`(?:process\.env|Deno\.env|Bun\.env|os\.environ|getenv|\bENV\b|env::vars?(?:_os)?|os\.(?:LookupEnv|Environ)|\$_(?:ENV|SERVER))`;
const PROGRAM = String.raw`(?:process\.(?:argv\[[01]\]|execArgv|title)|require\.main\b|sys\.(?:argv\[0\]|orig_argv)|os\.Args\[0\]|\$PROGRAM_NAME)`;
const TEST_FILE = /[._](?:test|spec)\b|\btest_|\btests?\//;
const JS = ['javascript', 'typescript', 'tsx'] as const;

function words(kind: TamperKind, pattern: RegExp, more: Partial<Words> = {}): Words {
  return { kind, pattern, ...more };
}

const DETECTS: readonly Words[] = [
  /\b(?:NODE_TEST_\w+|JEST_WORKER_ID|VITEST(?:_\w+)?|MOCHA_\w+|AVA_PATH|PYTEST_\w+|NOSE_\w+)\b/g,
  /\b(?:RUST_TEST_\w+|NEXTEST\w*|BATS_\w+|PHPUNIT_\w+|PLAYWRIGHT_TEST\w*|CTEST_\w+|TAP_CHILD_ID)\b/g,
  /\bnpm_(?:lifecycle_\w+|command|config_argv)\b/g,
  new RegExp(String.raw`${ENVIRONMENT}[^\n;]{0,80}?${WORD}`, 'g'),
  new RegExp(
    String.raw`\b\w*(?:ENV|ENVIRONMENT)\b['"\])]*\s*(?:={2,3}|!={1,2}|in\b)[^\n;]{0,20}['"]test`,
    'g',
  ),
  /\bRails\.env\.test\?/g,
  new RegExp(String.raw`${PROGRAM}[^\n;]{0,80}?${WORD}`, 'g'),
  new RegExp(String.raw`['"]\w*${WORD}['"][^\n;]{0,20}(?:${PROGRAM}|${ENVIRONMENT})`, 'g'),
  /(?:process\.argv|sys\.argv|os\.Args|env::args\(\))[^\n;[]{0,60}?['"`/](?:--test|[^'"`\n]{0,80}(?:\.test|\.spec|_test|test_|unittest|pytest|mocha|jest|vitest))/g,
  /\btypeof\s+(?:globalThis\.)?(?:it|test|describe|expect|jest|vi|mocha|suite|beforeEach|afterEach)\b/g,
  /\bglobalThis(?:\?)?[.[]['"]?(?:it|test|describe|expect|jest|vi|mocha|__vitest\w*|__jest\w*)\b/g,
  /['"](?:describe|it|expect|jest|vi)['"]\s+in\s+globalThis\b|\bimport\.meta\.(?:vitest|jest)\b/g,
  /\btesting\.(?:Testing|Verbose|CoverMode)\(\)|\bflag\.Lookup\(\s*"test\./g,
  /\bcfg!\(\s*(?:not\(\s*)?test\b|#\[cfg\(\s*not\(\s*test\s*\)\s*\)\]/g,
  /\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest|Test::Unit|Cucumber)\b/g,
  /\bconst_defined\?\(?\s*[:'"](?:RSpec|Minitest)|\bclass_exists\(\s*['"]\\*PHPUnit/g,
  /\bClass\.forName\(\s*"(?:org\.(?:junit|testng)|junit)|\bgetProperty\(\s*"(?:surefire|sun\.java\.command)/g,
].map((pattern) => words('test-run-detected', pattern));

const CALLERS: readonly Words[] = [
  words(
    'caller-read',
    /\bError\s*\([^)]{0,200}\)\s*\)?\??\.stack\b|\{[^}]{0,200}\bstack\b[^}]{0,200}\}\s*=\s*new\s+\w*Error\b/g,
  ),
  words(
    'caller-read',
    /\b(\w+)\s*=\s*new\s+\w*Error\s*\([^)]{0,200}\)[\s\S]{0,400}?\b\1\??\.stack\b/g,
  ),
  words('caller-read', /\.stack\b/g, { only: JS, beside: TEST_FILE }),
  words(
    'caller-read',
    /\bprepareStackTrace\b|\bcaptureStackTrace\((?!\s*this\b)|\bgetCallSites?\b/g,
  ),
  words('caller-read', /\barguments\.(?:callee|caller)\b|\bmodule\.parent\b/g),
  words('caller-read', /\binspect\.(?:stack|currentframe|trace|get(?:outer|inner)frames)\b/g),
  words(
    'caller-read',
    /\bfrom\s+inspect\s+import[^\n]{0,200}\b(?:stack|currentframe|getouterframes)\b/g,
  ),
  words('caller-read', /\b_getframe\b|\b_current_frames\b|\bsys\.set(?:trace|profile)\b/g),
  words(
    'caller-read',
    /\.(?:f_back|f_code|f_globals|f_locals|tb_frame)\b|\bgc\.get_(?:referrers|objects)\b/g,
  ),
  words('caller-read', /\btraceback\.(?:extract|format|walk|print)_stack\b/g),
  words(
    'caller-read',
    /\bruntime\.Callers?\b|\bcaller_locations\b|\bdebug_(?:print_)?backtrace\b/g,
  ),
  words('caller-read', /(?<![.\w])caller\s*[([.]|\bThread\.current\.backtrace\b/g, {
    only: ['ruby'],
  }),
  words(
    'caller-read',
    /\bcurrentThread\(\)\s*\.getStackTrace|new\s+(?:Throwable|Exception)\([^)]{0,200}\)\s*\.getStackTrace|\bStackWalker\b/g,
  ),
  words('caller-read', /\bBacktrace::(?:force_)?capture\b|\bLocation::caller\b/g),
  words(
    'caller-read',
    /\/proc\/[^\s'"`]{0,30}\/(?:cmdline|environ|comm)\b|\bprocess\.ppid\b|\bgetppid\b|\$PPID\b/g,
  ),
  words(
    'caller-read',
    /(?:read|open|stat|load|import|require)\w{0,30}\(\s*(?:[\w.]{1,40}\(\s*){0,3}(?:process\.argv\[1\]|require\.main\.filename|sys\.argv\[0\]|os\.Args\[0\]|\$PROGRAM_NAME)/gi,
  ),
  words(
    'caller-read',
    /\b(\w+)\s*=\s*(?:process\.argv\[1\]|sys\.argv\[0\])[\s\S]{0,400}?(?:read|open)\w*\(\s*\1\b/gi,
  ),
  words(
    'caller-read',
    /\[\s*,\s*(\w+)[^\]]{0,200}\]\s*=\s*process\.argv\b[\s\S]{0,400}?(?:read|open)\w*\(\s*\1\b/gi,
  ),
  words('caller-read', /\bsys\.modules\[\s*['"]__main__['"]\s*\]|^\s*import\s+__main__\b/gm),
];

const FILES =
  /\bfs\b|\b(?:read|write|append|copy|unlink|rm|rename|open)(?:Text)?(?:File|dir)?(?:Sync)?\(|\breaddir|\blistdir\b|\bscandir\b|\bos\.walk\b|\bglob\b|\bPath\(|\bshutil\b|\bsubprocess\b|child_process|\bFile\.|\bDir\.|\bos\.(?:ReadFile|WriteFile|ReadDir|Open)|\bstd::fs\b|\bFiles\./;

export const WORDS: readonly Words[] = [
  ...DETECTS,
  words('test-run-detected', /\bsys\.modules\b/g, {
    beside: /['"](?:_?pytest|unittest|nose2?|doctest)['".]/,
  }),
  ...CALLERS,
  words(
    'machinery-touched',
    /\b(?:user|site)customize\b|\bgetusersitepackages\b|\bPYTHONSTARTUP\b/g,
  ),
  words('machinery-touched', /['"`/]\.(?:bashrc|bash_profile|profile|zshenv|npmrc|pythonrc)\b/g),
  words(
    'test-files-used',
    /['"`](?:\.{1,2}\/)*(?:tests?|specs?|__tests__|e2e)\/[^'"`\n]{0,200}['"`]/g,
    {
      beside: FILES,
    },
  ),
  words(
    'test-files-used',
    /\b(?:join|resolve|Path|path)\([^)\n]{0,200}['"](?:tests?|__tests__|specs?)['"]/g,
    {
      beside: FILES,
    },
  ),
];

/** In a program without quotes around what it names. */
export const SHELL_WORDS: readonly Words[] = [
  words('test-files-used', /(?<![\w/.-])(?:\.\/)?(?:tests?|specs?)\/[\w*?$.{-]/g),
];
