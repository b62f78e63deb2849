// Tests of Go: the testing package, with or without testify. Pure.
import { comparing, forged, negating } from '../../syntax/code/frames.ts';
import {
  ALWAYS,
  type AssertionRule,
  type Call,
  type Found,
  type MockPart,
  NEVER,
  type TestPart,
  type TestSyntax,
} from '../../syntax/code/table.ts';
import { isInside, quoted, type View } from '../../syntax/code/view.ts';
import { childOf } from '../../syntax/tree.ts';

const TESTIFY = String.raw`^(?:assert|require|is|s|suite)(?:\.(?:Assert|Require)\(\))?\.`;
const RULES: readonly AssertionRule[] = [
  rule(
    '(?:Equal|EqualValues|Exactly|ElementsMatch|Len|Same|JSONEq|YAMLEq|EqualError)f?$',
    'exact',
    2,
  ),
  rule('(?:Nil|Empty|Zero)f?$', 'exact', 1),
  rule('(?:InDelta|InEpsilon|WithinDuration)f?$', 'close', 3),
  rule('(?:Contains|Subset|Regexp|ErrorContains|ErrorIs|ErrorAs)f?$', 'partial', 2),
  rule('(?:True|False)f?$', 'truth', 1),
  rule('(?:NotNil|NotEmpty|NotZero)f?$', 'defined', 1),
  rule('(?:IsType|Implements)f?$', 'type', 2),
  rule('NoErrorf?$|NotPanicsf?$', 'not-throws', 1),
  rule('(?:Error|Panics\\w*)f?$', 'throws', 1),
  rule(
    '(?:Not\\w+|Greater\\w*|Less\\w*|Positive|Negative|FileExists|DirExists|Eventually|Never)f?$',
    'other',
    2,
  ),
  // One that the package brings along.
  {
    path: /^(?:\w+\.)?(?:assert|require|expect)\w*$/i,
    form: 'other',
    take: 0,
    least: 2,
    skip: 1,
  },
];

function rule(names: string, form: AssertionRule['form'], take: number): AssertionRule {
  return { path: new RegExp(TESTIFY + names), form, skip: 1, take };
}

const FAILS =
  /^(?:t|b|f|tt|tb)\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$|^panic$|^log\.Fatal\w*$/;

export const TESTS: TestSyntax = {
  tests,
  needsDeclaredTests: true,
  skips,
  mocks,
  assertionRules: RULES,
  moreAssertions: undefined,
  failures: (view: View, calls: readonly Call[]) =>
    calls
      .filter(({ path, args }) =>
        path === 'os.Exit' ? /^[1-9]/.test(view.text(args[0])) : FAILS.test(path),
      )
      .map(({ node }) => node),
  comparison: comparing('binary_expression'),
  negated: negating('unary_expression', 'operand'),
  builtins: new Set(
    `len cap append make new copy delete panic recover print println true false nil iota string int
     int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 bool byte rune error any
     t b testing assert require _`.split(/\s+/),
  ),
  inertModules:
    /^(?:testing|reflect|strings|strconv|fmt|errors|sort|slices|maps|math(?:\/.*)?|time|bytes|unicode|regexp|context|github\.com\/stretchr\/testify\/.*|github\.com\/google\/go-cmp\/.*|gotest\.tools\/.*)$/,
  isNothing: /^nil$/,
  typeChecks: /^reflect\.TypeOf\(/,
  network: {
    calls:
      /^(?:http\.(?:Get|Post|Head|PostForm|NewRequest|NewRequestWithContext)|\w+\.(?:Get|Post|Head)|net\.Dial\w*|tls\.Dial)$/,
    modules: NEVER,
  },
  reads:
    /^(?:os|ioutil)\.(?:ReadFile|Open|OpenFile|Stat|Lstat|ReadDir)$|^parser\.Parse(?:File|Dir)$|^filepath\.(?:Glob|Walk|WalkDir)$/,
  spawns: { calls: /^exec\.Command(?:Context)?$|^syscall\.Exec$/, modules: /^os\/exec$/ },
  shapes: {
    members: NEVER,
    readers:
      /^runtime\.FuncForPC$|^reflect\.(?:TypeOf|ValueOf)\(\)\.(?:NumIn|NumOut|In|Out|NumMethod|Method|MethodByName|NumField|FieldByName|Name|String)$/,
    always: ALWAYS,
  },
  swallows: () => [],
  isUnawaited: undefined,
};

function tests(view: View): TestPart[] {
  return view.ofType('function_declaration', 'method_declaration').flatMap((node) => {
    const title = childOf(node, 'name');
    const name = view.text(title);
    if (title === undefined || !/^Test(?![a-z])/.test(name) || name === 'TestMain') return [];
    const parameters = view.text(childOf(node, 'parameters'));
    const isSuite = node.type === 'method_declaration';
    return isSuite || /\*testing\.T\b/.test(parameters) ? [{ name, node, title }] : [];
  });
}

function skips(view: View, calls: readonly Call[]): Found[] {
  const called = calls.flatMap(({ node, path, args }): Found[] => {
    if (/^\w+\.(?:Skip|Skipf|SkipNow)$/.test(path)) {
      return [{ node, message: `\`${path}\` ends a test early` }];
    }
    const isExit = path === 'os.Exit' && view.text(args[0]) === '0';
    return isExit || path === 'runtime.Goexit' || path === 'syscall.Exit'
      ? [forged(view, node)]
      : [];
  });
  const tags = view
    .ofType('comment')
    .filter((node) => /^\/\/(?:go:build|\s*\+build)\s/.test(view.text(node)))
    .map((node) => ({
      node,
      message: `\`${quoted(view, node)}\` keeps the file from being built`,
    }));
  const mains = view
    .ofType('function_declaration')
    .filter((node) => view.text(childOf(node, 'name')) === 'TestMain')
    .filter(
      (node) => !calls.some((call) => call.path.endsWith('.Run') && isInside(call.node, node)),
    )
    .map((node) => ({ node, message: '`TestMain` runs no test' }));
  return [...called, ...tags, ...mains];
}

const LIBRARIES =
  /^(?:github\.com\/(?:golang\/mock|agiledragon\/gomonkey|bouk\/monkey|undefinedlabs\/go-mpatch)|go\.uber\.org\/mock)(?:\/|$)/;

function mocks(view: View): MockPart[] {
  const libraries = view.ofType('import_spec').flatMap((node): MockPart[] => {
    const target = view.text(childOf(node, 'path')).slice(1, -1);
    return LIBRARIES.test(target) ? [{ node, kind: 'library', target }] : [];
  });
  const linked = view
    .ofType('comment')
    .filter((node) => /^\/\/go:linkname\s/.test(view.text(node)))
    .map((node): MockPart => ({ node, kind: 'library', target: 'go:linkname' }));
  return [...libraries, ...linked];
}
