// JavaScript and TypeScript, also with JSX: functions, imports, names and hollow bodies. Pure.

import type {
  FunctionPart,
  Hollow,
  HollowBody,
  ImportPart,
  Syntax,
} from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { callOf, unwrapped } from './calls.ts';

const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
]);

export const SYNTAX: Syntax = {
  isMention: (_view, { type }) =>
    /^(?:identifier|shorthand_property_identifier|type_identifier|this)$/.test(type),
  callOf,
  isCommandLine: false,
  unwrapped,
  functions,
  imports,
  functionTypes: FUNCTIONS,
  parameterLists: new Set(['formal_parameters']),
  conditionals: new Set(['if_statement', 'ternary_expression']),
  bindings: [
    { type: 'variable_declarator', left: 'name', right: 'value' },
    { type: 'assignment_expression', left: 'left', right: 'right' },
    { type: 'augmented_assignment_expression', left: 'left', right: 'right' },
    { type: 'for_in_statement', left: 'left', right: 'right' },
    { type: 'class_declaration', left: 'name', right: 'body' },
  ],
  stringTypes: new Set(['string', 'template_string']),
  isErased: isTypeOnly,
  writes: { yes: 'true', no: 'false', nothing: ';', comment: '//' },
  hollow: (_view, part, how) => hollow(part, how, ''),
  privacy,
};

/** A hollow body must not fail for its type: `never` fits everywhere. */
export const TYPED_SYNTAX: Syntax = {
  ...SYNTAX,
  hollow: (_view, part, how) => hollow(part, how, ' as never'),
};

function functions(view: View): FunctionPart[] {
  return view.ofType(...FUNCTIONS).flatMap((node) => {
    const name = nameOf(view, node);
    const body = childOf(node, 'body');
    if (name === undefined || body === undefined) return [];
    const marks = new Set(node.children.map(({ type }) => type));
    const around = scopeOf(view, node);
    const isMethod = node.type === 'method_definition';
    return [
      {
        name,
        symbol: [...around, name].join('.'),
        node,
        kind: kindOf(name, isMethod, marks),
        ...firstArgument(view, node),
        body,
        isExpression: body.type !== 'statement_block',
      },
    ];
  });
}

function kindOf(name: string, isMethod: boolean, marks: ReadonlySet<string>) {
  if (!isMethod) return 'function';
  if (name === 'constructor') return 'constructor';
  return marks.has('get') || marks.has('set') ? 'accessor' : 'method';
}

const HOLDERS: Readonly<Record<string, string>> = {
  variable_declarator: 'name',
  pair: 'key',
  public_field_definition: 'name',
  field_definition: 'property',
  assignment_expression: 'left',
  assignment_pattern: 'left',
};

/** Its own, or that of what it is given to; a callback has none. */
function nameOf(view: View, node: SyntaxNode): string | undefined {
  const own = childOf(node, 'name');
  if (own !== undefined) return view.text(own);
  const holder = view.parent(node);
  if (holder?.type === 'export_statement') return 'default';
  const field = holder === undefined ? undefined : HOLDERS[holder.type];
  if (holder === undefined || field === undefined || node.field === field) return undefined;
  const name = childOf(holder, field);
  return name === undefined ? undefined : view.text(name).replace(/^.*\./s, '');
}

function scopeOf(view: View, node: SyntaxNode): string[] {
  const names: string[] = [];
  for (let up = view.parent(node); up !== undefined; up = view.parent(up)) {
    const isScope =
      FUNCTIONS.has(up.type) || /^(?:abstract_)?class(?:_declaration)?$/.test(up.type);
    const name = isScope
      ? nameOf(view, up)
      : up.type === 'variable_declarator' && childOf(up, 'value')?.type === 'object'
        ? view.text(childOf(up, 'name'))
        : undefined;
    if (name !== undefined) names.unshift(name);
  }
  return names;
}

function firstArgument(view: View, node: SyntaxNode): { firstArgument?: string } {
  const single = childOf(node, 'parameter');
  if (single !== undefined) return { firstArgument: view.text(single) };
  const first = named(childOf(node, 'parameters')).find(
    (one) => childOf(one, 'pattern')?.type !== 'this',
  );
  const pattern = first && (childOf(first, 'pattern') ?? childOf(first, 'left') ?? first);
  return pattern?.type === 'identifier' ? { firstArgument: view.text(pattern) } : {};
}

