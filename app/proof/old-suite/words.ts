// What the repository's own tests, as they were on the base, said of the head's code. Shape and words.
import { z } from 'zod';

export const OldSuite = z.strictObject({
  /** `nothing`: it is red on both, and nobody knows by which tests. */
  by: z.enum(['tests', 'exit codes', 'nothing']),
  /** Material of the tests that was as on the base. */
  restored: z.array(z.string()),
  /** Changed as the plan announced: it stayed as delivered. */
  announced: z.array(z.string()),
  /** Pass on the base and do not on the head. */
  failing: z.array(z.string()),
  /** Of those, not run on the head as delivered, though nobody changed their files. */
  hidden: z.array(z.string()),
  /** Not run on the head as delivered, because of what was announced. */
  excused: z.array(z.string()),
});
export type OldSuite = z.infer<typeof OldSuite>;

const MOST_NAMED = 5;

/** However many there are, one line. */
export function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** What a person has to look at; at most one line. */
export function oldSuiteText(old: OldSuite | undefined): string[] {
  if (old === undefined) return [];
  if (old.by === 'nothing') {
    return [
      'the repository’s own tests, as they were on the base, are red on the base and with the new code, and could not be compared test by test',
    ];
  }
  const { failing } = old;
  if (failing.length === 0) return [];
  const what =
    failing.length === 1
      ? 'an existing test, as it was on the base, does not pass'
      : `${failing.length} existing tests, as they were on the base, do not pass`;
  return [`${what} with the new code: ${someOf(failing)}`];
}

export function hiddenText({ hidden }: OldSuite): string {
  return `Existing tests fail on the new code and are not run on the head, though nobody changed their files: ${someOf(hidden)}.`;
}
