// The longest texts GitHub takes. Whoever renders keeps within them; here a longer one is refused
// by name before anything is sent, so that nothing is cut or half written.
import { AppError } from '../errors.ts';

const LONGEST_BODY = 65_535;
const LONGEST_TITLE = 256;
const LARGEST_SUMMARY_BYTES = 65_535;

export function requireTitle(text: string): void {
  if (text.trim() === '') throw invalid('the title is empty', {});
  limit('title', Array.from(text).length, LONGEST_TITLE);
}

export function requireBody(text: string): void {
  limit('body', Array.from(text).length, LONGEST_BODY);
}

export function requireComment(text: string): void {
  if (text.trim() === '') throw invalid('the comment is empty', {});
  requireBody(text);
}

export function requireSummary(text: string): void {
  limit('summary, in bytes,', Buffer.byteLength(text), LARGEST_SUMMARY_BYTES);
}

function limit(what: string, length: number, longest: number): void {
  if (length <= longest) return;
  throw invalid(`the ${what} is ${length} long, GitHub takes ${longest}`, { length, longest });
}

function invalid(problem: string, details: Record<string, unknown>): AppError {
  return new AppError('VALIDATION_ERROR', { problem, details });
}
