// Tests of Rust: `#[test]` and its relatives. Pure.
import { comparedBy, comparing, forged, USUAL_MARKS } from '../../syntax/code/frames.ts';
import {
  ALWAYS,
  type Assertion,
  type AssertionRule,
  type Call,
  type Comparison,
  type Found,
  type MockPart,
  NEVER,
  type TestPart,
  type TestSyntax,
} from '../../syntax/code/table.ts';
import { quoted, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { groups } from './calls.ts';

const RULES: readonly AssertionRule[] = [
  { path: /^assert!$/, form: 'truth', take: 1 },
  { path: /^(?:assert_eq|assert_matches|debug_assert_eq)!$/, form: 'exact', take: 2 },
  { path: /^(?:assert_ne|debug_assert_ne)!$/, form: 'other', take: 2 },
  { path: /^(?:assert_relative_eq|assert_abs_diff_eq|assert_ulps_eq)!$/, form: 'close', take: 3 },
  { path: /^assert_\w*snapshot!$/, form: 'snapshot' },
  { path: /^(?:prop_)?assert\w*!$/, form: 'other', take: 2 },
  { path: /^.*\.(?:unwrap_err|expect_err)$/, form: 'throws', isChain: true },
  // One that the project brings along.
  { path: /^(?:\w+::)*assert_\w+$/, form: 'other', take: 0, least: 1 },
];

export const TESTS: TestSyntax = {
  tests,
  needsDeclaredTests: true,
  skips,
  mocks,
  assertionRules: RULES,
  moreAssertions: (view: View) =>
    view
      .ofType('function_item')
      .filter((node) => attributes(view, node).some((text) => /^should_panic\b/.test(text)))
      .flatMap((node): Assertion[] => {
        const body = childOf(node, 'body');
        return body === undefined
          ? []
          : [{ node: body, form: 'throws', matcher: '#[should_panic]', operands: [body] }];
      }),
  failures: (view: View, calls: readonly Call[]) =>
    calls
      .filter(({ path, args }) =>
        /(?:^|::)exit$/.test(path)
          ? /^[1-9]/.test(view.text(args[0]))
          : /^(?:panic|unreachable|todo|unimplemented)!$/.test(path),
      )
      .map(({ node }) => node),
  comparison,
  negated: (node: SyntaxNode) => {
    const [first, second] = node.children;
    if (node.type === 'unary_expression' && first?.type === '!') return second;
    if (node.type !== 'tokens' || first?.type !== '!') return undefined;
    return { ...node, start: second?.start ?? node.start, children: node.children.slice(1) };
  },
  builtins: new Set(
    `Some None Ok Err String Vec Box Rc Arc HashMap HashSet BTreeMap BTreeSet Option Result Default
     std core alloc true false self Self u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 str char
     bool _`.split(/\s+/),
  ),
  inertModules:
    /^(?:std::(?:collections|string|vec|fmt|iter|cmp|rc|sync|time|assert_eq)|pretty_assertions|rstest|proptest|approx)(?:::|$)/,
  isNothing: /^None$/,
  typeChecks: NEVER,
  network: {
    calls: /^(?:reqwest::(?:blocking::)?get|ureq::\w+|(?:std::net::)?TcpStream::connect|\w+\.get)$/,
    modules: NEVER,
  },
  reads:
    /(?:^|::)(?:read_to_string|read|read_dir|metadata)$|^include_(?:str|bytes)!$|^File::open$|\.(?:exists|is_file|metadata)$/,
  spawns: {
    calls: /(?:^|::)Command::(?:new|cargo_bin)$/,
    modules: /^std::process\b|^assert_cmd\b/,
  },
  shapes: {
    members: NEVER,
    readers: /(?:^|::)(?:type_name(?:_of_val)?|size_of(?:_val)?)$/,
    always: ALWAYS,
  },
  swallows: (_view: View, calls: readonly Call[]) =>
    calls
      .filter(({ path }) => /(?:^|::)catch_unwind$/.test(path))
      .map(({ node, args: [guarded] }) => ({ guarded: guarded ?? node, handler: node })),
  isUnawaited: undefined,
};

/** The texts of the attributes before a function, without `#[` and `]`. */
function attributes(view: View, node: SyntaxNode): string[] {
  const siblings = view.parent(node)?.children ?? [];
  const found: string[] = [];
  for (let at = siblings.indexOf(node) - 1; at >= 0; at -= 1) {
    const sibling = siblings[at];
    if (sibling?.type === 'attribute_item') found.push(view.text(sibling).slice(2, -1).trim());
    else if (sibling === undefined || !sibling.type.endsWith('comment')) break;
  }
  return found;
}

function tests(view: View): TestPart[] {
  return view.ofType('function_item').flatMap((node) => {
    const title = childOf(node, 'name');
    const isTest = attributes(view, node).some((text) =>
      /^(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b/.test(text),
    );
    return isTest && title !== undefined ? [{ name: view.text(title), node, title }] : [];
  });
}

function skips(view: View, calls: readonly Call[]): Found[] {
  const marks = view.ofType('attribute_item', 'inner_attribute_item').flatMap((node): Found[] => {
    const text = view.text(node).replace(/^#!?\[\s*/, '');
    const isOff =
      /^ignore\b/.test(text) || (/^cfg(?:_attr)?\b/.test(text) && !/^cfg\(\s*test\s*\)/.test(text));
    return isOff
      ? [{ node, message: `\`${quoted(view, node)}\` keeps a test from running or from counting` }]
      : [];
  });
  const exits = calls
    .filter(({ path, args }) => /(?:^|::)(?:exit|_exit)$/.test(path) && view.text(args[0]) === '0')
    .map(({ node }) => forged(view, node));
  return [...marks, ...exits];
}

function mocks(view: View): MockPart[] {
  return view.ofType('use_declaration').flatMap((node): MockPart[] => {
    const [, target] =
      /\b(mockall|mockall_double|mocktopus|faux|mockito_double|mry)\b/.exec(view.text(node)) ?? [];
    return target === undefined ? [] : [{ node, kind: 'library', target }];
  });
}

const compared = comparing('binary_expression');

/** Also inside a macro, where there are only tokens. */
function comparison(view: View, node: SyntaxNode): Comparison | undefined {
  if (node.type !== 'tokens') return compared(view, node);
  const operator = ['==', '!=', '<=', '>=', '<', '>'].find((mark) =>
    node.children.some(({ type }) => type === mark),
  );
  if (operator === undefined) return undefined;
  const [left, right] = groups(node, operator);
  if (left === undefined || right === undefined) return undefined;
  return comparedBy(USUAL_MARKS, operator, { left, right });
}
