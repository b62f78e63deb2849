// Code that decides how the process of a test ends: with success, before the tests have spoken, or
// by catching what nobody caught. Programs end themselves, so only what others load counts. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Call } from '../../../sandbox/syntax/code/table.ts';
import { ancestors, isInside, quoted } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../sandbox/syntax/tree.ts';

export function endsIn(path: string, code: Code): string[] {
  if (isProgram(path, code)) return [];
  const { view, calls } = code;
  const exits = calls.filter((call) => isExit(code, call) && endsWell(code, path, call));
  const raised = view
    .ofType('raise_statement')
    .filter((node) => /^raise\s+SystemExit(?:\s*\(\s*(?:0|None)?\s*\))?$/.test(view.text(node)))
    .filter((node) => isLoadedWith(code, node));
  const hooks = calls.filter((call) => isHook(code, call)).map(({ node }) => node);
  const set = view.ofType('assignment_expression', 'assignment').filter((node) => {
    const left = view.text(childOf(node, 'left'));
    const isCode = /(?:^|\.)process\.exitCode$/.test(left) && isLoadedWith(code, node);
    const value = view.text(childOf(node, 'right'));
    return (isCode && !/^[1-9]/.test(value)) || /^(?:sys|threading)\.excepthook$/.test(left);
  });
  return [...exits.map(({ node }) => node), ...raised, ...hooks, ...set].map((node) =>
    quoted(view, node, 60),
  );
}

const PROGRAM_PATH =
  /(?:^|\/)(?:bin|cmd|exe|scripts?)\/|(?:^|\/)(?:__main__|manage|conf)\.py$|(?:^|\/)main\.(?:rs|go|rb)$|\/src\/bin\//;

/** What is run and not loaded: nothing is exported, or the language says so. */
function isProgram(path: string, { table, view }: Code): boolean {
  const { text } = view.tree;
  switch (table.name) {
    case 'JavaScript':
    case 'TypeScript':
      return view.ofType('export_statement').length === 0 && !/\bexports\b/.test(text);
    case 'Go':
      return /^package\s+main\b/m.test(text) && !/^func\s+init\s*\(/m.test(text);
    case 'Java':
      return /\bstatic\s+void\s+main\s*\(/.test(text);
    case 'shell':
      return true;
    default:
      return PROGRAM_PATH.test(path);
  }
}

const EXIT =
  /(?:^|\.)process\.(?:exit|reallyExit|abort)$|^(?:Deno\.exit|sys\.exit|os\._exit|exit!?|quit|os\.Exit|(?:std::)?process::exit|System\.exit|Runtime\.getRuntime\(\)\.halt|Kernel\.exit!?|Process\.exit!?)$/;
const HARD = /reallyExit|_exit|halt|exit!/;

function isExit({ imports, view, table }: Code, { path }: Call): boolean {
  if (!/^(?:exit|reallyExit)$/.test(path)) return EXIT.test(path);
  const isImported = imports.some(
    ({ module, names }) =>
      /^(?:(?:node:)?process|sys|os)(?:\.|$)/.test(module) && names.includes(path),
  );
  const isTaken = /\{[^}]{0,200}\b(?:exit|reallyExit)\b[^}]{0,200}\}\s*=\s*(?:\w+\.)?process\b/;
  const isBuiltIn = path === 'exit' && /^(?:Python|Ruby)$/.test(table.name);
  return isImported || isTaken.test(view.tree.text) || isBuiltIn;
}

const MAIN =
  /^(?:main|run|start|cli|exit|usage|help|shutdown|stop|quit|die|abort|fail|handle\w*|on[A-Z]\w*|print(?:Help|Usage|Version)\w*|show\w*|_?(?:main|exit|usage)\w*)$/;
const PROGRAM_NAME = /(?:^|\/)(?:cli|main|program|command|commands|server|app)(?:\/|\.\w+$|-)/;

/** At load with any code but a failure; in a function with none, unless it is a program's own. */
function endsWell(code: Code, path: string, { node, path: callee, args }: Call): boolean {
  const given = code.view.text(args[0]);
  if (/^-?[1-9]/.test(given)) return false;
  if (isLoadedWith(code, node)) return true;
  const isSuccess = /^(?:0|None|true|EXIT_SUCCESS)?$/.test(given) || HARD.test(callee);
  const owner = ownerOf(code, node);
  return isSuccess && !PROGRAM_NAME.test(path) && !(owner !== undefined && MAIN.test(owner));
}

function ownerOf({ functions }: Code, node: SyntaxNode): string | undefined {
  return functions.findLast((one) => isInside(node, one.node))?.name;
}

/** No named function is around it: callbacks run when somebody loads the file. */
function isLoadedWith(code: Code, node: SyntaxNode): boolean {
  const { functions, view } = code;
  const owner = functions.findLast((one) => isInside(node, one.node));
  const isInit = owner?.name === 'init' && code.table.name === 'Go';
  if (owner !== undefined && !isInit && !isCalledAtOnce(code, owner.node)) return false;
  return !ancestors(view, node).some((up) => isGuard(code, up, node));
}

/** `(() => { … })()`. */
function isCalledAtOnce({ view }: Code, node: SyntaxNode): boolean {
  const up = view.parent(node);
  return up?.type === 'parenthesized_expression' && view.parent(up)?.type === 'call_expression';
}

const OWN_RUN =
  /__name__\s*==\s*['"]__main__['"]|\bimport\.meta\.main\b|\brequire\.main\s*={2,3}\s*module\b|(?:process\.argv\[1\][^!]{0,200}={2,3}|={2,3}[^!]{0,200}process\.argv\[1\])|\$0\s*==\s*__FILE__|__FILE__\s*==\s*\$(?:0|PROGRAM_NAME)/;

/** `if __name__ == "__main__":` and what reads like it. */
function isGuard({ view }: Code, up: SyntaxNode, node: SyntaxNode): boolean {
  const condition = childOf(up, 'condition');
  if (condition === undefined || !OWN_RUN.test(view.text(condition))) return false;
  const then = childOf(up, 'consequence') ?? childOf(up, 'body');
  const isNegated = /^\(?\s*(?:!|not\b)/.test(view.text(condition));
  return then !== undefined && isInside(node, then) && !isNegated;
}

const ENDING = /\b(?:exit|exitCode|reallyExit|_exit|kill|abort|SystemExit)\b/;

/** What runs at the end and sets how it ended, or hears of what nobody caught and says nothing. */
function isHook(code: Code, { path, args, block }: Call): boolean {
  const { view } = code;
  const [first, second] = args;
  if (/(?:^|\.)process\.(?:on|once|addListener|prependListener|prependOnceListener)$/.test(path)) {
    const event = view.text(first).slice(1, -1);
    const handler = handlerText(code, second);
    if (/^(?:exit|beforeExit)$/.test(event)) return ENDING.test(handler);
    const isFault = /^(?:uncaughtException|unhandledRejection)$/.test(event);
    return isFault && !/\bthrow\b|exit\w*(?:\(\s*|\s*=\s*)[1-9]/.test(handler);
  }
  if (/(?:^|\.)setUncaughtExceptionCaptureCallback$/.test(path)) return true;
  if (/^(?:atexit\.register|register)$/.test(path)) {
    return args.some((one) => ENDING.test(handlerText(code, one)));
  }
  return path === 'at_exit' && block !== undefined && ENDING.test(view.text(block));
}

function handlerText({ view, functions }: Code, node: SyntaxNode | undefined): string {
  const text = view.text(node);
  const own = functions.find(({ name }) => name === text);
  return own === undefined ? text : view.text(own.body);
}
