// What pure files must not touch (clock, randomness, the process and the world), and who may read
// the environment. Imports of impure modules are the business of imports.ts.
import type { Node } from 'oxc-parser';
import type { ModuleRequest } from './module-requests.ts';
import type { ParsedFile } from './parse.ts';
import { isNamedBy, isPure, isTest } from './patterns.ts';
import { readsOf } from './property-reads.ts';
import { ENVIRONMENT_READERS, type Finding, type RuleId } from './rules.ts';
import { findReferences, type Reference } from './scope.ts';

const IMPURE_GLOBALS: ReadonlyMap<string, RuleId> = new Map([
  ...named(
    'pure-clock',
    'performance setTimeout setInterval setImmediate queueMicrotask scheduler',
  ),
  ...named('pure-random', 'crypto'),
  ...named('pure-globals', 'process console fetch navigator globalThis global eval require'),
  ...named('pure-globals', 'WebSocket EventSource XMLHttpRequest BroadcastChannel Worker'),
  ...named('pure-globals', 'localStorage sessionStorage'),
]);
const IMPURE_MEMBERS: ReadonlyMap<string, RuleId> = new Map([
  ...named('pure-clock', 'Date.now Date.* AbortSignal.timeout Temporal.Now'),
  ...named('pure-random', 'Math.random Math.*'),
]);

type Verdict = { rule: RuleId; node: Node; problem: string };

export function checkPurity(file: ParsedFile, requests: readonly ModuleRequest[]): Finding[] {
  const references = findReferences(file);
  const impure = isPure(file.path)
    ? [...file.nodes.flatMap(judgeMeta), ...references.flatMap((one) => judgePure(one, file))]
    : [];
  const findings = impure.map(({ rule, node, problem }): Finding => {
    return { rule, path: file.path, line: file.lineAt(node.start), problem };
  });
  return [...findings, ...checkEnvironment(file, requests, references)];
}

function judgePure({ node, origin }: Reference, file: ParsedFile): Verdict[] {
  if (origin.from !== 'global') return [];
  const rule = IMPURE_GLOBALS.get(origin.name);
  if (rule !== undefined) return [{ rule, node, problem: `uses ${origin.name}` }];
  if (origin.name === 'Date' && isNow(file.parentOf.get(node), node)) {
    return [{ rule: 'pure-clock', node, problem: 'asks Date for the present time' }];
  }
  return readsOf(node, file.parentOf).flatMap(({ name }) => {
    const member = `${origin.name}.${name}`;
    const memberRule = IMPURE_MEMBERS.get(member);
    return memberRule === undefined ? [] : [{ rule: memberRule, node, problem: `uses ${member}` }];
  });
}

/** `new Date()` without an argument, or `Date()` with any. */
function isNow(parent: Node | undefined, date: Node): boolean {
  if (parent?.type === 'NewExpression') {
    return parent.callee === date && parent.arguments.length === 0;
  }
  return parent?.type === 'CallExpression' && parent.callee === date;
}

function judgeMeta(node: Node): Verdict[] {
  if (node.type !== 'MetaProperty' || node.meta.name !== 'import') return [];
  return [{ rule: 'pure-globals', node, problem: 'uses import.meta' }];
}

function checkEnvironment(
  file: ParsedFile,
  requests: readonly ModuleRequest[],
  references: readonly Reference[],
): Finding[] {
  if (isTest(file.path) || isNamedBy(ENVIRONMENT_READERS, file.path)) return [];
  const lines = [
    ...requests.filter(asksForEnvironment).map(({ line }) => line),
    ...references
      .filter((one) => readsEnvironment(one, file))
      .map(({ node }) => file.lineAt(node.start)),
  ];
  return [...new Set(lines)].map((line) => ({
    rule: 'environment-readers',
    path: file.path,
    line,
    problem: 'reads process.env, or hands the whole process on',
  }));
}

/** `import process from 'node:process'` is judged where it is used. */
function asksForEnvironment({ specifier, names, isTypeOnly }: ModuleRequest): boolean {
  return !isTypeOnly && isProcess(specifier) && (names.includes('env') || names.includes('*'));
}

function readsEnvironment({ node, origin }: Reference, { parentOf }: ParsedFile): boolean {
  if (origin.from === 'import') {
    const { specifier, name } = origin;
    return isProcess(specifier) && name === 'default' && takesEnv(node, parentOf);
  }
  if (origin.name === 'process') return takesEnv(node, parentOf);
  if (origin.name !== 'globalThis' && origin.name !== 'global') return false;
  return readsOf(node, parentOf).some(
    ({ name, node: value }) =>
      name === 'process' && (value === undefined || takesEnv(value, parentOf)),
  );
}

function isProcess(specifier: string | undefined): boolean {
  return specifier === 'node:process' || specifier === 'process';
}

function takesEnv(node: Node, parentOf: ReadonlyMap<Node, Node>): boolean {
  return readsOf(node, parentOf).some(({ name }) => name === 'env' || name === '*');
}

function named(rule: RuleId, names: string): [string, RuleId][] {
  return names.split(' ').map((name) => [name, rule]);
}
