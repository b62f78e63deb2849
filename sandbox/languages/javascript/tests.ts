// Tests of JavaScript: node:test, Jest, Vitest, Mocha with Chai, AVA, and plain scripts. Pure.
import { comparing, forged, negating } from '../../syntax/code/frames.ts';
import {
  type Call,
  type Found,
  type MockPart,
  NEVER,
  type TestPart,
  type TestSyntax,
} from '../../syntax/code/table.ts';
import { ancestors, named, quoted, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';
import { JAVASCRIPT_ASSERTIONS } from './assertions.ts';
import { jsPath, unwrapped } from './calls.ts';

/** Chai ends many of its assertions without a call: `expect(x).to.be.true`. */
const CHAI_WORDS =
  /^(?:chai\.)?expect\(\)(?:\.\w+)*?\.(true|false|null|undefined|ok|exist|empty|NaN)$/;

const TEST = /^(?:it|test|specify|Deno\.test|t\.test)(?:\.\w+|\(\))*$/;
const OWNERS = 'it|test|describe|suite|context|specify';
const SKIPPED = new RegExp(
  String.raw`^(?:${OWNERS})(?:\.\w+|\(\))*?\.(?:skip|only|todo|fails|failing|skipIf|runIf)$`,
);
const ENDED = /^(?:t|ctx|context|this)\.(?:skip|todo)$/;
const NARROWED = /^(?:xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe|fcontext)$/;

export const TESTS: TestSyntax = {
  tests,
  needsDeclaredTests: false,
  skips,
  mocks,
  assertionRules: JAVASCRIPT_ASSERTIONS,
  moreAssertions: (view: View) =>
    view.ofType('member_expression').flatMap((node) => {
      const word = CHAI_WORDS.exec(jsPath(view, node))?.[1];
      const up = view.parent(node);
      if (word === undefined || up?.type === 'member_expression') return [];
      if (up?.type === 'call_expression' && childOf(up, 'function') === node) return [];
      const form =
        word === 'exist' ? 'defined' : /^(?:true|false|ok)$/.test(word) ? 'truth' : 'exact';
      const call = innermostCall(node);
      const operands = call === undefined ? [] : named(childOf(call, 'arguments'));
      return [{ node, form, matcher: `expect().${word}`, operands } as const];
    }),
  failures: (view: View, calls: readonly Call[]) => [
    ...view.ofType('throw_statement'),
    ...calls
      .filter(({ path, args }) =>
        /^process\.exit$/.test(path)
          ? /^[1-9]/.test(view.text(args[0]))
          : /^(?:assert|t|chai\.assert|expect)\.(?:fail|unreachable)$|^fail$/.test(path),
      )
      .map(({ node }) => node),
    ...view.ofType('assignment_expression').filter((node) => {
      const value = view.text(childOf(node, 'right'));
      return (
        jsPath(view, childOf(node, 'left')) === 'process.exitCode' && !/^0|^undefined$/.test(value)
      );
    }),
  ],
  comparison: comparing('binary_expression', {
    same: /^===?$/,
    different: /^!==?$/,
    other: /^(?:[<>]=?|instanceof|in)$/,
  }),
  negated: negating('unary_expression', 'argument'),
  builtins: new Set(
    `Math JSON Object Array String Number Boolean Symbol BigInt Date RegExp Map Set WeakMap WeakSet
     Promise Error TypeError RangeError SyntaxError ReferenceError EvalError AggregateError URL
     URLSearchParams parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent Intl
     console NaN Infinity undefined structuredClone Buffer TextEncoder TextDecoder Uint8Array
     assert expect it test describe suite context specify before after beforeEach afterEach beforeAll
     afterAll jest vi vitest mock chai should process globalThis global setTimeout clearTimeout
     setInterval clearInterval setImmediate queueMicrotask performance require import module exports
     number string boolean unknown any void never`.split(/\s+/),
  ),
  inertModules:
    /^(?:(?:node:)?(?:assert(?:\/strict)?|test|path(?:\/posix)?|util|url|os|crypto|timers(?:\/promises)?|events|perf_hooks)|vitest|@jest\/globals|jest|mocha|chai|chai-\w+|ava|tap|tape|expect|should|lodash|ramda|fast-check|sinon|@sinonjs\/.*)$/,
  isNothing: /^(?:undefined|null)$/,
  typeChecks:
    /^typeof\b|\binstanceof\b|^Array\.isArray\(|\.constructor(?:\.name)?$|^Object\.prototype\.toString\.call\(/,
  network: {
    calls:
      /^(?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|ky(?:\.\w+)?|superagent\.\w+|request(?:\.\w+)?|undici\.\w+|https?\.(?:get|request)|(?:net|tls)\.(?:connect|createConnection)|new (?:WebSocket|EventSource))$/,
    modules: /^(?:node:)?(?:dns|dgram|dns\/promises)$/,
  },
  reads:
    /(?:^|\.)(?:readFile|createReadStream|readTextFile|open|exists|access|l?stat|readdir|opendir|readlink|glob|watchFile)(?:Sync)?$|^Bun\.file$/,
  spawns: {
    calls:
      /^(?:\w+\.)?(?:execSync|execFile|execFileSync|spawn|spawnSync|fork|execa\w*)$|^(?:exec|(?:cp|childProcess|child_process)\.exec|Bun\.spawn|\$)$/,
    modules: /^(?:node:)?child_process$|^(?:execa|cross-spawn|zx|tinyexec|nano-spawn)$/,
  },
  shapes: {
    members: /^(?:length|name|toString|toSource|prototype|constructor|arguments|caller)$/,
    readers:
      /^(?:String|(?:util\.)?(?:inspect|format)|Object\.(?:keys|values|entries|getOwn\w+|hasOwn)|Reflect\.\w+|(?:Function\.prototype|Object\.prototype)\.\w+\.call)$/,
    always: NEVER,
  },
  swallows,
  isUnawaited,
};

function innermostCall(node: SyntaxNode): SyntaxNode | undefined {
  let at: SyntaxNode | undefined = node;
  let found: SyntaxNode | undefined;
  while (at !== undefined) {
    if (at.type === 'call_expression') found = at;
    at = childOf(at, 'object') ?? childOf(at, 'function');
  }
  return found;
}

function isFunction({ type }: SyntaxNode): boolean {
  return type === 'arrow_function' || type === 'function_expression';
}

function tests(view: View, calls: readonly Call[]): TestPart[] {
  return calls
    .filter(({ path, args }) => TEST.test(path) && args.some(isFunction))
    .map(({ node, args: [title] }) =>
      title === undefined || isFunction(title)
        ? { name: 'without a title', node }
        : { name: quoted(view, title), node, title },
    );
}

function skips(view: View, calls: readonly Call[]): Found[] {
  const members = view.ofType('member_expression', 'subscript_expression').flatMap((node) => {
    const path = jsPath(view, node);
    if (SKIPPED.test(path)) {
      return [{ node, message: `\`${path}\` keeps tests from running or from counting` }];
    }
    const up = view.parent(node);
    if (!ENDED.test(path) || up?.type !== 'call_expression') return [];
    return [{ node, message: `\`${path}(…\` ends a test early` }];
  });
  const called = calls.flatMap((call): Found[] => {
    const { node, path, args } = call;
    if (NARROWED.test(path)) return [{ node, message: `\`${path}\` skips or narrows tests` }];
    if (
      /^(?:process\.(?:exit|reallyExit)|Deno\.exit)$/.test(path) &&
      /^(?:0|undefined)?$/.test(view.text(args[0]))
    ) {
      return [forged(view, node)];
    }
    return new RegExp(`^(?:${OWNERS})\\b`).test(path) ? skipOptions(view, args) : [];
  });
  const codes = view
    .ofType('assignment_expression')
    .filter((node) => jsPath(view, childOf(node, 'left')) === 'process.exitCode')
    .filter((node) => view.text(childOf(node, 'right')) === '0')
    .map((node) => forged(view, node));
  return [...members, ...called, ...codes];
}

function skipOptions(view: View, args: readonly SyntaxNode[]): Found[] {
  return args
    .filter(({ type }) => type === 'object')
    .flatMap((options) =>
      named(options).filter((pair) => {
        const key = view.text(childOf(pair, 'key')).replaceAll(/['"]/g, '');
        return /^(?:skip|only|todo)$/.test(key) && view.text(childOf(pair, 'value')) !== 'false';
      }),
    )
    .map((pair) => ({
      node: pair,
      message: `the option \`${quoted(view, pair)}\` skips or narrows tests`,
    }));
}

const MODULE_MOCK =
  /^(?:jest|vi|vitest|mock|t\.mock|mocker|td)\.(?:mock|doMock|unstable_mockModule|setMock|module|replace|replaceEsm)$/;
const MEMBER_MOCK =
  /^(?:(?:jest|vi|vitest|mock|t\.mock)\.(?:spyOn|method|getter|setter|replaceProperty)|sinon\.(?:stub|mock|replace|spy)\w*)$/;
const LIBRARIES =
  /^(?:sinon|proxyquire|rewire|testdouble|esmock|mock-require|quibble|mockery|ts-mockito|jest-mock-extended|vitest-mock-extended)$/;
/** What the platform offers is no code of the project. */
const PLATFORM: ReadonlySet<string> = new Set(
  'console process globalThis global window document Date Math performance navigator'.split(' '),
);

function mocks(view: View, calls: readonly Call[]): MockPart[] {
  return calls
    .flatMap(({ node, path, args: [first] }): MockPart[] => {
      if (first === undefined) return [];
      if (MODULE_MOCK.test(path)) {
        const target = stringIn(view, first);
        return target === undefined ? [] : [{ node, kind: 'module', target }];
      }
      if (MEMBER_MOCK.test(path)) {
        const target = view.text(first).split(/[.[]/, 1)[0] ?? '';
        return PLATFORM.has(target) ? [] : [{ node, kind: 'member', target }];
      }
      const module = /^(?:require|import)$/.test(path) ? stringIn(view, first) : undefined;
      return module !== undefined && LIBRARIES.test(module)
        ? [{ node, kind: 'library', target: module }]
        : [];
    })
    .concat(
      view.ofType('import_statement').flatMap((node): MockPart[] => {
        const target = view.text(childOf(node, 'source')).slice(1, -1);
        return LIBRARIES.test(target) ? [{ node, kind: 'library', target }] : [];
      }),
    );
}

function stringIn(view: View, node: SyntaxNode): string | undefined {
  const at = unwrapped(node);
  if (at.type === 'string' || at.type === 'template_string') return view.text(at).slice(1, -1);
  const [first] = at.type === 'call_expression' ? named(childOf(at, 'arguments')) : [];
  return first === undefined ? undefined : stringIn(view, first);
}

function swallows(view: View, calls: readonly Call[]) {
  const tries = view.ofType('try_statement').flatMap((node) => {
    const guarded = childOf(node, 'body');
    const handler = childOf(node, 'handler');
    return guarded === undefined || handler === undefined ? [] : [{ guarded, handler }];
  });
  const catches = calls.flatMap(({ path, receiver, args: [handler] }) =>
    path.endsWith('.catch') && receiver !== undefined && handler !== undefined
      ? [{ guarded: receiver, handler }]
      : [],
  );
  return [...tries, ...catches];
}

const LATE = /^assert(?:\.strict)?\.(?:rejects|doesNotReject)$|\.(?:resolves|rejects)\./;

/** Nobody waits for it, so its failure comes later than anyone looks. */
function isUnawaited(view: View, { node, path }: Call): boolean {
  if (!LATE.test(path)) return false;
  let below = node;
  for (const up of ancestors(view, node)) {
    if (up.type === 'arrow_function' && childOf(up, 'body') === below) return false;
    if (up.type === 'statement_block' || up.type === 'program') return true;
    if (/^(?:await_expression|return_statement|variable_declarator|array)$/.test(up.type))
      return false;
    below = up;
  }
  return true;
}
