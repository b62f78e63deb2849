// Code that decides how the process of a test ends: with success, before the tests have spoken, or
// by catching what nobody caught. Programs end themselves, so only what others load counts. Pure.
import { TAMPER } from '../../../sandbox/languages/languages.ts';
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Call } from '../../../sandbox/syntax/code/table.ts';
import type { Ends } from '../../../sandbox/syntax/code/tamper.ts';
import { ancestors, isInside, quoted } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../sandbox/syntax/tree.ts';

const ALL = TAMPER.map(({ ends }) => ends);

/** `own`: what is said of the language of the file. */
export function endsIn(path: string, code: Code, own: Ends): string[] {
  const { view, calls } = code;
  if (own.isProgram(path, view)) return [];
  const isLoaded = (node: SyntaxNode) => isLoadedWith(code, node, own);
  const exits = calls.filter(
    (call) => isExit(code, call, own) && endsWell(code, call, { path, isLoaded }),
  );
  const others = ALL.flatMap((ends) => ends.others(code, isLoaded));
  return [...exits.map(({ node }) => node), ...others].map((node) => quoted(view, node, 60));
}

function isExit({ imports, view }: Code, { path }: Call, own: Ends): boolean {
  if (!/^(?:exit|reallyExit)$/.test(path)) return ALL.some(({ exits }) => exits.test(path));
  const isImported = imports.some(
    ({ module, names }) =>
      names.includes(path) && ALL.some(({ bareExit }) => bareExit.modules.test(module)),
  );
  const isTaken = ALL.some(({ bareExit }) => bareExit.text.test(view.tree.text));
  return isImported || isTaken || (path === 'exit' && own.bareExit.isBuiltIn);
}

const MAIN =
  /^(?:main|run|start|cli|exit|usage|help|shutdown|stop|quit|die|abort|fail|handle\w*|on[A-Z]\w*|print(?:Help|Usage|Version)\w*|show\w*|_?(?:main|exit|usage)\w*)$/;
const PROGRAM_NAME = /(?:^|\/)(?:cli|main|program|command|commands|server|app)(?:\/|\.\w+$|-)/;

type Place = { path: string; isLoaded(node: SyntaxNode): boolean };

/** At load with any code but a failure; in a function with none, unless it is a program's own. */
function endsWell(
  code: Code,
  { node, path: callee, args }: Call,
  { path, isLoaded }: Place,
): boolean {
  const given = code.view.text(args[0]);
  if (/^-?[1-9]/.test(given) || isAskedFor(code, node)) return false;
  if (isLoaded(node)) return true;
  const isHard = ALL.some(({ hard }) => hard.test(callee));
  const isSuccess = /^(?:0|None|true|EXIT_SUCCESS)?$/.test(given) || isHard;
  const owner = ownerOf(code, node);
  return isSuccess && !PROGRAM_NAME.test(path) && !(owner !== undefined && MAIN.test(owner));
}

const FLAG = /^[^!|]*(['"`])(?:--(?:version|help|usage)|-[hvV?])\1[^!|]*$/;
const ARGUMENTS = /\bargv?\b|\bargs\b|\$[1@*]/;

/** `if (argv.includes('--version'))`: who starts a program so wants it to end. */
function isAskedFor({ view }: Code, node: SyntaxNode): boolean {
  return ancestors(view, node).some((up) => {
    const condition = childOf(up, 'condition');
    const then = childOf(up, 'consequence') ?? childOf(up, 'body');
    if (condition === undefined || then === undefined || !isInside(node, then)) return false;
    const text = view.text(condition).replaceAll(/^\(|\)$/g, '');
    const asked = text.split(/\|\||\bor\b/);
    return asked.every((one) => FLAG.test(one) && ARGUMENTS.test(text) && !/\bnot\b/.test(one));
  });
}

function ownerOf({ functions }: Code, node: SyntaxNode): string | undefined {
  return functions.findLast((one) => isInside(node, one.node))?.name;
}

/** No named function is around it: callbacks run when somebody loads the file. */
function isLoadedWith(code: Code, node: SyntaxNode, own: Ends): boolean {
  const { functions, view } = code;
  const owner = functions.findLast((one) => isInside(node, one.node));
  const isInit = owner !== undefined && own.loaded.test(owner.name);
  if (owner !== undefined && !isInit && !isCalledAtOnce(code, owner.node)) return false;
  return !ancestors(view, node).some((up) => isGuard(code, up, node));
}

/** `(() => { … })()`. */
function isCalledAtOnce({ view }: Code, node: SyntaxNode): boolean {
  const up = view.parent(node);
  return up?.type === 'parenthesized_expression' && view.parent(up)?.type === 'call_expression';
}

/** `if __name__ == "__main__":` and what reads like it. */
function isGuard({ view }: Code, up: SyntaxNode, node: SyntaxNode): boolean {
  const condition = childOf(up, 'condition');
  const text = view.text(condition);
  if (condition === undefined || !ALL.some(({ ownRun }) => ownRun.test(text))) return false;
  const then = childOf(up, 'consequence') ?? childOf(up, 'body');
  const isNegated = /^\(?\s*(?:!|not\b)/.test(text);
  return then !== undefined && isInside(node, then) && !isNegated;
}
