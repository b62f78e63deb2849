// Python: functions, imports, names and hollow bodies. Pure.

import type {
  FunctionPart,
  Hollow,
  HollowBody,
  ImportPart,
  Syntax,
} from '../../syntax/code/table.ts';
import { ancestors, named, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { pythonCall, unwrapped } from './calls.ts';

export const SYNTAX: Syntax = {
  isMention: (view, node) => {
    if (node.type !== 'identifier') return false;
    const up = view.parent(node);
    if (up?.type === 'attribute') return node.field === 'object';
    return !(up?.type === 'keyword_argument' && node.field === 'name');
  },
  callOf: pythonCall,
  isCommandLine: false,
  unwrapped,
  functions,
  imports,
  functionTypes: new Set(['function_definition', 'lambda']),
  parameterLists: new Set(['parameters', 'lambda_parameters']),
  conditionals: new Set(['if_statement', 'elif_clause', 'conditional_expression']),
  bindings: [
    { type: 'assignment', left: 'left', right: 'right' },
    { type: 'augmented_assignment', left: 'left', right: 'right' },
    { type: 'named_expression', left: 'name', right: 'value' },
    { type: 'for_statement', left: 'left', right: 'right' },
    { type: 'for_in_clause', left: 'left', right: 'right' },
    { type: 'as_pattern', left: 'alias', right: '' },
    { type: 'class_definition', left: 'name', right: 'body' },
  ],
  stringTypes: new Set(['string']),
  isErased: isBareString,
  writes: { yes: 'True', no: 'False', nothing: 'pass', comment: '#' },
  hollow,
  privacy:
    () =>
    ({ name }) =>
      /^_(?!_)/.test(name),
};

const DUNDER_SETUP = /^(?:__init__|__new__|__init_subclass__|__set_name__)$/;

function functions(view: View): FunctionPart[] {
  return view.ofType('function_definition').flatMap((node) => {
    const name = view.text(childOf(node, 'name'));
    const body = childOf(node, 'body');
    if (body === undefined) return [];
    const around = ancestors(view, node)
      .filter(({ type }) => type === 'class_definition' || type === 'function_definition')
      .map((up) => view.text(childOf(up, 'name')));
    const isMethod =
      ancestors(view, node).find(({ type }) => /^(?:class|function)_definition$/.test(type))
        ?.type === 'class_definition';
    const returns = childOf(node, 'return_type');
    return [
      {
        name,
        symbol: [...around.toReversed(), name].join('.'),
        node,
        kind: kindOf(view, node, isMethod),
        ...firstArgument(view, node, isMethod),
        body,
        isExpression: false,
        ...(returns !== undefined && { returns }),
      },
    ];
  });
}

function kindOf(view: View, node: SyntaxNode, isMethod: boolean): FunctionPart['kind'] {
  if (!isMethod) return 'function';
  if (DUNDER_SETUP.test(view.text(childOf(node, 'name')))) return 'constructor';
  return decorators(view, node).some((text) =>
    /^@(?:property|\w+\.setter|cached_property)\b/.test(text),
  )
    ? 'accessor'
    : 'method';
}

function decorators(view: View, node: SyntaxNode): string[] {
  const up = view.parent(node);
  if (up?.type !== 'decorated_definition') return [];
  return up.children.filter(({ type }) => type === 'decorator').map((one) => view.text(one));
}

function firstArgument(view: View, node: SyntaxNode, isMethod: boolean) {
  const isStatic = decorators(view, node).some((text) => text.startsWith('@staticmethod'));
  const own = named(childOf(node, 'parameters')).filter(
    ({ type }) => type !== 'keyword_separator' && type !== 'positional_separator',
  );
  const [first] = isMethod && !isStatic ? own.slice(1) : own;
  if (first === undefined) return {};
  const name = /^(?:default_parameter|typed_default_parameter)$/.test(first.type)
    ? childOf(first, 'name')
    : first.type === 'typed_parameter'
      ? named(first)[0]
      : first;
  return name?.type === 'identifier' ? { firstArgument: view.text(name) } : {};
}

function imports(view: View): ImportPart[] {
  const plain = view.ofType('import_statement').flatMap((node) =>
    parts(node).map((one) => {
      const module = view.text(childOf(one, 'name') ?? one);
      const alias = childOf(one, 'alias');
      const names = [alias === undefined ? (module.split('.')[0] ?? '') : view.text(alias)];
      return { node, module, names, isComputed: false };
    }),
  );
  const from = view.ofType('import_from_statement').flatMap((node) => {
    const module = view.text(childOf(node, 'module_name'));
    const all = node.children.some(({ type }) => type === 'wildcard_import');
    if (all) return [{ node, module, names: ['*'], isComputed: false }];
    return parts(node).map((one) => {
      const name = view.text(childOf(one, 'name') ?? one);
      const joined = module.endsWith('.') ? `${module}${name}` : `${module}.${name}`;
      return {
        node,
        module: joined,
        names: [view.text(childOf(one, 'alias') ?? one)],
        isComputed: false,
      };
    });
  });
  const called = view.ofType('call').flatMap((node): ImportPart[] => {
    const call = pythonCall(view, node);
    if (call === undefined || !/(?:^|\.)(?:import_module|__import__)$/.test(call.path)) return [];
    const [first] = call.args;
    const module = first?.type === 'string' ? stringValue(view, first) : undefined;
    return [{ node, module: module ?? '', names: [], isComputed: module === undefined }];
  });
  return [...plain, ...from, ...called];
}

function parts(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter(({ field }) => field === 'name');
}

function stringValue(view: View, node: SyntaxNode): string {
  return named(node)
    .filter(({ type }) => type === 'string_content')
    .map((one) => view.text(one))
    .join('');
}

function hollow(_view: View, part: FunctionPart, how: Hollow): HollowBody | undefined {
  if (part.kind === 'constructor') return undefined;
  const value = how === 'returns-nothing' ? 'None' : part.firstArgument;
  return value === undefined ? undefined : { text: `return ${value}`, value };
}

/** Documentation: where it stands nobody gets its value. */
function isBareString({ type, children: [only, ...more] }: SyntaxNode): boolean {
  if (type !== 'expression_statement' || only?.type !== 'string' || more.length > 0) return false;
  // What stands in an f-string is run all the same.
  return !only.children.some((part) => part.type === 'interpolation');
}
