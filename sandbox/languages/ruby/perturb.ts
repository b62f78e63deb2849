// Exits of functions in Ruby: what `return` gives, the last expression of each way through a body, what
// is yielded and what is raised goes through the helper, on the line where it stood. Pure.
import {
  type ChangedLines,
  ownNodes,
  type Perturbing,
  type Wrap,
  wrapping,
} from '../../syntax/code/perturb.ts';
import type { FunctionPart } from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { HELPER } from './perturb-helper.ts';

const APART = /^(?:(?:singleton_)?method|class|module|singleton_class|lambda)$/;

export const PERTURB: Perturbing = {
  edits: (view, parts, name) =>
    wrapping(parts.flatMap((part, index) => wrapsOf(view, part, { name, index }))),
  place: ({ tree }) => {
    // Comments at the top may be for the interpreter.
    const [first] = named(tree.root);
    return { at: first?.start ?? tree.text.length, addsLine: false };
  },
  helper: ({ name, marks, alteration, isDeep, turn }, changed) => {
    const given = `marks: '${marks}', alteration: :${alteration}, deep: ${isDeep}, turn: ${turn}, changed: ${linesOf(changed)}`;
    // One for all files of a process.
    const shared = `$h${marks.replaceAll(/\W/g, '_')}`;
    return `$${name} = (${shared} ||= eval(${quoted(HELPER)}).new(${given})); `;
  },
};

function linesOf(changed: ChangedLines): string {
  const rows = changed.map(({ path, lines }) => `[${quoted(path)}, ${JSON.stringify(lines)}]`);
  return `[${rows.join(', ')}]`;
}

/** On one line, and nothing in it is put in. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('#', String.raw`\#`);
}

type Given = { name: string; index: number };

function wrapsOf(view: View, part: FunctionPart, { name, index }: Given): Wrap[] {
  const { kind, body } = part;
  const own = ownNodes(body, ({ type }) => APART.test(type));
  const given = ({ start, end, isList = false }: Exit): Wrap => ({
    start,
    end,
    open: `$${name}.give(${index}, ${isList ? '[' : '('}`,
    close: isList ? '])' : '))',
  });
  const raised = own.flatMap((node) => raisedBy(view, node));
  const values = kind === 'constructor' || isSetter(part) ? [] : exitsOf(own, body);
  return [
    ...values.map(given),
    ...raised.map(({ start, end }) => ({ start, end, open: `$${name}.thrown(`, close: ')' })),
  ];
}

type Place = Pick<SyntaxNode, 'start' | 'end'>;
/** Several values are one list. */
type Exit = Place & { isList?: boolean };

/** What it gives back nobody sees. */
function isSetter({ node }: FunctionPart): boolean {
  return childOf(node, 'name')?.type === 'setter';
}

function exitsOf(own: readonly SyntaxNode[], body: SyntaxNode): Exit[] {
  const returned = own.flatMap((node): Exit[] => {
    if (node.type !== 'return' && node.type !== 'yield') return [];
    const [list] = named(node);
    const values = named(list);
    if (list === undefined || values.some(({ type }) => /hash_splat|block_arg|pair/.test(type)))
      return [];
    const isList = values.length > 1 || values[0]?.type === 'splat_argument';
    if (node.type === 'return') return [{ start: list.start, end: list.end, isList }];
    return isList && values.some(({ type }) => type === 'splat_argument') ? [] : values;
  });
  return [...returned, ...lastOf(body)];
}

/** Where the value of a statement comes from, on each way through it. */
function lastOf(node: SyntaxNode): SyntaxNode[] {
  const inner = named(node);
  switch (node.type) {
    case 'body_statement':
    case 'begin':
    case 'block_body':
    case 'parenthesized_statements':
    case 'then':
    case 'else': {
      const clauses = inner.filter(({ type }) => /^(?:rescue|else)$/.test(type));
      const plain = inner.filter(({ type }) => !CLAUSE.test(type));
      const last = clauses.some(({ type }) => type === 'else') ? undefined : plain.at(-1);
      return [...(last === undefined ? [] : lastOf(last)), ...clauses.flatMap(lastOf)];
    }
    case 'if':
    case 'unless':
    case 'elsif':
    case 'when':
    case 'in_clause':
    case 'rescue':
    case 'case':
    case 'case_match':
      return inner.filter(({ type }) => BRANCH.test(type)).flatMap(lastOf);
    case 'conditional':
      return inner.filter(({ field }) => field !== 'condition').flatMap(lastOf);
    case 'if_modifier':
    case 'unless_modifier':
      return inner.filter(({ field }) => field === 'body').flatMap(lastOf);
    default:
      return NO_VALUE.test(node.type) ? [] : [node];
  }
}

const CLAUSE = /^(?:rescue|else|ensure|empty_statement|heredoc_body)$/;
const BRANCH = /^(?:then|else|elsif|when|in_clause|body_statement)$/;
const NO_VALUE =
  /^(?:return|yield|next|break|redo|retry|while|until|for|(?:while|until)_modifier|(?:singleton_)?method|class|module|alias|undef|nil|heredoc_body|rescue|ensure)$/;

/** `raise X, 'words'`; one again, with a backtrace or a cause stays as it is. */
function raisedBy(view: View, node: SyntaxNode): Place[] {
  if (node.type !== 'call' || childOf(node, 'receiver') !== undefined) return [];
  if (!/^(?:raise|fail)$/.test(view.text(childOf(node, 'method')))) return [];
  const values = named(childOf(node, 'arguments'));
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || values.length > 2) return [];
  if (values.some(({ type }) => /splat|block_arg|pair/.test(type))) return [];
  return [{ start: first.start, end: last.end }];
}
