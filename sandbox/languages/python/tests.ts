// Tests of Python: unittest, pytest and plain scripts. Pure.
import { forged } from '../../syntax/code/frames.ts';
import {
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
import { named, quoted, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { pythonPath } from './calls.ts';

const SELF = String.raw`^(?:self|cls|case|tc|unittest\.TestCase\(\))\.`;
const RULES: readonly AssertionRule[] = [
  {
    path: self(
      'assert(?:Equal|Equals|Is|ListEqual|DictEqual|SetEqual|TupleEqual|CountEqual|SequenceEqual|MultiLineEqual)$',
    ),
    form: 'exact',
    take: 2,
  },
  { path: self('assertIsNone$'), form: 'exact', take: 1 },
  { path: self('assertAlmostEqual$'), form: 'close', take: 3 },
  { path: self('assert(?:In|Regex|Contains|DictContainsSubset)$'), form: 'partial', take: 2 },
  { path: self('assert(?:True|False|_)$'), form: 'truth', take: 1 },
  { path: self('assertIsNotNone$'), form: 'defined', take: 1 },
  { path: self('assertIsInstance$'), form: 'type', take: 2 },
  { path: self('assert(?:Raises|Warns|Logs)\\w*$'), form: 'throws' },
  {
    path: self('assert(?:Not\\w+|Greater\\w*|Less\\w*|IsNot)$'),
    form: 'other',
    take: 2,
  },
  // One that a class of its own brings along.
  { path: self('assert\\w+$'), form: 'other', take: 0 },
  { path: /^pytest\.(?:raises|warns|deprecated_call)$/, form: 'throws' },
  {
    path: /^(?:np|numpy)\.testing\.assert_\w+$|^(?:pd|pandas)\.testing\.assert_\w+$/,
    form: 'exact',
    take: 2,
  },
  // One that the project brings along.
  { path: /^(?:\w+\.)?assert_\w+$/, form: 'other', take: 0, least: 1 },
];

function self(names: string): RegExp {
  return new RegExp(SELF + names);
}

export const TESTS: TestSyntax = {
  tests,
  needsDeclaredTests: false,
  skips,
  mocks,
  assertionRules: RULES,
  moreAssertions: (view: View) =>
    view.ofType('assert_statement').flatMap((node): Assertion[] => {
      const [operand] = named(node);
      return operand === undefined
        ? []
        : [{ node, form: 'truth', matcher: 'assert', operands: [operand] }];
    }),
  failures: (view: View, calls: readonly Call[]) => [
    ...view
      .ofType('raise_statement')
      .filter((node) => !/\b(?:SkipTest|SystemExit)\b/.test(view.text(node))),
    ...calls
      .filter(({ path, args }) =>
        /^(?:sys\.exit|os\._exit)$/.test(path)
          ? !/^(?:0|None|False)?$/.test(view.text(args[0]))
          : /^(?:self\.fail|pytest\.fail)$/.test(path),
      )
      .map(({ node }) => node),
  ],
  comparison,
  negated: (node: SyntaxNode) =>
    node.type === 'not_operator' ? childOf(node, 'argument') : undefined,
  builtins: new Set(
    `len str int float bool list dict set tuple range sorted sum min max abs print isinstance
     issubclass type repr enumerate zip map filter any all round reversed bytes frozenset object
     hasattr callable id iter next chr ord True False None Exception ValueError TypeError KeyError
     IndexError RuntimeError AssertionError NotImplementedError unittest pytest mock cls __name__
     __file__`.split(/\s+/),
  ),
  inertModules:
    /^(?:unittest|pytest|mock|json|re|math|datetime|typing|collections|itertools|functools|random|string|decimal|fractions|copy|dataclasses|textwrap|hypothesis|pathlib|os\.path|sys|time|enum|abc|numpy|pandas)(?:\.|$)/,
  isNothing: /^None$/,
  typeChecks: /^(?:isinstance|issubclass|callable|hasattr)\(|^type\(|\.__class__(?:\.__name__)?$/,
  network: {
    calls:
      /^(?:urlopen|(?:urllib\.request\.)?urlopen|urllib\.request\.\w+|requests\.\w+|httpx\.\w+|aiohttp\.\w+|urllib3\.\w+|socket\.create_connection|\w+\.connect|http\.client\.HTTPS?Connection)$/,
    modules: NEVER,
  },
  reads:
    /^(?:io\.|codecs\.|tokenize\.)?open$|\.(?:read_text|read_bytes|open|exists|is_file|is_dir|stat|lstat|iterdir|r?glob)$|^(?:Path|pathlib\.Path)\(\)\.\w+$|^linecache\.getlines?$|^os\.(?:path\.(?:exists|lexists|isfile|isdir|getmtime|getsize|getctime)|l?stat|access|listdir|scandir|walk)$|^(?:path\.)?(?:exists|isfile|isdir|getmtime|getsize|listdir|scandir)$|^glob\.i?glob$|^filecmp\.cmp$|^pkgutil\.get_data$/,
  spawns: {
    calls:
      /^(?:subprocess\.\w+|os\.(?:system|popen|spawn\w+|exec\w+)|asyncio\.create_subprocess_\w+|check_output|check_call|Popen|pexpect\.\w+|runpy\.\w+)$/,
    modules: /^(?:subprocess|pexpect|sh|runpy)(?:\.|$)/,
  },
  shapes: {
    members:
      /^__(?:file|name|qualname|doc|code|defaults|kwdefaults|annotations|signature|dict|module|closure|globals|text_signature)__$|^co_\w+$/,
    readers:
      /^(?:inspect\.\w+|dis\.\w+|ast\.\w+|(?:typing\.)?get_type_hints|str|repr|ascii|dir|vars|help|format|getsource|signature|getfullargspec|getsourcelines)$|(?:^|\.)find_spec$/,
    always: /find_spec$/,
  },
  swallows,
  isUnawaited: undefined,
};

function tests(view: View): TestPart[] {
  return view.ofType('function_definition').flatMap((node) => {
    const title = childOf(node, 'name');
    const name = view.text(title);
    return name.startsWith('test') && title !== undefined ? [{ name, node, title }] : [];
  });
}

const SKIP_MARK =
  /^(?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure)$|^pytest\.mark\.(?:skip|skipif|xfail)$/;
const SKIP_CALL = /^pytest\.(?:skip|xfail|importorskip|mark\.(?:skip|skipif|xfail)|exit)$/;

function skips(view: View, calls: readonly Call[]): Found[] {
  const marks = view.ofType('decorator').flatMap((node) => {
    const [inner] = named(node);
    const target = inner?.type === 'call' ? childOf(inner, 'function') : inner;
    const path = pythonPath(view, target);
    return SKIP_MARK.test(path)
      ? [{ node, message: `\`@${path}\` keeps a test from running or from counting` }]
      : [];
  });
  const members = view.ofType('attribute').flatMap((node) => {
    const path = pythonPath(view, node);
    if (view.parent(node)?.type === 'attribute' || !SKIP_CALL.test(path)) return [];
    return [{ node, message: `\`${path}\` keeps a test from running or from counting` }];
  });
  const called = calls.flatMap(({ node, path, args }): Found[] => {
    if (path === 'self.skipTest') return [{ node, message: '`self.skipTest` ends a test early' }];
    const isExit = /^(?:sys\.exit|os\._exit|exit|quit)$/.test(path);
    return isExit && /^(?:0|None|False)?$/.test(view.text(args[0])) ? [forged(view, node)] : [];
  });
  const raised = view.ofType('raise_statement').flatMap((node): Found[] => {
    const text = view.text(named(node)[0]);
    if (/^(?:unittest\.)?SkipTest\b/.test(text)) {
      return [{ node, message: `\`${quoted(view, node)}\` ends a test early` }];
    }
    return /^SystemExit(?:\((?:0|None)?\))?$/.test(text) ? [forged(view, node)] : [];
  });
  const settings = view.ofType('assignment').flatMap((node) => {
    const name = view.text(childOf(node, 'left'));
    const isOff = name === '__test__' && view.text(childOf(node, 'right')) === 'False';
    return isOff || name.startsWith('collect_ignore')
      ? [{ node, message: `\`${quoted(view, node)}\` keeps tests from running` }]
      : [];
  });
  return [...marks, ...members, ...called, ...raised, ...settings];
}

const PATCH = /(?:^|\.)patch(?:\.dict|\.multiple)?$/;
const PATCH_MEMBER =
  /(?:^|\.)(?:patch\.object|monkeypatch\.(?:setattr|delattr|setitem))$|^monkeypatch\.(?:setattr|delattr|setitem)$/;

/** What the platform offers is no code of the project. */
const PLATFORM: ReadonlySet<string> = new Set(
  'sys os time datetime builtins random socket subprocess shutil io uuid'.split(' '),
);

function mocks(view: View, calls: readonly Call[]): MockPart[] {
  return calls.flatMap(({ node, path, args: [first] }): MockPart[] => {
    if (first === undefined || !(PATCH.test(path) || PATCH_MEMBER.test(path))) return [];
    if (first.type === 'string') {
      return [
        { node, kind: 'module', target: view.text(first).replaceAll(/^[a-z]*['"]+|['"]+$/g, '') },
      ];
    }
    const target = view.text(first);
    const isOther = PLATFORM.has(target.split('.', 1)[0] ?? '');
    return PATCH_MEMBER.test(path) && !isOther ? [{ node, kind: 'member', target }] : [];
  });
}

function comparison(view: View, node: SyntaxNode): Comparison | undefined {
  const [left, right, more] = named(node);
  if (node.type !== 'comparison_operator' || left === undefined || right === undefined)
    return undefined;
  if (more !== undefined) return { kind: 'other', left, right };
  const operator = view.tree.text.slice(left.end, right.start).trim();
  if (operator === '==' || operator === 'is') return { kind: 'same', left, right };
  if (operator === '!=' || /^is\s+not$/.test(operator)) return { kind: 'different', left, right };
  return { kind: 'other', left, right };
}

/** A handler that could meet an AssertionError. */
function swallows(view: View, calls: readonly Call[]) {
  const tries = view.ofType('try_statement').flatMap((node) => {
    const guarded = childOf(node, 'body');
    if (guarded === undefined) return [];
    return node.children
      .filter(({ type }) => type === 'except_clause')
      .filter((clause) => {
        const what = named(clause).find(({ type }) => type !== 'block');
        return (
          what === undefined ||
          /\b(?:Exception|BaseException|AssertionError)\b/.test(view.text(what))
        );
      })
      .map((handler) => ({ guarded, handler }));
  });
  const suppressed = view.ofType('with_statement').flatMap((node) => {
    const guarded = childOf(node, 'body');
    const found = calls.find(
      (call) =>
        /(?:^|\.)suppress$/.test(call.path) &&
        view.parent(call.node) !== undefined &&
        call.node.start >= node.start &&
        guarded !== undefined &&
        call.node.end <= guarded.start &&
        /\b(?:Exception|BaseException|AssertionError)\b/.test(view.text(call.node)),
    );
    return guarded === undefined || found === undefined ? [] : [{ guarded, handler: found.node }];
  });
  return [...tries, ...suppressed];
}
