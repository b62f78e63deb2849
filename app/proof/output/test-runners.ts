// The test runners whose output we can read, in the order in which they are asked: the first that
// recognises the output decides. Patterns were taken from captured output. Pure.

export type RedKind = 'assertion' | 'error' | 'load';
type RedRun = { exitCode: number; output: string };
type Runner = {
  name: string;
  isRecognised: (output: string) => boolean;
  kind: (run: RedRun) => RedKind;
};

/** An uncaught or reported assertion of JavaScript, also behind the `# ` of TAP. */
const JS_ASSERTION =
  /^[ \t#]*(?:Uncaught )?(?:AssertionError|JestAssertionError)(?: \[ERR_ASSERTION\])?(?::|$)|^\s*code: 'ERR_ASSERTION',?$/m;
/** Thrown while modules were linked or compiled, so before any test. */
const JS_LOAD =
  /ERR_MODULE_NOT_FOUND|\bMODULE_NOT_FOUND\b|does not provide an export named|ERR_UNKNOWN_FILE_EXTENSION|ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX|ERR_PACKAGE_PATH_NOT_EXPORTED|ERR_UNSUPPORTED_DIR_IMPORT/;
const JS_SYNTAX = /^[ \t#]*SyntaxError: /m;
const PARSED_DATA = /\bat JSON\.parse\b/;

const GO_NOTHING = /^(?:stat .*: directory not found|no Go files in .*)$/m;

const GO: Runner = {
  name: 'go test',
  isRecognised: (output) =>
    /^(?:FAIL|ok)\s*\t|^--- FAIL: /m.test(output) || GO_NOTHING.test(output),
  kind: ({ output }) => {
    if (/^--- FAIL: /m.test(output)) return /^panic: /m.test(output) ? 'error' : 'assertion';
    return /\[(?:build|setup) failed\]$/m.test(output) || GO_NOTHING.test(output)
      ? 'load'
      : 'error';
  },
};

const PYTEST: Runner = {
  name: 'pytest',
  isRecognised: (output) => /^=+ (?:test session starts|short test summary info) =+$/m.test(output),
  kind: ({ exitCode, output }) => {
    if (/^=+ FAILURES =+$/m.test(output)) {
      return /^\S[^:\n]*:\d+: (?:AssertionError|Failed)$|^FAILED .* - (?:AssertionError|assert |Failed:)/m.test(
        output,
      )
        ? 'assertion'
        : 'error';
    }
    const isCollected = !/\bERROR collecting\b|errors? during collection/.test(output);
    // 4: wrong use, such as a file that is not there. 5: no test was found.
    return exitCode === 4 || exitCode === 5 || !isCollected ? 'load' : 'error';
  },
};

const UNITTEST: Runner = {
  name: 'unittest',
  isRecognised: (output) =>
    /^Ran \d+ tests? in /m.test(output) || /[\\/]unittest[\\/](?:__main__|main)\.py"/.test(output),
  kind: ({ output }) => {
    if (/^FAIL: /m.test(output)) return 'assertion';
    const errors = [...output.matchAll(/^ERROR: .*$/gm)].map(([line]) => line);
    if (errors.some((line) => !line.includes('_FailedTest'))) return 'error';
    return 'load';
  },
};

const JEST: Runner = {
  name: 'jest',
  isRecognised: (output) => /^Test Suites: +\d+ failed/m.test(output),
  kind: ({ output }) => {
    if (/^Tests: +(?:\d+ skipped, )?0 total|^Tests: +0 total/m.test(output)) return 'load';
    if (!/^Tests: .*\b\d+ failed/m.test(output)) return 'load';
    return /^\s*expect\(/m.test(output) || JS_ASSERTION.test(output) ? 'assertion' : 'error';
  },
};

const VITEST: Runner = {
  name: 'vitest',
  isRecognised: (output) => /^ *Test Files +.*\b\d+ failed|^No test files found/m.test(output),
  kind: ({ output }) => {
    if (!/^ *Tests +.*\b\d+ failed/m.test(output)) return 'load';
    return JS_ASSERTION.test(output) || /^Error: Snapshot `/m.test(output) ? 'assertion' : 'error';
  },
};

const MOCHA: Runner = {
  name: 'mocha',
  isRecognised: (output) =>
    /^ {2}\d+ failing$/m.test(output) || /^ ?Exception during run: /m.test(output),
  kind: ({ output }) => {
    if (/^ ?Exception during run: /m.test(output)) return 'load';
    return JS_ASSERTION.test(output) ? 'assertion' : 'error';
  },
};

/** A file that failed as a whole is listed as a test of its own. */
const NODE_FILE_FAILED = /^ {2}'test failed'$|^\s*error: 'test failed'$/gm;
const NODE_FAILED = /^test at .*:\d+:\d+$|^\s*not ok \d+ - (?!.*# (?:TODO|SKIP))/gm;

const NODE_TEST: Runner = {
  name: 'node:test',
  isRecognised: (output) =>
    /^[ℹ#] tests \d+$/m.test(output) || /^Could not find '.*'$/m.test(output),
  kind: ({ output }) => {
    if (/^Could not find '/m.test(output)) return 'load';
    if (JS_ASSERTION.test(output)) return 'assertion';
    const failed = [...output.matchAll(NODE_FAILED)].length;
    const files = [...output.matchAll(NODE_FILE_FAILED)].length;
    return failed <= files && isScriptLoad(output) ? 'load' : 'error';
  },
};

const PYTHON: Runner = {
  name: 'python',
  isRecognised: (output) =>
    /^Traceback \(most recent call last\):$|^\s+File ".*", line \d+/m.test(output),
  kind: ({ output }) => {
    const last = [...output.matchAll(/^([A-Za-z_][\w.]*(?:Error|Exception|Exit)?)(?::|$)/gm)].at(
      -1,
    );
    const name = last?.[1] ?? '';
    if (name === 'AssertionError') return 'assertion';
    return /^(?:ModuleNotFoundError|ImportError|SyntaxError|IndentationError|TabError)$/.test(name)
      ? 'load'
      : 'error';
  },
};

const NODE: Runner = {
  name: 'node',
  isRecognised: (output) => /^Node\.js v\d+/m.test(output),
  kind: ({ output }) => {
    if (JS_ASSERTION.test(output)) return 'assertion';
    return isScriptLoad(output) ? 'load' : 'error';
  },
};

function isScriptLoad(output: string): boolean {
  return JS_LOAD.test(output) || (JS_SYNTAX.test(output) && !PARSED_DATA.test(output));
}

/** Scripts without a runner come last: a runner's output may hold what they print. */
export const RUNNERS: readonly Runner[] = [
  GO,
  PYTEST,
  UNITTEST,
  JEST,
  VITEST,
  MOCHA,
  NODE_TEST,
  PYTHON,
  NODE,
];
