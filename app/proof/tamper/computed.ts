// Programs that nobody can read before they run: a text that is evaluated and not written down, or a
// program started from one that was decoded. What is started by its name is none of these. Pure.
import { createBehind } from '../../../sandbox/syntax/code/behind.ts';
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Call } from '../../../sandbox/syntax/code/table.ts';
import { quoted } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';

/** Run the text they are given. `pattern.exec(…)` and `ast.literal_eval(…)` do not. */
const EVALUATES =
  /^(?:(?:new )?(?:globalThis\.|window\.|self\.)?(?:eval|Function)|(?:builtins\.|__builtins__\.)?(?:exec|eval)|(?:node:)?vm\.(?:runIn\w+Context|compileFunction|Script)|runIn(?:This|New)Context|instance_eval|class_eval|module_eval|Kernel\.eval)$/;
const DECODES =
  /(?:^|\.)(?:atob|b(?:64|32|16|85)decode|standard_b64decode|urlsafe_b64decode|decodebytes|fromhex|unhexlify|a2b_\w+|fromCharCode|fromCodePoint|(?:g?unzip|inflate|brotliDecompress)(?:Raw)?(?:Sync)?|decompress|decode64|strict_decode64|DecodeString|codecs\.decode)$/;
/** `Buffer.from(text, 'base64')`. */
const DECODED = /\bBuffer\.from\([^()]{0,200},\s*['"`](?:base64(?:url)?|hex|latin1|binary)['"`]\)/;
/** Decode and run in one line of a shell. */
const PIPED =
  /\bbase64\s+(?:-d|-D|--decode)\b[^\n;&]{0,80}\|\s*(?:\w*sh|python3?|node|perl|ruby)\b/;

export function computedIn(code: Code): string[] {
  const { view, table, calls } = code;
  const asked = calls.filter(({ args }) => args.length > 0);
  const evaluating = asked.filter(
    (call) => isEvaluation(code, call) && !isWritten(code, textOf(call)),
  );
  const starting = asked.filter(
    (call) => !evaluating.includes(call) && !table.isCommandLine && isStart(code, call),
  );
  const behind = starting.length === 0 ? undefined : createBehind(code);
  const decoded = starting.filter(({ args }) =>
    args.some((arg) => {
      const made = behind?.(arg).calls ?? [];
      return made.some(({ path, node }) => DECODES.test(path) || DECODED.test(view.text(node)));
    }),
  );
  const piped = table.isCommandLine ? (PIPED.exec(view.tree.text) ?? []) : [];
  return [...[...evaluating, ...decoded].map(({ node }) => quoted(view, node, 60)), ...piped];
}

function isEvaluation(code: Code, { path }: Call): boolean {
  const { table, imports, functions } = code;
  if (table.isCommandLine || !EVALUATES.test(path)) return false;
  // A name of its own, or one that starts programs there.
  const isOther =
    functions.some(({ name }) => name === path) ||
    imports.some(({ names }) => names.includes(path));
  return !isOther && !(path === 'exec' && table.spawns.calls.test(path));
}

/** The body of a function comes last, any other text first. */
function textOf({ path, args }: Call): SyntaxNode | undefined {
  return path.endsWith('Function') ? args.at(-1) : args[0];
}

/** A plain text: whoever reads the change reads it. */
function isWritten({ table, mentions, callsIn }: Code, node: SyntaxNode | undefined): boolean {
  if (node === undefined) return true;
  const plain = table.unwrapped(node);
  return (
    table.stringTypes.has(plain.type) && mentions(plain).length === 0 && callsIn(plain).length === 0
  );
}

function isStart({ table, imports }: Code, { path }: Call): boolean {
  const { calls, modules } = table.spawns;
  const root = path.split(/[.(]/, 1)[0] ?? '';
  const isTheirs = imports.some(
    ({ module, names }) => modules.test(module) && names.includes(root),
  );
  return isTheirs || calls.test(path);
}
