// Code that reaches for what judges it: changes parts of test libraries or of the platform, loads a
// test runner where no test is, or equals everything. How a process ends is beside this. Pure.
import { languageOf, TAMPER } from '../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import { quoted } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode, type SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import { computedIn } from './computed.ts';
import { endsIn } from './ends.ts';
import type { TamperKind } from './finding.ts';

export type Seen = { kind: TamperKind; text: string };

export function machineryIn(path: string, tree: SyntaxTree, isTest: boolean): Seen[] {
  const language = languageOf(path);
  if (language?.table === undefined) return [];
  const code = readCode(language.table, tree);
  const touched = [...patched(code), ...(isTest ? [] : [...loaded(code), ...equalToAll(tree)])];
  const ends = isTest ? [] : endsIn(path, code, language.tamper.ends);
  const computed = isTest ? [] : computedIn(code);
  return [
    ...computed.map((text): Seen => ({ kind: 'computed-program', text })),
    ...touched.map((text): Seen => ({ kind: 'machinery-touched', text })),
    ...ends.map((text): Seen => ({ kind: 'process-end-changed', text })),
  ];
}

const MACHINERY = TAMPER.map(({ machinery }) => machinery);

function loaded({ imports, view }: Code): string[] {
  return imports
    .filter(({ module }) => MACHINERY.some(({ testRunners }) => testRunners.test(module)))
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
/** `assert.equal = …`, `setattr(unittest.TestCase, …)`, also under another name. */
function patched(code: Code): string[] {
  const { view, calls } = code;
  const names = libraryNames(code);
  const isTheirs = (node: SyntaxNode | undefined) => {
    const text = view.text(node);
    const root = /^[\w$]+/.exec(text)?.[0] ?? '';
    return (
      names.has(root) ||
      MACHINERY.some(({ platform }) => platform.some((pattern) => pattern.test(text)))
    );
  };
  const assigned = view.ofType(...ASSIGNMENTS).filter((node) => {
    const left = childOf(node, 'left') ?? node.children[1];
    return /[.[]/.test(view.text(left)) && isTheirs(left);
  });
  const isSetter = (path: string) => MACHINERY.some(({ setters }) => setters.test(path));
  const called = calls.filter(
    ({ path, args: [first] }) => isSetter(path) && isTheirs(first) && !isMade(code, first),
  );
  const hooked = calls.filter(({ path }) => names.has(path) && /^register(?:Hooks)?$/.test(path));
  const opened = view.ofType('class', 'module').filter((node) => {
    const name = view.text(childOf(node, 'name'));
    return MACHINERY.some(({ reopened }) => reopened.test(name));
  });
  return [...assigned, ...[...called, ...hooked].map(({ node }) => node), ...opened].map((node) =>
    quoted(view, node, 60),
  );
}

/** `Object.create(null)` is nobody's part, whatever is called to make it. */
function isMade({ callAt }: Code, node: SyntaxNode | undefined): boolean {
  const call = node && callAt(node);
  if (call === undefined || call.args.length > 1) return false;
  return MACHINERY.some(({ makers }) => makers.test(call.path));
}

/** What the imports give, and names that are given a part of it. */
function libraryNames({ imports, view, table }: Code): Set<string> {
  const names = new Set(
    imports
      .filter(({ module, names: given }) => isLibrary(module) || isHook(module, given))
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

function isLibrary(module: string): boolean {
  return MACHINERY.some(({ libraries }) => libraries.test(module));
}

function isHook(module: string, given: readonly string[]): boolean {
  const isWanted = given.some((name) => name.startsWith('register'));
  return isWanted && MACHINERY.some(({ hooks }) => hooks.test(module));
}

function equalToAll({ text }: SyntaxTree): string[] {
  const patterns = MACHINERY.flatMap((one) => one.equalToAll);
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([found]) => found));
}
