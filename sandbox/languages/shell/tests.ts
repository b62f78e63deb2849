// Shell scripts as tests: the exit code is the only assertion there is. Pure.
import { comparing, forged } from '../../syntax/code/frames.ts';
import {
  ALWAYS,
  type Assertion,
  type Call,
  type Found,
  NEVER,
  type TestSyntax,
} from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

export const TESTS: TestSyntax = {
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
  comparison: comparing('binary_expression', {
    same: /^(?:==?|test_operator)$/,
    different: NEVER,
    other: ALWAYS,
  }),
  negated: () => undefined,
  builtins: new Set(
    'echo printf test true false set cd export exit [ : local return shift'.split(' '),
  ),
  inertModules: NEVER,
  isNothing: NEVER,
  typeChecks: NEVER,
  network: { calls: /^(?:curl|wget|nc|ssh|scp|ping)$/, modules: NEVER },
  reads:
    /^(?:cat|[ef]?grep|rg|sed|awk|head|tail|wc|ls|stat|find|test|\[|<|diff|cmp|md5sum|sha\d*sum|cksum|sort|cut|od|xxd|strings|du)$/,
  spawns: { calls: /./, modules: NEVER },
  shapes: { members: NEVER, readers: NEVER, always: NEVER },
  swallows: () => [],
  isUnawaited: undefined,
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
    if (path === 'set' && args.some((one) => view.text(one) === '+e')) {
      return [{ node, message: '`set +e` hides failures' }];
    }
    const isExit = path === 'exit' && /^0?$/.test(view.text(first));
    const isTrap = path === 'trap' && /\bexit\s+0\b/.test(view.text(first));
    return isExit || isTrap ? [forged(view, node)] : [];
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
