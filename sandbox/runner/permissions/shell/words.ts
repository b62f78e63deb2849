// Syntax nodes → words, with everything resolved that does not depend on running. Pure.
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from '../../../syntax/tree.ts';
import type { Assignment, Word } from './line.ts';
import {
  decodeAnsiC,
  doubleQuotedPiece,
  joinPieces,
  type Piece,
  quoted,
  UNKNOWN,
  unquotedPiece,
} from './unquote.ts';

export function wordOf(tree: SyntaxTree, node: SyntaxNode): Word {
  return { text: joinPieces(piecesOf(tree, node)), raw: textOf(tree, node) };
}

export function assignmentOf(tree: SyntaxTree, node: SyntaxNode): Assignment {
  const name = childOf(node, 'name');
  const value = childOf(node, 'value');
  return {
    name: name === undefined ? '' : textOf(tree, name),
    value: value === undefined ? { text: '', raw: '' } : wordOf(tree, value),
  };
}

/** Goes down into quotes and joined parts only, which the grammar does not nest in each other. */
function piecesOf(tree: SyntaxTree, node: SyntaxNode): Piece[] {
  const raw = textOf(tree, node);
  switch (node.type) {
    case 'command_name':
    case 'concatenation':
      return node.children.flatMap((child) => piecesOf(tree, child));
    case 'word':
    case 'number':
    case 'variable_name':
    case 'test_operator':
    case 'extglob_pattern':
      return [node.children.length === 0 ? unquotedPiece(raw) : UNKNOWN];
    case 'raw_string':
      return [quoted(raw.slice(1, -1))];
    case 'ansi_c_string': {
      const text = decodeAnsiC(raw.slice(2, -1));
      return [text === undefined ? UNKNOWN : quoted(text)];
    }
    case 'string':
      return stringPieces(tree, node);
    default:
      // Operators of tests, such as `==`, are words elsewhere.
      return [node.isNamed || node.children.length > 0 ? UNKNOWN : unquotedPiece(raw)];
  }
}

/** The grammar drops blanks beside expansions, so the literal parts are cut from the text itself. */
function stringPieces(tree: SyntaxTree, node: SyntaxNode): Piece[] {
  const pieces: Piece[] = [];
  let from = node.start + 1;
  for (const child of node.children) {
    if (child.type === '"' || child.type === 'string_content') continue;
    pieces.push(doubleQuotedPiece(tree.text.slice(from, child.start)), UNKNOWN);
    from = child.end;
  }
  return [...pieces, doubleQuotedPiece(tree.text.slice(from, node.end - 1))];
}
