// What runs before the tests do, without anybody asking for it: scripts of package managers, build
// scripts, code in manifests. Setup runs them in the sandbox where tests are run later. Pure.

import { fileName } from '../../../sandbox/projects/place.ts';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';
import { named } from '../../../sandbox/syntax/code/view.ts';
import { type SyntaxTree, textOf } from '../../../sandbox/syntax/tree.ts';
import type { Sides, TamperFinding } from './finding.ts';

type Manifest = Pick<Sides, 'path' | 'after' | 'base' | 'head'> & { before: string | undefined };

export function installFindings(manifest: Manifest): TamperFinding[] {
  const { path, before, after } = manifest;
  if (after === undefined) return [];
  const name = fileName(path);
  const read = READERS.find(([pattern]) => pattern.test(name))?.[1];
  if (read === undefined) return [];
  const was = new Set(before === undefined ? [] : read(before, manifest.base));
  const added = read(after, manifest.head).filter((one) => !was.has(one));
  return added.map((one) => ({
    kind: 'install-script-added',
    path,
    detail: `runs before the tests do: ${one.length > 80 ? `${one.slice(0, 79)}…` : one}`,
  }));
}

type Read = (text: string, tree: SyntaxTree | undefined) => string[];

/** What each of them runs by itself, one line for each. */
const READERS: readonly (readonly [RegExp, Read])[] = [
  [/^package\.json$/, (text) => scriptsOf(text, LIFECYCLE)],
  [/^composer\.json$/, (text) => scriptsOf(text, /^(?:pre|post)-(?:install|update|autoload)-?/)],
  [/^setup\.py$/, (_text, tree) => pythonSetup(tree)],
  [/^build\.rs$/, (text) => [squeezed(text)]],
  [/^Cargo\.toml$/, (text) => matched(text, /^\s*build\s*=.*$/gm)],
  [
    /^pyproject\.toml$/,
    (text) => matched(text, /^\s*backend-path\s*=.*$|^\[tool\.[^\n]{0,80}hooks[^\n]{0,80}\]$/gm),
  ],
  [/^(?:binding\.gyp|\.pnpmfile\.cjs|extconf\.rb)$/, (text) => [squeezed(text)]],
  [/^\.yarnrc\.yml$/, (text) => matched(text, /^\s*(?:-\s*path|yarnPath):.*$/gm)],
];

const LIFECYCLE =
  /^(?:(?:pre|post)?(?:install|prepare|test)|dependencies|prepublish|preprepare|postprepare|prepublishOnly)$/;

function scriptsOf(text: string, wanted: RegExp): string[] {
  return Object.entries(scriptsIn(text)).flatMap(([name, line]) =>
    wanted.test(name) && name !== 'test' ? [`${name}: ${squeezed(JSON.stringify(line))}`] : [],
  );
}

function scriptsIn(text: string): object {
  const content = parseJson(text);
  if (typeof content !== 'object' || content === null || !('scripts' in content)) return {};
  return typeof content.scripts === 'object' && content.scripts !== null ? content.scripts : {};
}

const PLAIN_SETUP =
  /^(?:import_statement|import_from_statement|future_import_statement|comment|function_definition)$/;

/** A plain setup.py imports and calls `setup()`; commands of its own and other code run as well. */
function pythonSetup(tree: SyntaxTree | undefined): string[] {
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

function matched(text: string, wanted: RegExp): string[] {
  return Array.from(text.matchAll(wanted), ([line]) => squeezed(line));
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
