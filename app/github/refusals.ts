// A "no" of GitHub that trying again cannot mend, and what its words mean: only they tell one 403
// from another. Pure; the words are GitHub's own.
import type { ErrorCode } from '../error-codes.ts';
import { AppError } from '../errors.ts';

/** An answer of 400 to 499. */
export type Refusal = {
  status: number;
  /** GitHub's own text. */
  said: string;
  /** The header that names what would be enough: `;` between alternatives. */
  accepted: string | undefined;
};

const WORDS: readonly [words: RegExp, code: ErrorCode][] = [
  [/archived so is read-only/i, 'GITHUB_ARCHIVED'],
  [/not permitted to create or approve pull requests/i, 'GITHUB_PULLS_FORBIDDEN'],
  [/not accessible by/i, 'GITHUB_PERMISSION_MISSING'],
  [
    /(?:issue|conversation) is locked|issues (?:are|have been|has been) disabled/i,
    'GITHUB_THREAD_CLOSED',
  ],
  [/repository rule violation|protected (?:branch|ref)|GH0(?:06|13)/i, 'GITHUB_RULE'],
  [/suspended|bad credentials/i, 'GITHUB_NO_ACCESS'],
];
const LONGEST = 300;

/** Undefined: what it means is known to who asked (no such thing, not valid). */
export function lastingRefusal(
  what: string,
  { status, said, accepted }: Refusal,
  cause: unknown,
): AppError | undefined {
  const code = WORDS.find(([words]) => words.test(said))?.[1] ?? BY_STATUS[status];
  if (code === undefined) return undefined;
  const needs =
    accepted !== undefined && code === 'GITHUB_PERMISSION_MISSING'
      ? ` It needs ${accepted.replaceAll(/\s*;\s*/g, ' or ')}.`
      : '';
  const problem = `GitHub refused (${status}): ${what}.${needs} It said: “${firstLine(said)}”`;
  return new AppError(code, { problem, details: { status }, cause });
}

/** Whatever it says: it is about us, not about the thing that was asked for. */
const BY_STATUS: Partial<Record<number, ErrorCode>> = {
  401: 'GITHUB_NO_ACCESS',
  403: 'GITHUB_REFUSED',
  451: 'GITHUB_REFUSED',
};

export function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.trim().slice(0, LONGEST);
}
