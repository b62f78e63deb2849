// Refuses migration text that could not be rolled back as one piece. Pure.
import { AppError } from '../../errors.ts';

const FORBIDDEN =
  /^(begin|start\s+transaction|commit|end|rollback|abort|savepoint|prepare\s+transaction|vacuum|reindex\s+.*concurrently|create\s+(unique\s+)?index\s+concurrently|alter\s+system|create\s+database|drop\s+database)\b/i;

export function checkMigrationText(name: string, text: string): void {
  const statements = splitStatements(text);
  if (statements.length === 0) {
    throw new AppError('MIGRATION_INVALID', { problem: `${name} holds no statement.` });
  }
  for (const { line, text: statement } of statements) {
    const match = FORBIDDEN.exec(statement);
    if (match) {
      throw new AppError('MIGRATION_INVALID', {
        problem: `${name}, line ${line}: "${match[0]}" cannot be part of a migration, which is applied as one transaction.`,
        details: { file: name, line },
      });
    }
  }
}

/** What may hold a semicolon without ending a statement: quotes, comments, dollar quotes. */
const OPAQUE =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$[A-Za-z_]*\$)[\s\S]*?\1/g;

function splitStatements(text: string): { line: number; text: string }[] {
  // Blanked, not removed, so that line numbers stay true.
  const blanked = text.replace(OPAQUE, (part) => part.replace(/[^\n]/g, ' '));
  const statements: { line: number; text: string }[] = [];
  let offset = 0;
  for (const piece of blanked.split(';')) {
    const start = offset + (piece.length - piece.trimStart().length);
    if (piece.trim() !== '') {
      const line = blanked.slice(0, start).split('\n').length;
      statements.push({ line, text: piece.trim() });
    }
    offset += piece.length + 1;
  }
  return statements;
}
