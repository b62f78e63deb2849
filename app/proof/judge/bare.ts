// Assertions about something of the project that nobody calls: that it is there, or what it looks like
// as a text. To compare a constant as it is says something, for a function never equals a value. Pure.
import { createBehind } from '../../../sandbox/syntax/code/behind.ts';
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import { decorated, type Origins } from '../../../sandbox/syntax/code/origins.ts';
import type { Assertion } from '../../../sandbox/syntax/code/table.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import { withAliases } from './shapes.ts';

const CONSTANT = /^[A-Z][A-Z0-9_]+$/;
const PLAIN = /^[\w$]+(?:\??\.[\w$]+|\[[^\]()]*\])*$/;

export function createBareCheck(
  code: Code,
  origins: Origins,
  ours: ReadonlySet<string>,
): (one: Assertion) => boolean {
  const { table, view } = code;
  const behind = createBehind(code);
  const aliases = new Set([...withAliases(code, ours), ...madeOf(code, ours)]);
  const members = view.tree.text.matchAll(/([\w$]+)\.[A-Z][A-Z0-9_]+\b/g);
  const modules = new Set(Array.from(members, ([, name = '']) => name));
  // A constant, or a module that one is taken from.
  const isData = (name: string) => CONSTANT.test(name) || modules.has(name);
  const isBare = (node: SyntaxNode) => {
    const { leaves, calls } = behind(node);
    const named = [...leaves].filter((name) => ours.has(name));
    if (named.length === 0 || named.some(isData)) return false;
    const isHanded = (part: SyntaxNode) => code.mentions(part).some((name) => ours.has(name));
    return !calls.some(({ path, args, block }) => {
      const root = /^(?:new )?([\w$]+)/.exec(path)?.[1] ?? '';
      const isCalled = aliases.has(root) || (leaves.has(root) && origins.isLiveName(root));
      if (isCalled || table.shapes.readers.test(path)) return isCalled;
      return [...args, block].some((one) => one !== undefined && isHanded(one));
    });
  };
  return ({ form, operands }) => {
    if (form === 'throws' || form === 'fail') return false;
    const live = operands.filter((one) => origins.isLive(one));
    const isCompared = form === 'exact' && live.every((one) => PLAIN.test(view.text(one)));
    return live.length > 0 && !isCompared && live.every(isBare);
  };
}

/** Functions of the test that something of the project is put around: to call one calls it. */
function madeOf(code: Code, ours: ReadonlySet<string>): string[] {
  const isOurs = (node: SyntaxNode) => code.mentions(node).some((name) => ours.has(name));
  return decorated(code).flatMap(({ names, value }) => (value && isOurs(value) ? names : []));
}
