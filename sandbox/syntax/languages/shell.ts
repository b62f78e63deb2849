// Shell scripts as tests: the exit code is the only assertion there is. Pure.
import { childOf, type SyntaxNode } from '../tree.ts';
import type { Assertion, Call, Found, FunctionPart, LanguageTable } from './table.ts';
import { named, quoted, type View } from './view.ts';

export const SHELL: LanguageTable = {
  name: 'shell',
  isMention: (_view, { type }) => /^(?:(?:special_)?variable|command)_name$/.test(type),
  callOf: (view, node): Call | undefined => {
    const target = node.type === 'file_redirect' ? childOf(node, 'destination') : undefined;
    if (target !== undefined && node.children.some(({ type }) => type === '<')) {
      return { node, path: '<', args: [target] };
    }
    if (node.type === 'test_command') return { node, path: '[', args: named(node) };
    if (node.type !== 'command') return undefined;
    const name = childOf(node, 'name');
    return { node, path: view.text(name), args: named(node).filter((one) => one !== name) };
  },
  unwrapped: (node) => node,
  functions: (view) =>
    view.ofType('function_definition').flatMap((node): FunctionPart[] => {
      const name = view.text(childOf(node, 'name'));
      const body = childOf(node, 'body');
      if (body === undefined) return [];
      return [
        {
          name,
          symbol: name,
          node,
          kind: 'function',
          body,
          isExpression: false,
          isGenerator: false,
        },
      ];
    }),
  imports: () => [],
  tests: () => [],
  needsDeclaredTests: false,
  skips,
  mocks: () => [],
  assertionRules: [{ path: /^(?:grep|diff|cmp)$/, form: 'partial', take: 0 }],
  moreAssertions: (view, calls) => [
    ...view.ofType('test_command').map((node) => checked(view, node, named(node))),
    ...calls
      .filter(({ path }) => path === 'test')
      .map(({ node, args }) => checked(view, node, args)),
  ],
  failures: (view, calls) =>
    calls
      .filter(({ path, args }) => path === 'exit' && /^(?:[1-9]|"?\$)/.test(view.text(args[0])))
      .map(({ node }) => node),
  comparison: (_view, node) => {
    const left = childOf(node, 'left');
    const right = childOf(node, 'right');
    if (node.type !== 'binary_expression' || left === undefined || right === undefined)
      return undefined;
    const operator = childOf(node, 'operator');
    const mark = operator?.type ?? '';
    if (mark === '=' || mark === '==' || mark === 'test_operator')
      return { kind: 'same', left, right };
    return { kind: 'other', left, right };
  },
  negated: () => undefined,
  conditionals: new Set(['if_statement']),
  functionTypes: new Set(['function_definition']),
  bindings: [{ type: 'variable_assignment', left: 'name', right: 'value' }],
  parameterLists: new Set(),
  stringTypes: new Set(['string', 'raw_string', 'word', 'concatenation']),
  builtins: new Set(
    'echo printf test true false set cd export exit [ : local return shift'.split(' '),
  ),
  inertModules: /^(?!.)/,
  isNothing: /^(?!.)/,
  typeChecks: /^(?!.)/,
  network: { calls: /^(?:curl|wget|nc|ssh|scp|ping)$/ },
  reads:
    /^(?:cat|[ef]?grep|rg|sed|awk|head|tail|wc|ls|stat|find|test|\[|<|diff|cmp|md5sum|sha\d*sum|cksum|sort|cut|od|xxd|strings|du)$/,
  spawns: { calls: /./, modules: /^(?!.)/ },
  shapes: { members: /^(?!.)/, readers: /^(?!.)/ },
  swallows: () => [],
};

/** Whether the command before ended well says nothing about what it did. */
function checked(view: View, node: SyntaxNode, parts: readonly SyntaxNode[]): Assertion {
  const text = parts.map((one) => view.text(one)).join(' ');
  const isSmoke = /^"?\$\?"? (?:-eq|==?) "?0"?$/.test(text);
  // That something was printed says nothing about what.
  const isThere = /^-[ns] /.test(text);
  const form = isSmoke ? 'not-throws' : isThere ? 'defined' : 'truth';
  const [first] = parts;
  const operands = parts.length === 1 && first !== undefined ? [first] : [node];
  return { node, form, matcher: 'test', operands };
}

function skips(view: View, calls: readonly Call[]): Found[] {
  const exits = calls.flatMap(({ node, path, args }): Found[] => {
    const [first] = args;
    if (path === 'exit' && /^0?$/.test(view.text(first))) {
      return [{ node, message: `\`${quoted(view, node)}\` reports success whatever happened` }];
    }
    if (path === 'set' && args.some((one) => view.text(one) === '+e')) {
      return [{ node, message: '`set +e` hides failures' }];
    }
    const isTrap = path === 'trap' && /\bexit\s+0\b/.test(view.text(first));
    return isTrap
      ? [{ node, message: `\`${quoted(view, node)}\` reports success whatever happened` }]
      : [];
  });
  const hidden = view.ofType('list').flatMap((node): Found[] => {
    const last = node.children.at(-1);
    const isOr = node.children.some(({ type }) => type === '||');
    return isOr && last !== undefined && /^(?:true|:)$/.test(view.text(last))
      ? [{ node, message: `\`|| ${view.text(last)}\` hides a failure` }]
      : [];
  });
  return [...exits, ...hidden];
}
