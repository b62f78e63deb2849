// Files of Python projects that decide how tests run. Pure.
import {
  matchingLines,
  type NewFile,
  sections,
  squeezed,
  type TestSettings,
} from '../../projects/test-settings.ts';
import { named } from '../../syntax/code/view.ts';
import { type SyntaxTree, textOf } from '../../syntax/tree.ts';

const TEST_RUNNERS = 'unittest|pytest|_pytest|pluggy|nose|nose2|doctest';
/** What a test runner itself loads. */
const LOADED =
  'types|typing|re|json|random|time|math|logging|traceback|inspect|difflib|pprint|contextlib|functools|collections|abc|enum|dataclasses|warnings|asyncio|subprocess|tempfile|pathlib|decimal|fractions|datetime|string|copy|io|os|sys|signal|argparse|importlib|tokenize|site|runpy|pkgutil|atexit|operator|weakref|threading|builtins|codecs|encodings';
const ROOTS = String.raw`^(?:(?:src|lib|tests?)\/|tests?\/redgreen\/)?`;

export const SETTINGS: TestSettings = {
  files: [
    /^\.coveragerc(?:\.[a-z]+)?$/,
    /^(?:conftest\.py|pytest\.ini|\.pytest\.ini|pytest\.toml|tox\.ini|setup\.cfg|noxfile\.py)$/,
    /^(?:sitecustomize|usercustomize)\.py$|\.pth$/,
  ],
  compiling: [],
  mixed: [
    [/^setup\.cfg$/, /^\[(?:tool:pytest|aliases|coverage|nosetests|unittest)/m],
    [/^pyproject\.toml$/, /^\[tool\.(?:pytest|coverage|tox|nox)/m],
    [/^\.env(?:\.\w+)?$/, /^(?:export\s+)?(?:PYTEST_ADDOPTS|PYTHON\w+)=/m],
  ],
  within: [[/^pyproject\.toml$/, (text) => sections(text, /^\[tool\.(?:pytest|coverage|tox|nox)/)]],
  installScripts: [
    [/^setup\.py$/, (_text, tree) => setupCode(tree)],
    [
      /^pyproject\.toml$/,
      (text) =>
        matchingLines(text, /^\s*backend-path\s*=.*$|^\[tool\.[^\n]{0,80}hooks[^\n]{0,80}\]$/gm),
    ],
  ],
  nearTests: [],
  runsFirst: (file) => file.isInTests && file.name === '__init__.py' && holdsCode(file),
  shadows: [
    new RegExp(String.raw`${ROOTS}(?:${TEST_RUNNERS}|${LOADED})(?:\.py|\/__init__\.py)$`),
    new RegExp(String.raw`(?:^|\/)(?:${TEST_RUNNERS})(?:\.py|\/(?:__init__|__main__)\.py)$`),
  ],
};

const PLAIN_SETUP =
  /^(?:import_statement|import_from_statement|future_import_statement|comment|function_definition)$/;

/** A plain setup.py imports and calls `setup()`; commands of its own and other code run as well. */
function setupCode(tree: SyntaxTree | undefined): string[] {
  if (tree === undefined) return [];
  const code = named(tree.root).flatMap((node) => {
    const [inner] = named(node);
    const text = squeezed(textOf(tree, node));
    const isSetup = /^(?:setuptools\.)?setup\(/.test(text) && !/\bcmdclass\b/.test(text);
    const isValue = inner?.type === 'assignment' || inner?.type === 'string';
    return PLAIN_SETUP.test(node.type) || isSetup || isValue ? [] : [text];
  });
  return code.filter(
    (text) => !/^(?:if|with) /.test(text) || /\b(?:subprocess|os|exec|eval)\b/.test(text),
  );
}

/** More than comments and a text that explains. */
function holdsCode({ text, tree }: NewFile): boolean {
  if (tree === undefined) return /^\s*[^#\s]/m.test(text);
  return named(tree.root).some((node) => {
    const [inner] = named(node);
    return !(node.type === 'expression_statement' && inner?.type === 'string');
  });
}
