// Exits of methods in Java: what is returned and every new error that is thrown goes through the helper,
// a class at the end of the same file. No line moves. Pure.
import {
  type ChangedLines,
  ownNodes,
  type Perturbing,
  type Wrap,
  wrapping,
} from '../../syntax/code/perturb.ts';
import type { FunctionPart } from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import { childOf } from '../../syntax/tree.ts';
import { HELPER } from './perturb-helper.ts';

const APART =
  /^(?:(?:method|constructor|class|interface|enum|record)_declaration|class_body|lambda_expression)$/;
const PRIMITIVE = /^(?:boolean|byte|short|int|long|float|double|char)$/;

export const PERTURB: Perturbing = {
  isBuilt: true,
  edits: (view, parts, name) =>
    wrapping(parts.flatMap((part, index) => wrapsOf(view, part, { name, index }))),
  place: ({ tree }) => ({ at: tree.text.length, addsLine: false }),
  helper: ({ name, marks, alteration, isDeep, turn }, changed) => `
class ${name} {
private static final String MARKS = ${JSON.stringify(marks)}, KIND = "${alteration}";
private static final int TURN = ${turn};
private static final boolean DEEP = ${isDeep};
private static final Object[][] CHANGED = ${rowsOf(changed)};
${HELPER.replaceAll('h0', name)}}
`,
};

function rowsOf(changed: ChangedLines): string {
  const rows = changed.map(({ path, lines }) => {
    const pairs = lines.map(([start, end]) => `{${start}, ${end}}`);
    return `{${JSON.stringify(path)}, new int[][]{${pairs.join(', ')}}}`;
  });
  return `{${rows.join(', ')}}`;
}

function wrapsOf(
  view: View,
  { node, body, returns }: FunctionPart,
  { name, index }: { name: string; index: number },
): Wrap[] {
  const own = ownNodes(body, ({ type }) => APART.test(type));
  const type = view.text(returns);
  const isPrimitive = PRIMITIVE.test(type);
  // The brackets of an array may stand behind the parameters.
  const isPlain = type !== '' && childOf(node, 'dimensions') === undefined;
  const call = isPrimitive ? `${type}Of` : `<${type.replaceAll(/\s+/g, ' ')}>of`;
  const cast = isPrimitive ? `(${type}) ` : '';
  return own.flatMap((one): Wrap[] => {
    const [value] = named(one);
    if (value === undefined) return [];
    const { start, end } = value;
    if (one.type === 'return_statement' && isPlain)
      return [{ start, end, open: `${name}.${call}(${index}, ${cast}(`, close: '))' }];
    // What is only thrown again is known to the compiler better than we could say it.
    const isNew = one.type === 'throw_statement' && value.type === 'object_creation_expression';
    return isNew ? [{ start, end, open: `${name}.thrown(`, close: ')' }] : [];
  });
}
