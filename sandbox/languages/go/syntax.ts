// Go: functions, imports, names and hollow bodies. Pure.
import { passedOn, unwrapping } from '../../syntax/code/frames.ts';
import type {
  Call,
  FunctionPart,
  Hollow,
  HollowBody,
  ImportPart,
  Syntax,
} from '../../syntax/code/table.ts';
import { named, type PathStep, pathOf, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';

export const SYNTAX: Syntax = {
  isMention: (_view, { type }) => type === 'identifier' || type === 'package_identifier',
  callOf: goCall,
  isCommandLine: false,
  unwrapped: unwrapping('parenthesized_expression'),
  functions,
  imports,
  functionTypes: new Set(['function_declaration', 'method_declaration', 'func_literal']),
  parameterLists: new Set(['parameter_list']),
  conditionals: new Set(['if_statement']),
  bindings: [
    { type: 'short_var_declaration', left: 'left', right: 'right' },
    { type: 'assignment_statement', left: 'left', right: 'right' },
    { type: 'var_spec', left: 'name', right: 'value' },
    { type: 'const_spec', left: 'name', right: 'value' },
    { type: 'range_clause', left: 'left', right: 'right' },
  ],
  stringTypes: new Set(['interpreted_string_literal', 'raw_string_literal']),
  isErased: () => false,
  writes: { yes: 'true', no: 'false', nothing: ';', comment: '//' },
  hollow,
  privacy:
    () =>
    ({ name }) =>
      /^\p{Ll}/u.test(name),
};

function goPath(view: View, node: SyntaxNode | undefined): string {
  return pathOf(node, (at): PathStep => {
    const operand = childOf(at, 'operand');
    if (at.type === 'selector_expression' && operand !== undefined) {
      return { suffix: `.${view.text(childOf(at, 'field'))}`, rest: operand };
    }
    const callee = childOf(at, 'function');
    if (at.type === 'call_expression' && callee !== undefined)
      return { suffix: '()', rest: callee };
    return at.type === 'identifier' ? view.text(at) : '?';
  });
}

function goCall(view: View, node: SyntaxNode): Call | undefined {
  if (node.type !== 'call_expression') return undefined;
  const callee = childOf(node, 'function');
  const receiver = callee && childOf(callee, 'operand');
  return {
    node,
    path: goPath(view, callee),
    args: named(childOf(node, 'arguments')),
    ...(receiver !== undefined && { receiver }),
  };
}

function functions(view: View): FunctionPart[] {
  return view.ofType('function_declaration', 'method_declaration').flatMap((node) => {
    const name = view.text(childOf(node, 'name'));
    const body = childOf(node, 'body');
    if (body === undefined) return [];
    const [receiver] = named(childOf(node, 'receiver'));
    const type = receiver && view.text(childOf(receiver, 'type')).replaceAll(/^\*|\[.*$/g, '');
    const returns = childOf(node, 'result');
    const [first] = named(childOf(node, 'parameters'));
    const plain = first?.type === 'parameter_declaration' ? childOf(first, 'name') : undefined;
    const firstType = first && childOf(first, 'type');
    return [
      {
        name,
        symbol: type === undefined ? name : `${type}.${name}`,
        node,
        kind: type === undefined ? ('function' as const) : ('method' as const),
        ...(plain !== undefined && view.text(plain) !== '_' && { firstArgument: view.text(plain) }),
        ...(firstType !== undefined && { firstArgumentType: firstType }),
        body,
        isExpression: false,
        ...(returns !== undefined && { returns }),
      },
    ];
  });
}

function imports(view: View): ImportPart[] {
  return view.ofType('import_spec').map((node) => {
    const module = view.text(childOf(node, 'path')).slice(1, -1);
    const alias = childOf(node, 'name');
    const last = module.split('/').findLast((part) => !/^v\d+$/.test(part)) ?? module;
    const name = alias === undefined ? last : view.text(alias);
    return { node, module, names: [name === '.' ? '*' : name], isComputed: false };
  });
}

const ZEROS: Readonly<Record<string, string>> = { string: '""', bool: 'false', error: 'nil' };
const NILS = /^(?:pointer|map|slice|channel|function|interface)_type$/;

/** The old body stays behind it: an import or a variable without a use would not compile. */
function hollow(view: View, part: FunctionPart, how: Hollow): HollowBody | undefined {
  const value = how === 'returns-nothing' ? zeros(view, part.returns) : passedOn(view, part);
  if (value === undefined) return undefined;
  const rest = view.text(part.body).slice(1);
  return { text: `{ if true { return${value === '' ? '' : ` ${value}`} };${rest}`, value };
}

function zeros(view: View, returns: SyntaxNode | undefined): string {
  if (returns === undefined) return '';
  if (returns.type !== 'parameter_list') return zero(view, returns);
  const results = named(returns);
  if (results.some((one) => childOf(one, 'name') !== undefined)) return '';
  return results.map((one) => zero(view, childOf(one, 'type') ?? one)).join(', ');
}

function zero(view: View, type: SyntaxNode): string {
  const text = view.text(type);
  if (NILS.test(type.type)) return 'nil';
  if (/^(?:u?int(?:8|16|32|64)?|uintptr|byte|rune|float(?:32|64)|complex\d+)$/.test(text))
    return '0';
  return (Object.hasOwn(ZEROS, text) ? ZEROS[text] : undefined) ?? `*new(${text})`;
}
