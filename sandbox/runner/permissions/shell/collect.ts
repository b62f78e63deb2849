// A sound tree → the commands, redirections and assignments written in it, and the scripts that are
// still text: those between backticks. Pure.
import { childOf, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../syntax/tree.ts';
import { heredocBackticks, heredocText, isLostDash, unescapeBackticks } from './heredoc.ts';
import { ANY, type Assignment, toWord, type Word } from './line.ts';
import { assignmentOf, wordOf } from './words.ts';

export type WrittenCommand = {
  words: Word[];
  raw: string;
  /** What a here-document or here-string gives it to read. */
  stdin?: Word;
};

export type Written = {
  commands: WrittenCommand[];
  redirects: Word[];
  assignments: Assignment[];
  scripts: string[];
  hazards: string[];
};

/** The tree is sound, see findUnsoundness. Undefined: arguments whose command cannot be told. */
export function collect(tree: SyntaxTree): Written | undefined {
  const written: Written = {
    commands: [],
    redirects: [],
    assignments: [],
    scripts: [],
    hazards: [],
  };
  const byNode = new Map<SyntaxNode, WrittenCommand>();
  const later: SyntaxNode[] = [];
  for (const node of walk(tree.root)) {
    if (node.type === 'redirected_statement') later.push(node);
    const command = commandOf(tree, node);
    if (command !== undefined) {
      byNode.set(node, command);
      written.commands.push(command);
    }
    collectNode(tree, node, written);
  }
  const areAttached = later.every((node) => attach(tree, node, byNode));
  if (!areAttached) return undefined;
  if (hasHiddenSubscript(tree, written)) {
    written.hazards.push('a subscript in quotes is evaluated when it runs');
  }
  return written;
}

function commandOf(tree: SyntaxTree, node: SyntaxNode): WrittenCommand | undefined {
  if (node.type === 'declaration_command' || node.type === 'unset_command') {
    const [name, ...rest] = node.children;
    if (name === undefined) return undefined;
    const words = [toWord(textOf(tree, name)), ...rest.map((one) => declaredOf(tree, one))];
    return { words, raw: textOf(tree, node) };
  }
  if (node.type !== 'command') return undefined;
  const parts = node.children.filter(({ field }) => field === 'name' || field === 'argument');
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const herestring = node.children.find(({ type }) => type === 'herestring_redirect');
  const content = herestring?.children.at(-1);
  return {
    words: parts.map((part) => wordOf(tree, part)),
    raw: tree.text.slice(first.start, last.end),
    ...(content !== undefined && { stdin: wordOf(tree, content) }),
  };
}

function declaredOf(tree: SyntaxTree, node: SyntaxNode): Word {
  if (node.type !== 'variable_assignment') return wordOf(tree, node);
  const { name, value } = assignmentOf(tree, node);
  return { text: `${name}=${value.text}`, raw: textOf(tree, node) };
}

function collectNode(tree: SyntaxTree, node: SyntaxNode, written: Written): void {
  switch (node.type) {
    case 'variable_assignment':
      written.assignments.push(assignmentOf(tree, node));
      return;
    case 'for_statement': {
      const variable = childOf(node, 'variable');
      const name = variable === undefined ? '' : textOf(tree, variable);
      written.assignments.push({ name, value: toWord(ANY) });
      return;
    }
    case 'file_redirect':
      written.redirects.push(...targetOf(tree, node));
      return;
    case 'heredoc_redirect':
      written.scripts.push(...heredocBackticks(tree, node));
      return;
    case 'command_substitution': {
      const raw = textOf(tree, node).trimStart();
      if (!raw.startsWith('`')) return;
      // Between double quotes bash takes a level of backslashes more away.
      const script = raw.slice(1, -1);
      written.scripts.push(script.includes('\\"') ? ANY : unescapeBackticks(script));
      return;
    }
    case 'expansion':
      if (isEvaluated(textOf(tree, node))) {
        written.hazards.push(`${textOf(tree, node)} is evaluated when it runs`);
      }
  }
}

/** Reading harms nobody, and neither does joining streams. */
function targetOf(tree: SyntaxTree, node: SyntaxNode): Word[] {
  const operator = node.children.find(({ isNamed }) => !isNamed)?.type ?? '';
  const target = childOf(node, 'destination');
  if (target === undefined || !operator.includes('>') || operator.endsWith('-')) return [];
  const word = wordOf(tree, target);
  return operator === '>&' && /^(?:\d+-?|-)$/.test(word.text) ? [] : [word];
}

/** `${!name}` and `${name@P}`, not the lists `${!name[@]}` and `${!name*}`. */
function isEvaluated(raw: string): boolean {
  if (/^\s*\$\{!/.test(raw)) return !/^\s*\$\{!\w+(?:\[[@*]\]|[@*])\}$/.test(raw);
  return raw.endsWith('@P}');
}

/** The grammar gives a redirection the words that follow it; they are the command's. */
function attach(
  tree: SyntaxTree,
  node: SyntaxNode,
  byNode: ReadonlyMap<SyntaxNode, WrittenCommand>,
): boolean {
  const body = childOf(node, 'body');
  const command = body === undefined ? undefined : byNode.get(body);
  const redirects = node.children.filter(({ field }) => field === 'redirect');
  const nested = redirects.flatMap(({ children }) => {
    return children.filter(({ field }) => field === 'redirect');
  });
  for (const redirect of [...redirects, ...nested]) {
    // Closing a descriptor takes no file.
    const own = redirect.children.some(({ type }) => type.endsWith('&-')) ? 0 : 1;
    const given = redirect.children.filter(({ field }) => field === 'destination').slice(own);
    const further = redirect.children.filter(({ field }) => field === 'argument');
    const words = [...given, ...further].map((one) => wordOf(tree, one));
    if (words.length > 0 && command === undefined) return false;
    command?.words.push(...words);
    if (command !== undefined && words.length > 0) {
      command.raw = command.words.map(({ raw }) => raw).join(' ');
    }
    if (redirect.type === 'heredoc_redirect' && command !== undefined) {
      if (isLostDash(tree.text.slice(body?.end, redirect.start))) command.words.push(toWord('-'));
      command.stdin = heredocText(tree, redirect);
    }
    const string = redirect.type === 'herestring_redirect' ? redirect.children.at(-1) : undefined;
    if (string !== undefined && command !== undefined) command.stdin = wordOf(tree, string);
  }
  return true;
}

/** Builtins that look names up; `printf` does with -v, see below. */
const NAMING: ReadonlySet<string> = new Set(
  'let read unset declare typeset local export readonly getopts wait test'.split(' '),
);
const LOOKED_UP = /^(?:arithmetic_expansion|subscript|\(\(|\[\[|\[)$/;

/** Bash evaluates a subscript wherever it looks a name up: `printf -v 'a[$(rm x)]' y`. */
function hasHiddenSubscript(tree: SyntaxTree, { commands }: Written): boolean {
  let hasText = false;
  let looksUp = commands.some(({ words }) => {
    const name = words[0]?.text ?? '';
    return NAMING.has(name) || (name === 'printf' && words[1]?.text.startsWith('-v') === true);
  });
  for (const node of walk(tree.root)) {
    looksUp ||= LOOKED_UP.test(node.type);
    hasText ||=
      /^(?:raw_string|ansi_c_string|string|word)$/.test(node.type) && isHidden(tree, node);
  }
  return hasText && looksUp;
}

function isHidden(tree: SyntaxTree, node: SyntaxNode): boolean {
  const { text } = wordOf(tree, node);
  const at = text.indexOf('[');
  return at !== -1 && /\$\(|`|\$\{/.test(text.slice(at));
}