function imports(view: View): ImportPart[] {
  const declared = view.ofType('import_statement', 'export_statement').flatMap((node) => {
    const source = childOf(node, 'source');
    const required = named(node).find(({ type }) => type === 'import_require_clause');
    const from = source ?? (required && childOf(required, 'source'));
    if (from === undefined) return [];
    return [
      { node, module: stringValue(view, from), names: namesIn(view, node), isComputed: false },
    ];
  });
  const called = view.ofType('call_expression').flatMap((node): ImportPart[] => {
    const callee = view.text(childOf(node, 'function'));
    if (
      !/^(?:import|require|require\.resolve|jest\.requireActual|vi\.importActual)$/.test(callee)
    ) {
      return [];
    }
    const [first] = named(childOf(node, 'arguments'));
    const module = first === undefined ? undefined : moduleText(view, first);
    const names = boundNames(view, node);
    return [{ node, module: module ?? '', names, isComputed: module === undefined }];
  });
  return [...declared, ...called];
}

/** A plain string, also inside `new URL('…', import.meta.url)`. */
function moduleText(view: View, node: SyntaxNode): string | undefined {
  if (node.type === 'string') return stringValue(view, node);
  if (node.type === 'template_string') {
    const isPlain = !node.children.some(({ type }) => type === 'template_substitution');
    return isPlain ? stringValue(view, node) : undefined;
  }
  if (node.type !== 'new_expression' || view.text(childOf(node, 'constructor')) !== 'URL') {
    const inner = node.type === 'member_expression' ? childOf(node, 'object') : undefined;
    return inner === undefined ? undefined : moduleText(view, inner);
  }
  const [first] = named(childOf(node, 'arguments'));
  return first === undefined ? undefined : moduleText(view, first);
}

function stringValue(view: View, node: SyntaxNode): string {
  return view.text(node).slice(1, -1);
}

function namesIn(view: View, node: SyntaxNode): string[] {
  const clause = named(node).find(({ type }) => type === 'import_clause');
  if (clause === undefined) return [];
  return named(clause).flatMap((part) => {
    if (part.type === 'identifier') return [view.text(part)];
    if (part.type === 'namespace_import') return named(part).map((one) => view.text(one));
    return named(part).map((one) => view.text(childOf(one, 'alias') ?? childOf(one, 'name')));
  });
}

/** `const { a } = await import('x')` gives the name `a`. */
function boundNames(view: View, call: SyntaxNode): string[] {
  const up = view.parent(call);
  const holder = up?.type === 'await_expression' ? view.parent(up) : up;
  const target = holder?.type === 'variable_declarator' ? childOf(holder, 'name') : undefined;
  if (target === undefined) return [];
  if (target.type === 'identifier') return [view.text(target)];
  return named(target).map((part) =>
    view.text(part.type === 'pair_pattern' ? childOf(part, 'value') : part),
  );
}

function hollow(part: FunctionPart, how: Hollow, cast: string): HollowBody | undefined {
  if (part.kind === 'constructor') return undefined;
  const isSetter =
    part.kind === 'accessor' && part.node.children.some(({ type }) => type === 'set');
  const value = how === 'returns-nothing' ? 'undefined' : isSetter ? undefined : part.firstArgument;
  if (value === undefined) return undefined;
  const text = part.isExpression ? `${value}${cast}` : `{ return ${value}${cast}; }`;
  return { text, value };
}

function privacy(text: string): ReturnType<Syntax['privacy']> {
  const exported = exportedNames(text);
  return ({ name, symbol }, { start, end }) => {
    if (symbol !== name) return false;
    const own = text.slice(start, end).replace(/^(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|\s)+/, '');
    return !/^(?:export|exports|module)\b/.test(own) && !exported.has(name);
  };
}

/** `export { a, b as c }`, `export default a`, `module.exports = { a }`, `exports.x = a`. */
function exportedNames(text: string): Set<string> {
  const lists = text.matchAll(/\bexports?\b(?:\s*\{[^}]*\}|[^;\n]*(?:\{[^}]*\})?)/g);
  return new Set([...lists].flatMap(([list]) => list.match(/[\w$]+/g) ?? []));
}

const TYPES: ReadonlySet<string> = new Set(
  `type_annotation type_arguments type_parameters interface_declaration type_alias_declaration
   ambient_declaration function_signature implements_clause`.split(/\s+/),
);

function isTypeOnly({ type, children }: SyntaxNode): boolean {
  if (TYPES.has(type)) return true;
  const inner = children.filter(({ isNamed }) => isNamed);
  return type === 'export_statement' && inner.length === 1 && inner.every(isTypeOnly);
}
