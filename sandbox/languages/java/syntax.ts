// Java: functions, imports, names and hollow bodies. Pure.
import { passedOn, unwrapping } from '../../syntax/code/frames.ts';
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
    if (node.type === 'type_identifier' || node.type === 'this') return true;
    if (node.type !== 'identifier') return false;
    const up = view.parent(node);
    if (up?.type === 'field_access') return node.field === 'object';
    if (up?.type !== 'method_invocation' || node.field !== 'name') return true;
    return childOf(up, 'object') === undefined;
  },
  callOf: javaCall,
  isCommandLine: false,
  unwrapped: unwrapping('parenthesized_expression'),
  functions,
  imports,
  functionTypes: new Set(['method_declaration', 'constructor_declaration', 'lambda_expression']),
  parameterLists: new Set(['formal_parameters', 'inferred_parameters']),
  conditionals: new Set(['if_statement', 'ternary_expression']),
  bindings: [
    { type: 'variable_declarator', left: 'name', right: 'value' },
    { type: 'assignment_expression', left: 'left', right: 'right' },
    { type: 'enhanced_for_statement', left: 'name', right: 'value' },
    { type: 'class_declaration', left: 'name', right: 'body' },
    { type: 'record_declaration', left: 'name', right: 'body' },
  ],
  stringTypes: new Set(['string_literal']),
  isErased: () => false,
  writes: { yes: 'true', no: 'false', nothing: ';', comment: '//' },
  hollow,
  privacy: () => () => false,
};

function javaPath(view: View, node: SyntaxNode | undefined): string {
  return pathOf(node, (at): PathStep => {
    const object = childOf(at, 'object');
    if (at.type === 'method_invocation') {
      const name = `${view.text(childOf(at, 'name'))}()`;
      return object === undefined ? name : { suffix: `.${name}`, rest: object };
    }
    if (at.type === 'field_access' && object !== undefined) {
      return { suffix: `.${view.text(childOf(at, 'field'))}`, rest: object };
    }
    return /^(?:identifier|this|super)$/.test(at.type) ? view.text(at) : '?';
  });
}

function javaCall(view: View, node: SyntaxNode): Call | undefined {
  const args = named(childOf(node, 'arguments'));
  if (node.type === 'object_creation_expression') {
    return { node, path: `new ${view.text(childOf(node, 'type'))}`, args };
  }
  if (node.type !== 'method_invocation') return undefined;
  const receiver = childOf(node, 'object');
  const path = javaPath(view, node).slice(0, -2);
  return { node, path, args, ...(receiver !== undefined && { receiver }) };
}

function functions(view: View): FunctionPart[] {
  return view.ofType('method_declaration', 'constructor_declaration').flatMap((node) => {
    const name = view.text(childOf(node, 'name'));
    const body = childOf(node, 'body');
    if (body === undefined) return [];
    const parameters = named(childOf(node, 'parameters')).filter(
      ({ type }) => type !== 'receiver_parameter',
    );
    const types = parameters.map((one) => view.text(childOf(one, 'type') ?? named(one)[0]));
    const [first] = parameters;
    const plain = first?.type === 'formal_parameter' ? childOf(first, 'name') : undefined;
    const type = first && childOf(first, 'type');
    const returns = childOf(node, 'type');
    const around = ancestors(view, node)
      .filter((up) => /^(?:class|interface|enum|record)_declaration$/.test(up.type))
      .map((up) => view.text(childOf(up, 'name')));
    return [
      {
        name,
        symbol: `${[...around.toReversed(), name].join('.')}(${types.join(',')})`,
        node,
        kind: node.type === 'method_declaration' ? ('method' as const) : ('constructor' as const),
        ...(plain !== undefined && { firstArgument: view.text(plain) }),
        ...(type !== undefined && { firstArgumentType: type }),
        body,
        isExpression: false,
        ...(returns !== undefined && { returns }),
      },
    ];
  });
}

function imports(view: View): ImportPart[] {
  return view.ofType('import_declaration').map((node) => {
    const path = named(node).find(
      ({ type }) => type === 'scoped_identifier' || type === 'identifier',
    );
    const isAll = node.children.some(({ type }) => type === 'asterisk');
    const isStatic = node.children.some(({ type }) => type === 'static');
    const full = view.text(path);
    // Of a static import the last name is a member, not a class.
    const module = isStatic && !isAll ? full.replace(/\.\w+$/, '') : full;
    const names = [isAll ? '*' : (full.split('.').at(-1) ?? full)];
    return { node, module: isAll && !isStatic ? `${module}.*` : module, names, isComputed: false };
  });
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  boolean: 'false',
  char: "'\\0'",
  byte: '(byte) 0',
  short: '(short) 0',
  int: '0',
  long: '0L',
  float: '0f',
  double: '0d',
};

function hollow(view: View, part: FunctionPart, how: Hollow): HollowBody | undefined {
  if (part.kind === 'constructor') return undefined;
  const type = view.text(part.returns);
  if (how === 'returns-nothing') {
    if (type === 'void') return { text: '{ return; }', value: '' };
    const value = (Object.hasOwn(PRIMITIVES, type) ? PRIMITIVES[type] : undefined) ?? 'null';
    return { text: `{ return ${value}; }`, value };
  }
  const value = passedOn(view, part);
  return value === undefined ? undefined : { text: `{ return ${value}; }`, value };
}
