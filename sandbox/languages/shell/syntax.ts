// Shell: functions and names. Nothing is imported, and no body is made hollow. Pure.
import type { FunctionPart, Syntax } from '../../syntax/code/table.ts';
import { named } from '../../syntax/code/view.ts';
import { childOf } from '../../syntax/tree.ts';

export const SYNTAX: Syntax = {
  isMention: (_view, { type }) => /^(?:(?:special_)?variable|command)_name$/.test(type),
  callOf: (view, node) => {
    const target = node.type === 'file_redirect' ? childOf(node, 'destination') : undefined;
    if (target !== undefined && node.children.some(({ type }) => type === '<')) {
      return { node, path: '<', args: [target] };
    }
    if (node.type === 'test_command') return { node, path: '[', args: named(node) };
    if (node.type !== 'command') return undefined;
    const name = childOf(node, 'name');
    return { node, path: view.text(name), args: named(node).filter((one) => one !== name) };
  },
  isCommandLine: true,
  unwrapped: (node) => node,
  functions: (view) =>
    view.ofType('function_definition').flatMap((node): FunctionPart[] => {
      const name = view.text(childOf(node, 'name'));
      const body = childOf(node, 'body');
      if (body === undefined) return [];
      return [{ name, symbol: name, node, kind: 'function', body, isExpression: false }];
    }),
  imports: () => [],
  conditionals: new Set(['if_statement']),
  functionTypes: new Set(['function_definition']),
  bindings: [{ type: 'variable_assignment', left: 'name', right: 'value' }],
  parameterLists: new Set(),
  stringTypes: new Set(['string', 'raw_string', 'word', 'concatenation']),
  isErased: () => false,
  writes: { yes: 'true', no: 'false', nothing: ':', comment: '#' },
  hollow: undefined,
  privacy: () => () => false,
};
