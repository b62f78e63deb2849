// Tests of Ruby: RSpec, Minitest in both styles, test-unit and plain scripts. Pure.
import { comparing, forged, negating, USUAL_MARKS } from '../../syntax/code/frames.ts';
import {
  ALWAYS,
  type Assertion,
  type AssertionForm,
  type AssertionRule,
  type Call,
  type Found,
  type MockPart,
  NEVER,
  type TestPart,
  type TestSyntax,
} from '../../syntax/code/table.ts';
import { quoted, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';

const RULES: readonly AssertionRule[] = [
  { path: /^(?:assert_equal|assert_same|assert_empty)$/, form: 'exact', take: 2 },
  { path: /^assert_nil$/, form: 'exact', take: 1 },
  { path: /^assert_in_(?:delta|epsilon)$/, form: 'close', take: 3 },
  { path: /^assert_(?:includes|match|output|respond_to)$/, form: 'partial', take: 2 },
  { path: /^(?:assert|refute|assert_predicate|assert_operator)$/, form: 'truth', take: 1 },
  { path: /^(?:refute_nil|assert_not_nil)$/, form: 'defined', take: 1 },
  { path: /^assert_(?:instance_of|kind_of)$/, form: 'type', take: 2 },
  { path: /^assert_(?:raises|raise|throws)$/, form: 'throws' },
  { path: /^assert_nothing_raised$/, form: 'not-throws' },
  { path: /^(?:assert|refute)_\w+$/, form: 'other', take: 2 },
  { path: /\.must_(?:equal|be_nil|be_empty|be_same_as)$/, form: 'exact', isChain: true },
  { path: /\.must_be_(?:kind_of|instance_of)$/, form: 'type', isChain: true },
  { path: /\.must_raise$/, form: 'throws', isChain: true },
  { path: /\.(?:must|wont)_\w+$/, form: 'other', isChain: true },
];

/** The matcher of RSpec says what kind of assertion it is. */
const MATCHERS: readonly (readonly [RegExp, AssertionForm])[] = [
  [/^(?:eq|eql|equal|be_nil|be_empty|match_array|contain_exactly|be_zero)$/, 'exact'],
  [/^be_within\(\)\.of$/, 'close'],
  [/^(?:include|match|start_with|end_with|have_attributes|a_string\w*|output)/, 'partial'],
  [/^(?:be_an?_instance_of|be_an?_kind_of|be_an?|be_kind_of|be_instance_of|respond_to)$/, 'type'],
  [/^raise_error|^raise_exception|^throw_symbol/, 'throws'],
  [/^(?:be_truthy|be_falsey|be_falsy|be)$/, 'truth'],
];

export const TESTS: TestSyntax = {
  tests,
  needsDeclaredTests: false,
  skips,
  mocks,
  assertionRules: RULES,
  moreAssertions: (view: View, calls: readonly Call[]) =>
    calls.flatMap((call): Assertion[] => expectation(view, call, calls)),
  failures: (view: View, calls: readonly Call[]) =>
    calls
      .filter(({ path, args }) =>
        /^exit!?$/.test(path)
          ? /^(?:[1-9]|false)/.test(view.text(args[0]))
          : /^(?:raise|fail|flunk|abort)$/.test(path),
      )
      .map(({ node }) => node),
  comparison: comparing('binary', { ...USUAL_MARKS, other: /^(?:[<>]=?|=~)$/ }),
  negated: negating('unary', 'operand', /^(?:!|not)$/),
  builtins: new Set(
    `Integer Float String Array Hash Symbol Regexp Time Date Math Comparable Struct Set Range Object
     Kernel StandardError ArgumentError TypeError RuntimeError KeyError nil true false puts p print
     RSpec Minitest describe context it let before after expect eq eql be is_expected specify require
     require_relative assert assert_equal raise_error include match raise lambda proc`.split(/\s+/),
  ),
  inertModules:
    /^(?:rspec(?:\/.*)?|minitest(?:\/.*)?|test\/unit|json|set|date|time|bigdecimal|securerandom|spec_helper|test_helper|rails_helper)$/,
  isNothing: /^nil$/,
  typeChecks: /\.(?:is_a\?|kind_of\?|instance_of\?|respond_to\?)/,
  network: {
    calls:
      /^(?:Net::HTTP(?:\(\))?\.\w+|URI\.(?:open|parse)|open|Faraday\.\w+|HTTParty\.\w+|RestClient\.\w+|TCPSocket\.(?:new|open)|HTTP\.\w+|URI)$/,
    modules: NEVER,
  },
  reads:
    /^(?:File|IO)\.(?:read|open|readlines|foreach|exist\?|file\?|mtime|size|stat)$|^Pathname\.new\(\)\.(?:read|exist\?|file\?|mtime)$|^Dir\.(?:glob|entries|children|\[\])$/,
  spawns: {
    calls: /^(?:system|spawn|exec|`|Open3\.\w+|IO\.popen|Kernel\.system)$/,
    modules: NEVER,
  },
  shapes: {
    members: NEVER,
    readers:
      /(?:^|\.)(?:instance_|public_)?method(?:\(\))?\.(?:arity|parameters|source_location|source|name|owner)$|\.(?:(?:public_)?instance_methods|method_defined\?|source_location)$/,
    always: ALWAYS,
  },
  swallows,
  isUnawaited: undefined,
};

/** `expect(x).to eq(3)`, `expect { x }.to raise_error`, `is_expected.to …`. */
function expectation(view: View, call: Call, calls: readonly Call[]): Assertion[] {
  const [, negation] =
    /^(?:expect|_)\(\)\.(to|not_to|to_not)$|^is_expected\.(?:to|not_to)$/.exec(call.path) ?? [];
  if (negation === undefined && !call.path.startsWith('is_expected.to')) return [];
  const [matcher] = call.args;
  if (matcher === undefined || call.receiver === undefined) return [];
  const inner = calls.find(({ node }) => node === matcher);
  const name = inner === undefined ? view.text(matcher) : inner.path;
  const subject = calls.find(({ node }) => node === call.receiver);
  const isNegated = negation !== 'to' && negation !== undefined;
  const form = isNegated
    ? negatedForm(name)
    : (MATCHERS.find(([path]) => path.test(name))?.[1] ?? 'other');
  const asked =
    subject === undefined
      ? [call.receiver]
      : [...subject.args, ...(subject.block === undefined ? [] : [subject.block])];
  const operands = [...asked, ...(inner?.args ?? []).slice(0, 1)];
  return [
    { node: call.node, form, matcher: `expect().${isNegated ? 'not_to' : 'to'} ${name}`, operands },
  ];
}

function negatedForm(name: string): AssertionForm {
  if (name.startsWith('raise_error')) return 'not-throws';
  return /^be_nil$/.test(name) ? 'defined' : 'other';
}

function tests(view: View, calls: readonly Call[]): TestPart[] {
  const blocks = calls
    .filter(
      ({ path, block }) =>
        block !== undefined && /^(?:it|specify|example|scenario|test|should)$/.test(path),
    )
    .map(({ node, args: [title] }) =>
      title === undefined
        ? { name: 'without a title', node }
        : { name: quoted(view, title), node, title },
    );
  const methods = view.ofType('method').flatMap((node) => {
    const title = childOf(node, 'name');
    return title !== undefined && view.text(title).startsWith('test_')
      ? [{ name: view.text(title), node, title }]
      : [];
  });
  return [...blocks, ...methods];
}

const NARROWED =
  /^(?:RSpec\.)?(?:xit|xdescribe|xcontext|xspecify|xexample|fit|fdescribe|fcontext|fspecify|focus)$/;
const BLOCK = /^(?:body_statement|block_body|program|then|else)$/;

function skips(view: View, calls: readonly Call[]): Found[] {
  const called = calls.flatMap(({ node, path, args }): Found[] => {
    if (NARROWED.test(path)) return [{ node, message: `\`${path}\` skips or narrows tests` }];
    if (/^(?:skip|pending|omit)$/.test(path))
      return [{ node, message: `\`${path}\` ends a test early` }];
    const isExit = /^(?:Kernel\.|Process\.)?exit!?$/.test(path);
    if (isExit && /^(?:0|true)?$/.test(view.text(args[0]))) return [forged(view, node)];
    return /^(?:RSpec\.)?(?:it|describe|context|specify|example|feature|scenario)$/.test(path)
      ? metadata(view, args)
      : [];
  });
  const bare = view.ofType('identifier').flatMap((node): Found[] => {
    if (!BLOCK.test(view.parent(node)?.type ?? '')) return [];
    const name = view.text(node);
    if (/^(?:skip|pending|omit)$/.test(name))
      return [{ node, message: `\`${name}\` ends a test early` }];
    return /^exit!?$/.test(name) ? [forged(view, node)] : [];
  });
  return [...called, ...bare];
}

