// Ruby: functions, imports, names and hollow bodies. Pure.
import { unwrapping } from '../../syntax/code/frames.ts';
import type {
  Call,
  FunctionPart,
  Hollow,
  HollowBody,
  ImportPart,
  Syntax,
} from '../../syntax/code/table.ts';
import { ancestors, named, type PathStep, pathOf, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';

export const SYNTAX: Syntax = {
  isMention: (view, node) => {
    if (node.type === 'constant' || node.type === 'instance_variable') return true;
    if (node.type !== 'identifier') return false;
    const up = view.parent(node);
    if (up?.type !== 'call' || node.field !== 'method') return true;
    return childOf(up, 'receiver') === undefined;
  },
  callOf: rubyCall,
  isCommandLine: false,
  unwrapped: unwrapping('parenthesized_statements'),
  functions,
  imports,
  functionTypes: new Set(['method', 'singleton_method', 'lambda', 'do_block', 'block']),
  parameterLists: new Set(['method_parameters', 'block_parameters', 'lambda_parameters']),
  conditionals: new Set(['if', 'unless', 'if_modifier', 'unless_modifier', 'conditional']),
  bindings: [
    { type: 'assignment', left: 'left', right: 'right' },
    { type: 'operator_assignment', left: 'left', right: 'right' },
    { type: 'for', left: 'pattern', right: 'value' },
    { type: 'class', left: 'name', right: 'body' },
  ],
  stringTypes: new Set(['string']),
  isErased: () => false,
  writes: { yes: 'true', no: 'false', nothing: ';', comment: '#' },
  hollow,
  privacy: () => () => false,
};

function rubyPath(view: View, node: SyntaxNode | undefined): string {
  return pathOf(node, (at): PathStep => {
    const receiver = childOf(at, 'receiver');
    if (at.type === 'call') {
      const name = `${view.text(childOf(at, 'method'))}()`;
      return receiver === undefined ? name : { suffix: `.${name}`, rest: receiver };
    }
    return /^(?:identifier|constant|scope_resolution|self|instance_variable)$/.test(at.type)
      ? view.text(at)
      : '?';
  });
}

function rubyCall(view: View, node: SyntaxNode): Call | undefined {
  if (node.type !== 'call') return undefined;
  const receiver = childOf(node, 'receiver');
  const block = childOf(node, 'block');
  return {
    node,
    path: rubyPath(view, node).slice(0, -2),
    args: named(childOf(node, 'arguments')),
    ...(receiver !== undefined && { receiver }),
    ...(block !== undefined && { block }),
  };
}

function functions(view: View): FunctionPart[] {
  return view.ofType('method', 'singleton_method').flatMap((node) => {
    const name = view.text(childOf(node, 'name'));
    const body = childOf(node, 'body');
    if (body === undefined) return [];
    const around = ancestors(view, node)
      .filter(({ type }) => type === 'class' || type === 'module' || type === 'singleton_class')
      .map((up) => view.text(childOf(up, 'name') ?? childOf(up, 'value')));
    const [first] = named(childOf(node, 'parameters'));
    const plain = first?.type === 'optional_parameter' ? childOf(first, 'name') : first;
    const own = node.type === 'singleton_method' ? `self.${name}` : name;
    return [
      {
        name,
        symbol: [...around.toReversed(), own].join('::'),
        node,
        kind: kindOf(name, around.length > 0),
        ...(plain?.type === 'identifier' && { firstArgument: view.text(plain) }),
        body,
        isExpression: body.type !== 'body_statement',
      },
    ];
  });
}

function kindOf(name: string, isMethod: boolean): FunctionPart['kind'] {
  if (!isMethod) return 'function';
  return name === 'initialize' ? 'constructor' : 'method';
}

function imports(view: View): ImportPart[] {
  return view.ofType('call').flatMap((node): ImportPart[] => {
    const call = rubyCall(view, node);
    if (call === undefined || !/^(?:require|require_relative|load|autoload)$/.test(call.path))
      return [];
    const first = call.path === 'autoload' ? call.args[1] : call.args[0];
    const isPlain =
      first?.type === 'string' && !first.children.some(({ type }) => type === 'interpolation');
    const text = isPlain ? view.text(first).slice(1, -1) : '';
    const module = call.path === 'require_relative' && isPlain ? `./${text}` : text;
    return [{ node, module, names: ['*'], isComputed: !isPlain }];
  });
}

function hollow(_view: View, part: FunctionPart, how: Hollow): HollowBody | undefined {
  if (part.kind === 'constructor') return undefined;
  const value = how === 'returns-nothing' ? 'nil' : part.firstArgument;
  return value === undefined ? undefined : { text: value, value };
}
