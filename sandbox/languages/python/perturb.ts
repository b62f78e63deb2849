// Exits of functions in Python: every `return`, `yield` and `raise` goes through the helper. Which
// function is the outermost of the change is read from the stack, so that none gets a frame more. Pure.
import {
  type ChangedLines,
  ownNodes,
  type Perturbing,
  type Wrap,
  wrapping,
} from '../../syntax/code/perturb.ts';
import type { FunctionPart } from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import { HELPER } from './perturb-helper.ts';

const APART = /^(?:function_definition|class_definition|lambda)$/;

export const PERTURB: Perturbing = {
  edits: (_view, parts, name) =>
    wrapping(parts.flatMap((part, index) => wrapsOf(part, `_${name}`, index))),
  place,
  helper: ({ name, marks, alteration, isDeep, turn }, changed) => {
    const given = `{'name': '${name}', 'marks': '${marks}', 'alteration': '${alteration}', 'deep': ${isDeep ? 'True' : 'False'}, 'turn': ${turn}, 'changed': ${linesOf(changed)}}`;
    return `_${name} = (lambda given, scope: (exec(${JSON.stringify(HELPER)}, scope), scope['made'](given))[1])(${given}, {})\n`;
  },
};

function linesOf(changed: ChangedLines): string {
  const rows = changed.map(
    ({ path, lines }) => `(${JSON.stringify(path)}, ${JSON.stringify(lines)})`,
  );
  return `[${rows.join(', ')}]`;
}

function wrapsOf({ kind, body }: FunctionPart, name: string, index: number): Wrap[] {
  const own = ownNodes(body, ({ type }) => APART.test(type));
  const yields = own.filter(({ type }) => type === 'yield');
  const wrap = (call: string, { start, end }: { start: number; end: number }): Wrap => ({
    start,
    end,
    open: `${call}(${index}, (`,
    close: '))',
  });
  const values = own.flatMap((node) => {
    const [value] = named(node);
    if (value === undefined || kind === 'constructor') return [];
    if (node.type === 'yield')
      return node.children.some(({ type }) => type === 'from') ? [] : [value];
    return node.type === 'return_statement' && yields.length === 0 ? [value] : [];
  });
  const raised = own.flatMap((node) =>
    node.type === 'raise_statement' ? named(node).slice(0, 1) : [],
  );
  return [
    ...values.map((one) => wrap(`${name}.give`, one)),
    ...raised.map((one) => wrap(`${name}.thrown`, one)),
  ];
}

/** Before anything that may run, but after what has to come first. */
function place({ tree, text }: View): { at: number; addsLine: boolean } {
  const first = named(tree.root).find(
    (one, index) =>
      one.type !== 'future_import_statement' &&
      !(index === 0 && one.type === 'expression_statement' && /^[rRuUbB]*["']/.test(text(one))),
  );
  return { at: first?.start ?? tree.text.length, addsLine: true };
}