function metadata(view: View, args: readonly SyntaxNode[]): Found[] {
  return args
    .filter((one) => {
      if (one.type === 'simple_symbol') return /^:(?:skip|pending|focus|fit)$/.test(view.text(one));
      const isOff =
        one.type === 'pair' && /^:?(?:skip|pending|focus)$/.test(view.text(childOf(one, 'key')));
      return isOff && view.text(childOf(one, 'value')) !== 'false';
    })
    .map((node) => ({
      node,
      message: `the option \`${quoted(view, node)}\` skips or narrows tests`,
    }));
}

const PLATFORM =
  /^(?:Time|Date|Kernel|File|Dir|IO|ENV|STDIN|STDOUT|\$std\w+|Process|Random|SecureRandom|Net::HTTP|double|instance_double|spy)\b/;

function mocks(view: View, calls: readonly Call[]): MockPart[] {
  const doubles = doubleNames(view, calls);
  const found = calls.flatMap(({ node, path, args: [first], receiver }): MockPart[] => {
    if (/^(?:allow|expect)\(\)\.to$/.test(path) && first !== undefined) {
      const isDouble = /^(?:receive|have_received|receive_messages|receive_message_chain)\b/.test(
        view.text(first),
      );
      const asked = calls.find((one) => one.node === receiver)?.args[0];
      return isDouble && !view.text(first).startsWith('have_received')
        ? target(view, node, asked)
        : [];
    }
    if (/^(?:allow|expect)_any_instance_of$/.test(path)) return target(view, node, first);
    const isStub = /\.(?:stubs?|stub_const|any_instance|expects|define_singleton_method)$/.test(
      path,
    );
    if (path === 'stub_const' && first !== undefined) return target(view, node, first);
    return isStub ? target(view, node, receiver) : [];
  });
  return found.filter((one) => !doubles.has(one.target));
}

