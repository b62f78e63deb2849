// JavaScript that looks for its tests, ends them or changes what judges it. Pure.
import type { Code } from '../../syntax/code/code.ts';
import { type Call, NEVER } from '../../syntax/code/table.ts';
import {
  type Asks,
  ENDING,
  type Ends,
  handlerText,
  type Machinery,
  type Tamper,
  type Words,
} from '../../syntax/code/tamper.ts';
import { childOf } from '../../syntax/tree.ts';

const ASKS: Asks = {
  runnerVariables: [
    String.raw`NODE_TEST_\w+|JEST_WORKER_ID|VITEST(?:_\w+)?|MOCHA_\w+|AVA_PATH`,
    String.raw`PLAYWRIGHT_TEST\w*|TAP_CHILD_ID`,
  ],
  environment: [String.raw`process\.env|Deno\.env|Bun\.env`],
  program: [String.raw`process\.(?:argv\[[01]\]|execArgv|title)|require\.main\b`],
  mainFile: [String.raw`process\.argv\[1\]|require\.main\.filename`],
  arguments: [String.raw`process\.argv`],
  files: [
    String.raw`\bfs\b|\b(?:read|write|append|copy|unlink|rm|rename|open)(?:Text)?(?:File|dir)?(?:Sync)?\(`,
    String.raw`\breaddir|child_process`,
  ],
};

const DETECTS: readonly RegExp[] = [
  /\bnpm_(?:lifecycle_\w+|command|config_argv)\b/g,
  /\btypeof\s+(?:globalThis\.)?(?:it|test|describe|expect|jest|vi|mocha|suite|beforeEach|afterEach)\b/g,
  /\bglobalThis(?:\?)?[.[]['"]?(?:it|test|describe|expect|jest|vi|mocha|__vitest\w*|__jest\w*)\b/g,
  /['"](?:describe|it|expect|jest|vi)['"]\s+in\s+globalThis\b|\bimport\.meta\.(?:vitest|jest)\b/g,
];

const CALLERS: readonly RegExp[] = [
  /\bError\s*\([^)]{0,200}\)\s*\)?\??\.stack\b|\{[^}]{0,200}\bstack\b[^}]{0,200}\}\s*=\s*new\s+\w*Error\b/g,
  /\b(\w+)\s*=\s*new\s+\w*Error\s*\([^)]{0,200}\)[\s\S]{0,400}?\b\1\??\.stack\b/g,
  /\bprepareStackTrace\b|\bcaptureStackTrace\((?!\s*this\b)|\bgetCallSites?\b/g,
  /\barguments\.(?:callee|caller)\b|\bmodule\.parent\b/g,
  /\bprocess\.ppid\b/g,
  /\b(\w+)\s*=\s*process\.argv\[1\][\s\S]{0,400}?(?:read|open)\w*\(\s*\1\b/gi,
  /\[\s*,\s*(\w+)[^\]]{0,200}\]\s*=\s*process\.argv\b[\s\S]{0,400}?(?:read|open)\w*\(\s*\1\b/gi,
];

const OWN_WORDS: readonly Words[] = [
  {
    kind: 'caller-read',
    pattern: /\.stack\b/g,
    beside: /[._](?:test|spec)\b|\btest_|\btests?\//,
  },
];

const ENDS: Ends = {
  exits: /(?:^|\.)process\.(?:exit|reallyExit|abort)$|^Deno\.exit$/,
  hard: /reallyExit/,
  bareExit: {
    modules: /^(?:node:)?process(?:\.|$)/,
    text: /\{[^}]{0,200}\b(?:exit|reallyExit)\b[^}]{0,200}\}\s*=\s*(?:\w+\.)?process\b/,
    isBuiltIn: false,
  },
  isProgram: (_path, view) =>
    view.ofType('export_statement').length === 0 && !/\bexports\b/.test(view.tree.text),
  loaded: NEVER,
  ownRun:
    /\bimport\.meta\.main\b|\brequire\.main\s*={2,3}\s*module\b|(?:process\.argv\[1\][^!]{0,200}={2,3}|={2,3}[^!]{0,200}process\.argv\[1\])/,
  others: (code, isLoadedWith) => [
    ...code.calls.filter((call) => isHook(code, call)).map(({ node }) => node),
    ...code.view.ofType('assignment_expression', 'assignment').filter((node) => {
      const left = code.view.text(childOf(node, 'left'));
      const isCode = /(?:^|\.)process\.exitCode$/.test(left) && isLoadedWith(node);
      return isCode && !/^[1-9]/.test(code.view.text(childOf(node, 'right')));
    }),
  ],
};

/** What runs at the end and sets how it ended, or hears of what nobody caught and says nothing. */
function isHook(code: Code, { path, args: [first, second] }: Call): boolean {
  if (/(?:^|\.)setUncaughtExceptionCaptureCallback$/.test(path)) return true;
  if (!/(?:^|\.)process\.(?:on|once|addListener|prependListener|prependOnceListener)$/.test(path)) {
    return false;
  }
  const event = code.view.text(first).slice(1, -1);
  const handler = handlerText(code, second);
  if (/^(?:exit|beforeExit)$/.test(event)) return ENDING.test(handler);
  const isFault = /^(?:uncaughtException|unhandledRejection)$/.test(event);
  return isFault && !/\bthrow\b|exit\w*(?:\(\s*|\s*=\s*)[1-9]/.test(handler);
}

const MACHINERY: Machinery = {
  libraries:
    /^(?:(?:node:)?(?:assert(?:\/strict)?|test(?:\/\w+)?)|vitest|@jest\/globals|@?jest\b.*|expect|chai|should|mocha|ava|tap|tape|sinon)$/,
  testRunners: /^(?:node:test(?:\/\w+)?|vitest|@jest\/globals|mocha|ava|tap|tape)$/,
  hooks: /^(?:node:)?module$/,
  setters:
    /^(?:Object\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\.(?:set|defineProperty)|mock\.(?:method|getter|setter))$/,
  platform: [
    /^(?:globalThis\.)?(?:Object|Array|String|Number|Boolean|Function|Error|Promise|JSON|Reflect|Symbol|RegExp|Map|Set|Date|Math)(?:\.prototype\b|[.[](?!stackTraceLimit))/,
    /^(?:globalThis\.)?process(?:[.[](?!exitCode\b|title\b|env\b)|$)/,
    /^globalThis[.[]['"]?(?:assert|expect|test|it|describe|process)\b/,
    /^(?:\w+\.)?Module\.(?:_\w+|prototype)|^require\.cache\b/,
    /\b(?:require|import)\(\s*['"](?:(?:node:)?(?:assert|test)\b|chai|vitest)/,
  ],
  makers:
    /^(?:Object\.(?:create|fromEntries)|Array\.(?:from|of)|JSON\.parse|Promise\.(?:resolve|reject|withResolvers))$/,
  reopened: NEVER,
  equalToAll: [],
};

export const TAMPER: Tamper = {
  asks: ASKS,
  words: [
    ...DETECTS.map((pattern) => ({ kind: 'test-run-detected', pattern }) as const),
    ...CALLERS.map((pattern) => ({ kind: 'caller-read', pattern }) as const),
  ],
  ownWords: OWN_WORDS,
  ends: ENDS,
  machinery: MACHINERY,
};
