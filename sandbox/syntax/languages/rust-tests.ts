// Tests of Rust: `#[test]` and its relatives. Pure.
import { childOf, type SyntaxNode } from '../tree.ts';
import { groups } from './rust-paths.ts';
import type {
  Assertion,
  AssertionRule,
  Call,
  Comparison,
  Found,
  LanguageTable,
  MockPart,
  TestPart,
} from './table.ts';
import { quoted, type View } from './view.ts';

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

export const RUST_TESTS = {
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
  typeChecks: /^(?!.)/,
  network: {
    calls: /^(?:reqwest::(?:blocking::)?get|ureq::\w+|(?:std::net::)?TcpStream::connect|\w+\.get)$/,
  },
  reads:
    /(?:^|::)(?:read_to_string|read|read_dir|metadata)$|^include_(?:str|bytes)!$|^File::open$|\.(?:exists|is_file|metadata)$/,
  spawns: {
    calls: /(?:^|::)Command::(?:new|cargo_bin)$/,
    modules: /^std::process\b|^assert_cmd\b/,
  },
  shapes: { members: /^(?!.)/, readers: /(?:^|::)(?:type_name(?:_of_val)?|size_of(?:_val)?)$/ },
  swallows: (_view: View, calls: readonly Call[]) =>
    calls
      .filter(({ path }) => /(?:^|::)catch_unwind$/.test(path))
      .map(({ node, args: [guarded] }) => ({ guarded: guarded ?? node, handler: node })),
} satisfies Partial<LanguageTable>;

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
    .map(({ node }) => ({
      node,
      message: `\`${quoted(view, node)}\` reports success whatever happened`,
    }));
  return [...marks, ...exits];
}

function mocks(view: View): MockPart[] {
  return view.ofType('use_declaration').flatMap((node): MockPart[] => {
    const [, target] =
      /\b(mockall|mockall_double|mocktopus|faux|mockito_double|mry)\b/.exec(view.text(node)) ?? [];
    return target === undefined ? [] : [{ node, kind: 'library', target }];
  });
}

function comparison(_view: View, node: SyntaxNode): Comparison | undefined {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  if (node.type === 'binary_expression' && left !== undefined && right !== undefined) {
    return kindOf(childOf(node, 'operator')?.type, left, right);
  }
  if (node.type !== 'tokens') return undefined;
  const operator = ['==', '!=', '<=', '>=', '<', '>'].find((mark) =>
    node.children.some(({ type }) => type === mark),
  );
  if (operator === undefined) return undefined;
  const [first, second] = groups(node, operator);
  return first === undefined || second === undefined ? undefined : kindOf(operator, first, second);
}

function kindOf(operator: string | undefined, left: SyntaxNode, right: SyntaxNode) {
  if (operator === '==') return { kind: 'same', left, right } as const;
  if (operator === '!=') return { kind: 'different', left, right } as const;
  return /^[<>]=?$/.test(operator ?? '') ? ({ kind: 'other', left, right } as const) : undefined;
}
