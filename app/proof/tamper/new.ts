// New files that decide how tests run: settings, files that tests load by themselves, modules in the
// place of those that tests load. New tests that only add to the others are none of these. Pure.

import { fileName } from '../../../sandbox/projects/place.ts';
import { named } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import { isInTestDirectory, isTestSetting } from '../path-rules.ts';
import type { TamperFinding } from './finding.ts';

type NewFile = { path: string; text: string; tree: SyntaxTree | undefined };

export function newFileFindings(file: NewFile): TamperFinding[] {
  const { path } = file;
  if (shadows(path)) {
    const detail = 'tests would load it instead of the module of that name';
    return [{ kind: 'runner-shadowed', path, detail }];
  }
  const detail = decides(file);
  return detail === undefined ? [] : [{ kind: 'test-setting-added', path, detail }];
}

/** Settings of many things among which those of tests may be. */
const MIXED: readonly (readonly [RegExp, RegExp])[] = [
  [/^vite\.config\.[a-z]+$/, /\btest\b|setupFiles|poolOptions/],
  [/^setup\.cfg$/, /^\[(?:tool:pytest|aliases|coverage|nosetests|unittest)/m],
  [/^pyproject\.toml$/, /^\[tool\.(?:pytest|coverage|tox|nox)/m],
  [/^Cargo\.toml$/, /^\[\[?(?:test\b|profile\.test)|^\s*harness\s*=/m],
  [/^deno\.jsonc?$/, /"test"\s*:\s*\{/],
  [/^package\.json$/, /"(?:jest|mocha|ava|nyc|c8|tap)"\s*:\s*\{/],
  [/^config(?:\.toml)?$/, /^\s*(?:runner|rustc-wrapper|rustflags)\s*=/m],
  [
    /^\.(?:npmrc|yarnrc(?:\.yml)?|env(?:\.\w+)?)$/,
    /script-shell|node-options|NODE_OPTIONS|yarnPath/i,
  ],
  [/^\.env(?:\.\w+)?$/, /^(?:export\s+)?(?:PYTEST_ADDOPTS|PYTHON\w+|RUBYOPT|JAVA_TOOL_OPTIONS)=/m],
];
/** Asked for by every test beside or below it, whatever it is called. */
const NEAR_TESTS =
  /^(?:package\.json|[tj]sconfig.*\.json|babel\.config\.\w+|\.babelrc.*|\.swcrc|setup\.\w+|(?:test|spec|rails)_helper\.rb|jasmine\.json)$/;

function decides(file: NewFile): string | undefined {
  const { path, text } = file;
  const name = fileName(path);
  const mixed = MIXED.filter(([pattern]) => pattern.test(name));
  const isMixed = mixed.some(([, wanted]) => wanted.test(text));
  if (isMixed || (mixed.length === 0 && isTestSetting(path))) {
    return 'was not there on the base commit and decides how tests run';
  }
  if (/^(?:GNU)?makefile$/.test(name)) return 'is run in the place of the Makefile';
  if (name.endsWith('_test.go')) {
    return /^func\s+(?:TestMain|init)\s*\(/m.test(text)
      ? 'runs before every test of its package'
      : undefined;
  }
  if (!isInTestDirectory(path)) return undefined;
  if (name === '__init__.py') {
    return holdsCode(file) ? 'runs before every test of its package' : undefined;
  }
  const isNear =
    NEAR_TESTS.test(name) || /(?:^|\/)(?:common\/mod\.rs|META-INF\/services\/.*)$/.test(path);
  return isNear ? 'is loaded by tests beside or below it' : undefined;
}

/** More than comments and a text that explains. */
function holdsCode({ text, tree }: NewFile): boolean {
  if (tree === undefined) return /^\s*[^#\s]/m.test(text);
  return named(tree.root).some((node) => {
    const [inner] = named(node);
    return !(node.type === 'expression_statement' && inner?.type === 'string');
  });
}

const PYTHON_RUNNERS = 'unittest|pytest|_pytest|pluggy|nose|nose2|doctest';
/** What a runner of Python itself loads. */
const PYTHON_LOADED =
  'types|typing|re|json|random|time|math|logging|traceback|inspect|difflib|pprint|contextlib|functools|collections|abc|enum|dataclasses|warnings|asyncio|subprocess|tempfile|pathlib|decimal|fractions|datetime|string|copy|io|os|sys|signal|argparse|importlib|tokenize|site|runpy|pkgutil|atexit|operator|weakref|threading|builtins|codecs|encodings';
const PYTHON_ROOTS = String.raw`^(?:(?:src|lib|tests?)\/|tests?\/redgreen\/)?`;
const SHADOWS: readonly RegExp[] = [
  /(?:^|\/)node_modules\//,
  new RegExp(
    String.raw`${PYTHON_ROOTS}(?:${PYTHON_RUNNERS}|${PYTHON_LOADED})(?:\.py|\/__init__\.py)$`,
  ),
  new RegExp(String.raw`(?:^|\/)(?:${PYTHON_RUNNERS})(?:\.py|\/(?:__init__|__main__)\.py)$`),
  /^(?:lib|test|spec)\/(?:minitest(?:\/\w+)?|rspec(?:\/\w+)?|test\/unit|test-unit)\.rb$/,
  /^vendor\/(?:.*\/)?(?:testify|phpunit|junit|rspec|minitest)\b/,
  /(?:^|\/)org\/(?:junit|testng|assertj|hamcrest)\/.*\.(?:java|kt|class)$/,
];

function shadows(path: string): boolean {
  return SHADOWS.some((pattern) => pattern.test(path));
}
