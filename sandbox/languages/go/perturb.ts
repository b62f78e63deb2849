// Exits of functions in Go: all results of a `return` go through the helper at once, and what panics.
// It stands at the end of the file, its imports behind the clause of the package: no line moves. Pure.
import { ownNodes, type Perturbing, type Wrap, wrapping } from '../../syntax/code/perturb.ts';
import type { FunctionPart } from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { HELPER, IMPORTS, MOST_RESULTS } from './perturb-helper.ts';

export const PERTURB: Perturbing = {
  isBuilt: true,
  edits: (view, parts, name) => {
    const wraps = parts.flatMap((part, index) => wrapsOf(view, part, { name, index }));
    const [clause] = view.ofType('package_clause');
    if (wraps.length === 0 || clause === undefined) return [];
    const imports = IMPORTS.replaceAll('h0', name);
    return [{ start: clause.end, end: clause.end, text: imports }, ...wrapping(wraps)];
  },
  place: ({ tree }) => ({ at: tree.text.length, addsLine: false }),
  helper: ({ name, ...given }, changed) => {
    const rows = changed.map(({ path, lines }) => {
      const pairs = lines.map(([start, end]) => `{${start}, ${end}}`);
      return `{${JSON.stringify(path)}, [][2]int{${pairs.join(', ')}}}`;
    });
    return `
var ${name}marks, ${name}kind, ${name}isDeep = ${JSON.stringify(given.marks)}, "${given.alteration}", ${given.isDeep}
var ${name}turn byte = ${given.turn}
var ${name}changed = []struct { path string; lines [][2]int }{${rows.join(', ')}}
${HELPER.replaceAll('h0', name)}`;
  },
};

type Given = { name: string; index: number };

function wrapsOf(view: View, part: FunctionPart, { name, index }: Given): Wrap[] {
  const { body, returns } = part;
  const own = ownNodes(body, ({ type }) => type === 'func_literal');
  const results = returns === undefined ? [] : resultsOf(view, returns);
  const types = results.map(({ type }) => type);
  const isShort = types.every((type) => !type.includes('\n')) && types.length <= MOST_RESULTS;
  const open = `${name}r${types.length}[${types.join(', ')}](${index})(`;
  const exits = types.length > 0 && isShort ? own : [];
  return [
    ...exits.flatMap((node) => exitOf(node, { open, results })),
    ...own.flatMap((node) => panicOf(view, node, name)),
  ];
}

type Result = { type: string; name?: string };

function exitOf(
  node: SyntaxNode,
  { open, results }: { open: string; results: readonly Result[] },
): Wrap[] {
  if (node.type !== 'return_statement') return [];
  const [values] = named(node);
  if (values !== undefined) return [{ start: values.start, end: values.end, open, close: ')' }];
  // What its results are called is seen at every return that says nothing.
  const names = results.flatMap(({ name }) => (name === undefined || name === '_' ? [] : [name]));
  if (names.length < results.length) return [];
  return [{ start: node.end, end: node.end, open: ` ${open}${names.join(', ')})`, close: '' }];
}

function panicOf(view: View, node: SyntaxNode, name: string): Wrap[] {
  const callee = childOf(node, 'function');
  const [value, ...others] = named(childOf(node, 'arguments'));
  const isPanic = node.type === 'call_expression' && view.text(callee) === 'panic';
  if (!isPanic || value === undefined || others.length > 0) return [];
  return [{ start: value.start, end: value.end, open: `${name}panic(`, close: ')' }];
}

function resultsOf(view: View, returns: SyntaxNode): Result[] {
  if (returns.type !== 'parameter_list') return [{ type: view.text(returns) }];
  return named(returns).flatMap((one): Result[] => {
    const type = view.text(childOf(one, 'type'));
    const names = one.children.filter(({ field }) => field === 'name');
    return names.length === 0 ? [{ type }] : names.map((own) => ({ type, name: view.text(own) }));
  });
}
