// Is the tree the whole truth about the text? The grammar is not bash: it skips some characters,
// splits some words elsewhere and takes some code for text. Nothing may hide in such a difference,
// so whatever the tree does not account for makes the line unreadable. Pure.
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../syntax/tree.ts';
import { heredocProblem, isLostDash } from './heredoc.ts';
import { isReserved } from './line.ts';

/** Node types whose meaning we know; any other makes the line unreadable. */
const KNOWN: ReadonlySet<string> = new Set(
  `program command command_name word number string string_content raw_string ansi_c_string
  concatenation simple_expansion expansion variable_name special_variable_name
  command_substitution process_substitution arithmetic_expansion binary_expression
  unary_expression postfix_expression ternary_expression parenthesized_expression
  variable_assignment variable_assignments subscript array redirected_statement file_redirect
  file_descriptor herestring_redirect heredoc_redirect heredoc_start heredoc_body heredoc_content
  heredoc_end pipeline list subshell compound_statement negated_command if_statement elif_clause
  else_clause for_statement c_style_for_statement while_statement do_group case_statement
  case_item function_definition test_command test_operator regex extglob_pattern comment
  declaration_command unset_command brace_expression`.split(/\s+/),
);
/** Their text is checked as a whole, with what lies between their children. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'heredoc_body']);
/** Nothing may part their children. */
const TIGHT: ReadonlySet<string> = new Set([
  'simple_expansion',
  'concatenation',
  'variable_assignment',
]);
/** A newline between their children would end them. */
const ONE_LINE: ReadonlySet<string> = new Set([
  'command',
  'declaration_command',
  'unset_command',
  'negated_command',
  'redirected_statement',
  'file_redirect',
  'herestring_redirect',
]);
/** Children of a command that blanks must part. */
const WORDS: ReadonlySet<string> = new Set(['name', 'argument', 'destination']);

