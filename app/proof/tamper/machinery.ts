// Code that reaches for what judges it: changes parts of test libraries or of the platform, loads a
// runner where no test is, or equals everything. How a process ends is beside this. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import { quoted } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode, type SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import { endsIn } from './ends.ts';
import type { TamperKind } from './finding.ts';

export type Seen = { kind: TamperKind; text: string };

export function machineryIn(path: string, tree: SyntaxTree, isTest: boolean): Seen[] {
  const table = languageOf(path)?.table;
  if (table === undefined) return [];
  const code = readCode(table, tree);
  const touched = [...patched(code), ...(isTest ? [] : [...loaded(code), ...equalToAll(tree)])];
  const ends = isTest ? [] : endsIn(path, code);
  return [
    ...touched.map((text): Seen => ({ kind: 'machinery-touched', text })),
    ...ends.map((text): Seen => ({ kind: 'process-end-changed', text })),
  ];
}

const LIBRARIES =
  /^(?:(?:node:)?(?:assert(?:\/strict)?|test(?:\/\w+)?)|vitest|@jest\/globals|@?jest\b.*|expect|chai|should|mocha|ava|tap|tape|sinon|unittest(?:\..*)?|_?pytest(?:\..*)?|pluggy|nose2?|doctest|testing|minitest(?:\/.*)?|rspec(?:\/.*)?|test\/unit|org\.(?:junit|testng|assertj|hamcrest).*|github\.com\/stretchr\/testify.*)$/;
const RUNNERS =
  /^(?:node:test(?:\/\w+)?|vitest|@jest\/globals|mocha|ava|tap|tape|unittest(?:\..*)?|_?pytest(?:\..*)?|nose2?|testing|minitest(?:\/.*)?|rspec(?:\/.*)?|test\/unit|org\.(?:junit|testng)\..*)$/;

function loaded({ imports, view }: Code): string[] {
  return imports
    .filter(({ module }) => RUNNERS.test(module))
    .map(({ node }) => quoted(view, node, 60));
}

const ASSIGNMENTS = [
  'assignment_expression',
  'augmented_assignment_expression',
  'assignment',
  'augmented_assignment',
  'operator_assignment',
  'assignment_statement',
  'delete_statement',
];
const SETTERS =
  /^(?:Object\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\.(?:set|defineProperty)|setattr|delattr|mock\.(?:method|getter|setter)|(?:unittest\.)?mock\.patch(?:\.object|\.dict)?|patch(?:\.object|\.dict)?)$/;
const PLATFORM: readonly RegExp[] = [
  /^(?:globalThis\.)?(?:Object|Array|String|Number|Boolean|Function|Error|Promise|JSON|Reflect|Symbol|RegExp|Map|Set|Date|Math)(?:\.prototype\b|[.[](?!stackTraceLimit))/,
  /^(?:globalThis\.)?process(?:[.[](?!exitCode\b|title\b|env\b)|$)/,
  /^globalThis[.[]['"]?(?:assert|expect|test|it|describe|process)\b/,
  /^(?:\w+\.)?Module\.(?:_\w+|prototype)|^require\.cache\b/,
  /^(?:builtins|__builtins__)\b|^sys\.(?:exit|meta_path|path_hooks)\b|^os\._exit\b|^operator\.\w+/,
  /^sys\.modules\[\s*['"](?:_?pytest|unittest|doctest)/,
  /\b(?:require|import|__import__|import_module)\(\s*['"](?:(?:node:)?(?:assert|test)\b|unittest|_?pytest|chai|vitest)/,
];

/** `assert.equal = …`, `setattr(unittest.TestCase, …)`, also under another name. */
function patched(code: Code): string[] {
  const { view, calls } = code;
  const names = libraryNames(code);
  const isTheirs = (node: SyntaxNode | undefined) => {
    const text = view.text(node);
    const root = /^[\w$]+/.exec(text)?.[0] ?? '';
    return names.has(root) || PLATFORM.some((pattern) => pattern.test(text));
  };
  const assigned = view.ofType(...ASSIGNMENTS).filter((node) => {
    const left = childOf(node, 'left') ?? node.children[1];
    return /[.[]/.test(view.text(left)) && isTheirs(left);
  });
  const called = calls.filter(({ path, args: [first] }) => SETTERS.test(path) && isTheirs(first));
  const hooked = calls.filter(({ path }) => names.has(path) && /^register(?:Hooks)?$/.test(path));
  const reopened = view
    .ofType('class', 'module')
    .filter((node) => /^(?:Minitest|RSpec|Test::Unit)\b/.test(view.text(childOf(node, 'name'))));
  return [...assigned, ...[...called, ...hooked].map(({ node }) => node), ...reopened].map((node) =>
    quoted(view, node, 60),
  );
}

/** What the imports give, and names that are given a part of it. */
function libraryNames({ imports, view, table }: Code): Set<string> {
  const names = new Set(
    imports
      .filter(({ module, names: given }) => LIBRARIES.test(module) || isHook(module, given))
      .flatMap((one) => one.names),
  );
  const kinds = new Map(table.bindings.map((one) => [one.type, one]));
  for (const node of view.nodes) {
    const kind = kinds.get(node.type);
    const left = kind && childOf(node, kind.left);
    const right = kind && view.text(childOf(node, kind.right));
    const root = /^([\w$]+)(?:\.[\w$]+)*$/.exec(right ?? '')?.[1];
    if (left !== undefined && root !== undefined && names.has(root)) names.add(view.text(left));
  }
  return names;
}

function isHook(module: string, given: readonly string[]): boolean {
  return /^(?:node:)?module$/.test(module) && given.some((name) => name.startsWith('register'));
}

const EQUAL_TO_ALL: readonly RegExp[] = [
  /\b__(?:eq|ne)__\s*=\s*lambda[^:\n]{0,80}:\s*(?:True|False)\b/g,
  /\bdef\s+__(?:eq|ne)__\s*\([^)]{0,80}\)[^:\n]{0,40}:\s*return\s+(?:True|False)\b/g,
  /\bdef\s+==\s*\(?\w*\)?\s*(?:=\s*)?true\b/g,
  /\bboolean\s+equals\(\s*(?:final\s+)?Object\s+\w+\s*\)\s*\{\s*return\s+true\b/g,
  /\bfn\s+eq\(\s*&self\s*,[^)]{0,80}\)\s*->\s*bool\s*\{\s*true\s*\}/g,
];

function equalToAll({ text }: SyntaxTree): string[] {
  return EQUAL_TO_ALL.flatMap((pattern) => Array.from(text.matchAll(pattern), ([found]) => found));
}
