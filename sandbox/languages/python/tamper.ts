// Python that looks for its tests, ends them or changes what judges it. Pure.
import type { Code } from '../../syntax/code/code.ts';
import { type Call, NEVER } from '../../syntax/code/table.ts';
import {
  type Asks,
  ENDING,
  type Ends,
  handlerText,
  isProgramPath,
  type Machinery,
  type Tamper,
} from '../../syntax/code/tamper.ts';
import { childOf } from '../../syntax/tree.ts';

const ASKS: Asks = {
  runnerVariables: [String.raw`PYTEST_\w+|NOSE_\w+`],
  environment: [String.raw`os\.environ|getenv`],
  program: [String.raw`sys\.(?:argv\[0\]|orig_argv)`],
  mainFile: [String.raw`sys\.argv\[0\]`],
  arguments: [String.raw`sys\.argv`],
  files: [
    String.raw`\blistdir\b|\bscandir\b|\bos\.walk\b|\bglob\b|\bPath\(|\bshutil\b|\bsubprocess\b`,
  ],
};

const CALLERS: readonly RegExp[] = [
  /\binspect\.(?:stack|currentframe|trace|get(?:outer|inner)frames)\b/g,
  /\bfrom\s+inspect\s+import[^\n]{0,200}\b(?:stack|currentframe|getouterframes)\b/g,
  /\b_getframe\b|\b_current_frames\b|\bsys\.set(?:trace|profile)\b/g,
  /\.(?:f_back|f_code|f_globals|f_locals|tb_frame)\b|\bgc\.get_(?:referrers|objects)\b/g,
  /\btraceback\.(?:extract|format|walk|print)_stack\b/g,
  /\b(\w+)\s*=\s*sys\.argv\[0\][\s\S]{0,400}?(?:read|open)\w*\(\s*\1\b/gi,
  /\bsys\.modules\[\s*['"]__main__['"]\s*\]|^\s*import\s+__main__\b/gm,
];

const ENDS: Ends = {
  exits: /^(?:sys\.exit|os\._exit|exit|quit)$/,
  hard: /_exit/,
  bareExit: { modules: /^(?:sys|os)(?:\.|$)/, text: NEVER, isBuiltIn: true },
  isProgram: (path) => isProgramPath(path) || /(?:^|\/)(?:__main__|manage|conf)\.py$/.test(path),
  loaded: NEVER,
  ownRun: /__name__\s*==\s*['"]__main__['"]/,
  others: (code, isLoadedWith) => {
    const { view, calls } = code;
    const raised = view
      .ofType('raise_statement')
      .filter((node) => /^raise\s+SystemExit(?:\s*\(\s*(?:0|None)?\s*\))?$/.test(view.text(node)));
    const set = view
      .ofType('assignment_expression', 'assignment')
      .filter((node) => /^(?:sys|threading)\.excepthook$/.test(view.text(childOf(node, 'left'))));
    const hooks = calls.filter((call) => isHook(code, call)).map(({ node }) => node);
    return [...raised.filter(isLoadedWith), ...hooks, ...set];
  },
};

function isHook(code: Code, { path, args }: Call): boolean {
  if (!/^(?:atexit\.register|register)$/.test(path)) return false;
  return args.some((one) => ENDING.test(handlerText(code, one)));
}

const MACHINERY: Machinery = {
  libraries: /^(?:unittest(?:\..*)?|_?pytest(?:\..*)?|pluggy|nose2?|doctest)$/,
  testRunners: /^(?:unittest(?:\..*)?|_?pytest(?:\..*)?|nose2?)$/,
  hooks: NEVER,
  setters:
    /^(?:setattr|delattr|(?:unittest\.)?mock\.patch(?:\.object|\.dict)?|patch(?:\.object|\.dict)?)$/,
  platform: [
    /^(?:builtins|__builtins__)\b|^sys\.(?:exit|meta_path|path_hooks)\b|^os\._exit\b|^operator\.\w+/,
    /^sys\.modules\[\s*['"](?:_?pytest|unittest|doctest)/,
    /\b(?:__import__|import_module)\(\s*['"](?:unittest|_?pytest)/,
  ],
  makers: NEVER,
  reopened: NEVER,
  equalToAll: [
    /\b__(?:eq|ne)__\s*=\s*lambda[^:\n]{0,80}:\s*(?:True|False)\b/g,
    /\bdef\s+__(?:eq|ne)__\s*\([^)]{0,80}\)[^:\n]{0,40}:\s*return\s+(?:True|False)\b/g,
  ],
};

export const TAMPER: Tamper = {
  asks: ASKS,
  words: [
    {
      kind: 'test-run-detected',
      pattern: /\bsys\.modules\b/g,
      beside: /['"](?:_?pytest|unittest|nose2?|doctest)['".]/,
    },
    ...CALLERS.map((pattern) => ({ kind: 'caller-read', pattern }) as const),
    {
      kind: 'machinery-touched',
      pattern: /\b(?:user|site)customize\b|\bgetusersitepackages\b|\bPYTHONSTARTUP\b/g,
    },
  ],
  ownWords: [],
  ends: ENDS,
  machinery: MACHINERY,
};
