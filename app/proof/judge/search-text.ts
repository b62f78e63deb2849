// Searching a source for patterns, one match each. Pure.
import type { Found } from './language.ts';

/** A pattern and the words for what it finds; `$1` is what its first group held. */
export type TextRule = { pattern: RegExp; says: string };

export function findAll(text: string, rules: readonly TextRule[]): Found[] {
  return rules.flatMap(({ pattern, says }) =>
    [...text.matchAll(everywhere(pattern))].map((match) => ({
      index: match.index,
      message: says.replace('$1', (match[1] ?? match[0]).trim()),
    })),
  );
}

export function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.global ? pattern.flags : `${pattern.flags}g`);
}
