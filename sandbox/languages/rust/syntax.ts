// Rust: functions, imports, names and hollow bodies. Pure.
import { passedOn, unwrapping } from '../../syntax/code/frames.ts';
import type {
  FunctionPart,
  Hollow,
  HollowBody,
  ImportPart,
  Syntax,
} from '../../syntax/code/table.ts';
import { ancestors, named, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { rustCall } from './calls.ts';

export const SYNTAX: Syntax = {
  isMention,
  callOf: rustCall,
  isCommandLine: false,
  unwrapped: unwrapping('parenthesized_expression', 'await_expression', 'reference_expression'),
  functions,
  imports,
  functionTypes: new Set(['function_item', 'closure_expression']),
  parameterLists: new Set(['parameters', 'closure_parameters']),
  conditionals: new Set(['if_expression']),
  bindings: [
    { type: 'let_declaration', left: 'pattern', right: 'value' },
    { type: 'const_item', left: 'name', right: 'value' },
    { type: 'static_item', left: 'name', right: 'value' },
    { type: 'assignment_expression', left: 'left', right: 'right' },
    { type: 'compound_assignment_expr', left: 'left', right: 'right' },
    { type: 'for_expression', left: 'pattern', right: 'value' },
    { type: 'let_condition', left: 'pattern', right: 'value' },
  ],
  stringTypes: new Set(['string_literal', 'raw_string_literal']),
  isErased: () => false,
  writes: { yes: 'true', no: 'false', nothing: ';', comment: '//' },
  hollow,
  privacy: () => () => false,
};

/** Inside a macro there are only tokens: `x.len` names `x`, `matches!` is no name. */
function isMention(view: View, node: SyntaxNode): boolean {
  if (node.type !== 'identifier') return false;
  const up = view.parent(node);
  if (up === undefined || up.type === 'macro_invocation') return false;
  if (up.type !== 'token_tree') return true;
  const at = up.children.indexOf(node);
  return up.children[at - 1]?.type !== '.' && up.children[at + 1]?.type !== '!';
}

function functions(view: View): FunctionPart[] {
  return view.ofType('function_item').flatMap((node) => {
    const name = view.text(childOf(node, 'name'));
    const body = childOf(node, 'body');
    if (body === undefined) return [];
    const parameters = named(childOf(node, 'parameters'));
    const isMethod = parameters[0]?.type === 'self_parameter';
    const first = parameters.find(({ type }) => type === 'parameter');
    const pattern = first && childOf(first, 'pattern');
    const type = first && childOf(first, 'type');
    const returns = childOf(node, 'return_type');
    return [
      {
        name,
        symbol: [...scopes(view, node), name].join('::'),
        node,
        kind: isMethod ? ('method' as const) : ('function' as const),
        ...(pattern?.type === 'identifier' && { firstArgument: view.text(pattern) }),
        ...(type !== undefined && { firstArgumentType: type }),
        body,
        isExpression: false,
        ...(returns !== undefined && { returns }),
      },
    ];
  });
}

function scopes(view: View, node: SyntaxNode): string[] {
  return ancestors(view, node)
    .flatMap((up) => {
      if (up.type === 'impl_item') {
        const trait = childOf(up, 'trait');
        const type = view.text(childOf(up, 'type'));
        return [trait === undefined ? type : `<${type} as ${view.text(trait)}>`];
      }
      const isScope = /^(?:mod_item|trait_item|function_item)$/.test(up.type);
      return isScope ? [view.text(childOf(up, 'name'))] : [];
    })
    .toReversed();
}

function imports(view: View): ImportPart[] {
  const used = view.ofType('use_declaration').flatMap((node) => {
    const argument = childOf(node, 'argument');
    return argument === undefined
      ? []
      : uses(view, argument, '').map(({ module, name }) => ({
          node,
          module,
          names: [name],
          isComputed: false,
        }));
  });
  const files = view
    .ofType('mod_item')
    .filter((node) => childOf(node, 'body') === undefined)
    .map((node) => {
      const name = view.text(childOf(node, 'name'));
      return { node, module: `self::${name}`, names: [name], isComputed: false };
    });
  return [...used, ...files];
}

type Use = { module: string; name: string };

function uses(view: View, node: SyntaxNode, before: string): Use[] {
  const join = (part: string) => (before === '' ? part : `${before}::${part}`);
  if (node.type === 'scoped_use_list') {
    const path = childOf(node, 'path');
    const prefix = path === undefined ? before : join(view.text(path));
    const list = childOf(node, 'list');
    return named(list).flatMap((one) => uses(view, one, prefix));
  }
  if (node.type === 'use_list') return named(node).flatMap((one) => uses(view, one, before));
  if (node.type === 'use_wildcard') {
    return [{ module: join(view.text(named(node)[0])), name: '*' }];
  }
  const path = view.text(childOf(node, 'path'));
  if (node.type === 'use_as_clause') {
    return [{ module: join(path), name: view.text(childOf(node, 'alias')) }];
  }
  const text = view.text(node).replaceAll(/\s+/g, '');
  if (text === 'self') return [{ module: before, name: before.split('::').at(-1) ?? '' }];
  return [{ module: join(text), name: text.split('::').at(-1) ?? text }];
}

function hollow(view: View, part: FunctionPart, how: Hollow): HollowBody | undefined {
  const value = how === 'returns-nothing' ? nothing(view, part.returns) : passedOn(view, part);
  if (value === undefined) return undefined;
  return { text: `{ ${value}${value === '' ? '' : ' '}}`, value };
}

function nothing(view: View, returns: SyntaxNode | undefined): string | undefined {
  if (returns === undefined || view.text(returns) === '()') return '';
  const text = view.text(returns).replaceAll(/\s+/g, ' ');
  if (returns.type === 'never_type') return undefined;
  if (/^(?:\w+::)*Option\b/.test(text)) return 'None';
  if (/^(?:\w+::)*Result\b/.test(text)) return 'Ok(Default::default())';
  if (/^&(?:'\w+ )?str$/.test(text)) return '""';
  if (returns.type === 'reference_type') return 'Box::leak(Box::default())';
  if (returns.type !== 'abstract_type') return 'Default::default()';
  return /\bIterator\b/.test(text) ? 'std::iter::empty()' : undefined;
}
