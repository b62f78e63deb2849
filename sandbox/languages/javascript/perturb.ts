// Exits of functions in JavaScript and TypeScript: every `return`, `yield` and `throw` goes through
// the helper, on the line where it stood and without a frame of its own on the stack. Pure.
import {
  type Edit,
  ownNodes,
  type Perturbing,
  type Wrap,
  wrapping,
} from '../../syntax/code/perturb.ts';
import type { FunctionPart } from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { HELPER } from './perturb-helper.ts';

const APART =
  /^(?:(?:generator_)?function|(?:generator_)?function_(?:declaration|expression)|arrow_function|method_definition|class|(?:abstract_)?class_declaration)$/;

export const PERTURB: Perturbing = perturbing('');
/** What the helper gives fits every type. */
export const TYPED_PERTURB: Perturbing = perturbing(': any');

function perturbing(type: string): Perturbing {
  return {
    edits: (view, parts, name) => wrapsOf(view, parts, name),
    // A function declaration is there before anything of its file runs.
    place: ({ tree }) => ({ at: tree.text.length, addsLine: false }),
    helper: (helper) => {
      const { name, marks, alteration, isDeep, turn } = helper;
      const given = JSON.stringify({ name, marks, alteration, isDeep, turn });
      const body = JSON.stringify(HELPER);
      return `\nfunction ${name}()${type} { return new Function('given', ${body})(${given}); }\n`;
    },
  };
}

function wrapsOf(view: View, parts: readonly FunctionPart[], name: string): Edit[] {
  return wrapping(parts.flatMap((part, index) => wrapsOfPart(view, part, { name, index })));
}

function wrapsOfPart(
  view: View,
  { kind, node, body, isExpression }: FunctionPart,
  { name, index }: { name: string; index: number },
): Wrap[] {
  if (kind === 'constructor') return [];
  const enter = `${name}().enter(); try {`;
  const leave = `} catch (${name}_) { throw ${name}().thrown(${name}_); } finally { ${name}().leave(); }`;
  const given = (one: SyntaxNode, base: number): Wrap => ({
    start: one.start,
    end: one.end,
    open: `${name}().give((`,
    close: `), ${index}, ${base})`,
  });
  if (isExpression) {
    const { open, close, ...place } = given(body, 1);
    return [{ ...place, open: `{ ${enter} return ${open}`, close: `${close}; ${leave} }` }];
  }
  const own = ownNodes(body, ({ type }) => APART.test(type));
  if (node.children.some(({ type }) => type === '*')) {
    return own.flatMap((one) => {
      const [value] = one.type === 'yield_expression' ? named(one) : [];
      const isEach = one.children.some(({ type }) => type === '*');
      return value === undefined || isEach ? [] : [given(value, 0)];
    });
  }
  const values = own.flatMap(({ type, ...one }) =>
    type === 'return_statement' ? named({ type, ...one }).slice(0, 1) : [],
  );
  const throws = own.some(({ type }) => type === 'throw_statement');
  if (values.length === 0 && !throws) return [];
  const around = { start: directivesEnd(view, body), end: body.end - 1 };
  return [
    ...values.map((one) => given(one, 1)),
    { ...around, open: ` ${enter}`, close: ` ${leave} ` },
  ];
}

/** After `'use strict'`. */
function directivesEnd(view: View, body: SyntaxNode): number {
  const [first] = named(body);
  const isDirective = first !== undefined && /^(['"])use \w+\1;?$/.test(view.text(first));
  return isDirective ? first.end : body.start + 1;
}