const DOUBLE = /\b(?:double|instance_double|class_double|object_double|spy|instance_spy)\b/;

/** `let(:db) { double }` and `db = double`: nothing of the project is behind them. */
function doubleNames(view: View, calls: readonly Call[]): Set<string> {
  const lets = calls
    .filter(({ path, block }) => /^let!?$/.test(path) && DOUBLE.test(view.text(block)))
    .map(({ args: [name] }) => view.text(name).replace(/^:/, ''));
  const given = view
    .ofType('assignment')
    .filter((node) => DOUBLE.test(view.text(childOf(node, 'right'))))
    .map((node) => view.text(childOf(node, 'left')));
  return new Set([...lets, ...given]);
}

function target(view: View, node: SyntaxNode, asked: SyntaxNode | undefined): MockPart[] {
  const name = view.text(asked).replaceAll(/^['"]|['"]$/g, '');
  return name === '' || PLATFORM.test(name) ? [] : [{ node, kind: 'member', target: name }];
}

function swallows(view: View) {
  return view.ofType('rescue').flatMap((handler) => {
    const around = view.parent(handler);
    const what = childOf(handler, 'exceptions');
    const isWide =
      what !== undefined &&
      /\b(?:Exception|Minitest::Assertion|RSpec::Expectations)\b/.test(view.text(what));
    // A bare rescue meets StandardError; assertions are none, but `raise` and `fail` are.
    const isBare = what === undefined || /\bStandardError\b/.test(view.text(what));
    return around !== undefined && (isWide || isBare) ? [{ guarded: around, handler }] : [];
  });
}