const BLANK = /^(?:[ \t\n]+(?:\\\n[ \t\n]*)*)?$/;
/** Between the words of one command a newline is there only to be taken away. */
const BLANK_IN_LINE = /^(?:[ \t]+(?:\\\n[ \t]*)*)?$/;
const PLAIN_WORD = /^(?:[^\s"'`$\\<>|&;()]|\\[\s\S])+$/;
/** What is still special between double quotes, unless a backslash stands before it. */
const LIVE_IN_TEXT = /^(?:[^\\`$]|\\[\s\S]|\$(?![({[\w@*#?$!\\-]))*$/;
const LIVE_IN_PATTERN = /^(?:[^\\`$;&\n<>"']|\\[\s\S]|\$(?![({['"\w@*#?$!\\-]))*$/;

/** Undefined: everything in the text is in the tree. */
export function findUnsoundness(tree: SyntaxTree): string | undefined {
  if (tree.hasError) return 'it is not a shell line that can be parsed';
  const { root, text } = tree;
  // Bash joins the lines before it looks for operators.
  if (/[$<>&|]\\\n/.test(text)) return strange('\\\n');
  if (!isBlank(text.slice(0, root.start)) || !isBlank(text.slice(root.end))) return strange(text);
  for (const node of walk(root)) {
    const problem = checkNode(tree, node);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checkNode(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  if (node.isError) return 'it is not a shell line that can be parsed';
  if (node.isNamed && !KNOWN.has(node.type)) return `${node.type} in it is not understood`;
  if (node.type === 'command_name' && isReserved(textOf(tree, node))) {
    return strange(textOf(tree, node));
  }
  if (node.type === 'heredoc_redirect') return heredocProblem(tree, node) ?? checkGaps(tree, node);
  if (node.children.length === 0) return checkLeaf(tree, node);
  if (node.type === 'string') return checkText(tree, node);
  if (node.type === 'file_redirect' && isSplitTarget(tree, node)) {
    return strange(textOf(tree, node));
  }
  if (node.type === 'variable_assignment' && !/^[A-Za-z_]/.test(textOf(tree, node))) {
    return strange(textOf(tree, node));
  }
  if (node.type === 'arithmetic_expansion' || node.type === 'test_command') {
    return checkGaps(tree, node) ?? checkParentheses(tree, node);
  }
  return TEXTS.has(node.type) ? undefined : checkGaps(tree, node);
}

function checkGaps(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  let before: SyntaxNode | undefined;
  for (const child of node.children) {
    const gap = tree.text.slice(before?.end ?? node.start, child.start);
    if (!isGapOf(node, gap) && !isExpectedBefore(child, gap)) return strange(gap);
    if (child.type === '$' && node.type !== 'simple_expansion' && !isBareDollar(tree, child)) {
      return strange('$');
    }
    if (gap === '' && before !== undefined && mustBeParted(node, before, child)) {
      return strange(textOf(tree, child));
    }
    before = child;
  }
  const rest = tree.text.slice(before?.end ?? node.start, node.end);
  return isBlank(rest) ? undefined : strange(rest);
}

function isGapOf({ type }: SyntaxNode, gap: string): boolean {
  if (TIGHT.has(type)) return gap === '';
  return ONE_LINE.has(type) ? BLANK_IN_LINE.test(gap) : isBlank(gap);
}

/** Two habits of the grammar, both around here-documents. */
function isExpectedBefore({ type }: SyntaxNode, gap: string): boolean {
  // The beginning of the text may lie between the children.
  if (type === 'heredoc_body' || type === 'heredoc_end') return true;
  return type === 'heredoc_redirect' && isLostDash(gap);
}

function mustBeParted(parent: SyntaxNode, before: SyntaxNode, after: SyntaxNode): boolean {
  const isWord = (node: SyntaxNode) => WORDS.has(node.field ?? '') || node.type === '$';
  switch (parent.type) {
    case 'test_command':
      return /^\[\[?$/.test(before.type) || /^\]\]?$/.test(after.type);
    case 'command':
      if (after.type === 'file_redirect') return hasDescriptor(after);
      return isWord(after) || after.type === 'variable_assignment';
    case 'file_redirect':
      return isWord(before) && isWord(after);
    case 'heredoc_redirect':
      return before.type === 'heredoc_start' && isWord(after);
    case 'declaration_command':
    case 'unset_command':
    case 'array':
      return before.isNamed && after.isNamed;
    case 'compound_statement':
      return before.type === '{' || hasDescriptor(after);
    case 'expansion':
    case 'brace_expression':
      return false;
    default:
      if (after.type === 'file_redirect') return hasDescriptor(after);
      // A reserved word ends where a blank is.
      return !before.isNamed && after.isNamed && /^(?:[a-z]+|!|\{)$/.test(before.type);
  }
}

function hasDescriptor({ children }: SyntaxNode): boolean {
  return children[0]?.type === 'file_descriptor';
}

/** `>&-x` closes a descriptor and leaves a word behind; of `>&"\$(x)"` bash runs what is quoted. */
function isSplitTarget(tree: SyntaxTree, node: SyntaxNode): boolean {
  const raw = textOf(tree, node).replace(/^\d*/, '');
  if (!/^[<>]&(?!-)/.test(raw)) return false;
  return !/^[<>]&\s*(?:(?:\d+-?|-)(?=\s|$)|[^-\d\s"'`$\\])[^"'`$\\]*$/.test(raw);
}

function checkLeaf(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  const raw = textOf(tree, node);
  if (!node.isNamed) return raw.trim() === node.type.trim() ? undefined : strange(raw);
  switch (node.type) {
    case 'raw_string':
      return /^'[^']*'$/.test(raw) ? undefined : strange(raw);
    case 'ansi_c_string':
      return /^\$'(?:[^'\\]|\\[\s\S])*'$/.test(raw) ? undefined : strange(raw);
    case 'comment':
      return isComment(tree, node) ? undefined : strange(raw);
    case 'file_descriptor':
      return /^(?:\d+|\{\w+\})$/.test(raw) ? undefined : strange(raw);
    case 'word':
      return PLAIN_WORD.test(raw) ? undefined : strange(raw);
    case 'string':
      return raw === '""' ? undefined : strange(raw);
    case 'string_content':
    case 'heredoc_body':
    case 'heredoc_content':
    case 'heredoc_start':
    case 'heredoc_end':
      // Judged with the string or here-document they are in.
      return undefined;
    default:
      return LIVE_IN_PATTERN.test(raw) ? undefined : strange(raw);
  }
}

/** Between its expansions, nothing that bash would expand. */
function checkText(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  const [first, last] = [node.children[0], node.children.at(-1)];
  if (first?.type !== '"' || last?.type !== '"' || first === last) return strange('"');
  let from = first.end;
  for (const child of node.children.slice(1)) {
    if (child.type === 'string_content') continue;
    const part = tree.text.slice(from, child.start);
    if (!LIVE_IN_TEXT.test(part) || /(?<!\\)(?:\\\\)*"/.test(part)) return strange(part);
    from = child.end;
  }
  return undefined;
}

/** A dollar that means itself. */
function isBareDollar({ text }: SyntaxTree, { end }: SyntaxNode): boolean {
  return end === text.length || /[\s;|&)}]/.test(text[end] ?? '');
}

/** Bash starts a comment only where a word could begin. */
function isComment({ text }: SyntaxTree, { start, end }: SyntaxNode): boolean {
  return (
    (start === 0 || ' \t\n;|&()'.includes(text[start - 1] ?? '')) &&
    !text.slice(start, end).includes('\n') &&
    (end === text.length || text[end] === '\n')
  );
}

/** `((a) … (b))` is arithmetic to the grammar and two subshells to bash. */
function checkParentheses(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  const raw = textOf(tree, node).trimStart().replace(/^\$/, '');
  if (/^\[(?!\[)[^]*\n/.test(raw)) return strange(raw);
  if (!raw.startsWith('((')) return undefined;
  let depth = 0;
  for (const character of raw.slice(2, -2)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return strange(raw);
  }
  return undefined;
}

function isBlank(gap: string): boolean {
  return BLANK.test(gap);
}

function strange(piece: string): string {
  const shown = JSON.stringify(piece.length > 40 ? `${piece.slice(0, 40)}…` : piece);
  return `${shown} in it can be read in more than one way`;
}
