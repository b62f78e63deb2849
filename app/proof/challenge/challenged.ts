// What is known and said of further cases, by an author who has seen neither code nor earlier cases.
// A case is told by criterion and title: what it asks stays withheld for ever. Pure.
import { z } from 'zod';

/** `twice`: until two rounds in a row pass. */
export const CHALLENGES = ['off', 'once', 'twice'] as const;
export type Challenge = (typeof CHALLENGES)[number];

const ChallengeCase = z.strictObject({
  id: z.string(),
  criterion: z.string(),
  title: z.string(),
  /**
   * `failed`: red on the head, and a second reader finds it promised. `disputed`: the reader does not.
   * `unread`: red, and nobody has read it again. `dropped`: it says nothing on the base.
   */
  result: z.enum(['passed', 'failed', 'disputed', 'unread', 'dropped']),
  /** Of a dropped or disputed one. */
  why: z.string().optional(),
});
export type ChallengedCase = z.infer<typeof ChallengeCase>;

export const Challenged = z.strictObject({
  wish: z.enum(['once', 'twice']),
  /** Of this attempt, with cases. */
  rounds: z.number().int().nonnegative(),
  /** Those of earlier attempts are run again. */
  cases: z.array(ChallengeCase),
  /** New criteria of which no case says anything. */
  open: z.array(z.string()),
  /** Why not all was asked that was wished. */
  unreached: z.string().optional(),
});
export type Challenged = z.infer<typeof Challenged>;

/** Of what the job costs without it; a round writes about as many tests as the author does. */
const SHARE_OF_A_ROUND = 0.25;
const ROUNDS_QUOTED = { once: 1, twice: 2 };
const WORDS_QUOTED = {
  once: 'one round of further tests',
  twice: 'two rounds of further tests, and more if one of them does not pass',
};

type Quote = { costUsd: number; minutes: number };

/** What the whole then costs; undefined: as quoted. */
export function challengeQuote({ costUsd, minutes }: Quote, challenge: Challenge) {
  if (challenge === 'off') return undefined;
  const share = SHARE_OF_A_ROUND * ROUNDS_QUOTED[challenge];
  const words = WORDS_QUOTED[challenge];
  return {
    costUsd: costUsd * (1 + share),
    minutes: minutes * (1 + share),
    ofIt: costUsd * share,
    words,
  };
}

/** For the gate: the criterion's promise is broken. */
export function failedText({ criterion, title }: ChallengedCase): string {
  return `${criterion}: a further test is red on the head, by an author who has seen neither code nor tests; a second reader finds that the plan promises it: ${title}`;
}

/** What only a person can decide. */
export function openQuestions({ cases }: Challenged): string[] {
  return cases.flatMap(({ criterion, title, result, why = '' }) => {
    const red = `${criterion}: a further test is red on the head: ${title}.`;
    if (result === 'unread')
      return [`${red} Nobody has read the plan again for it: is it promised?`];
    if (result !== 'disputed') return [];
    return [
      `${red} Its author takes it for promised by the plan, a second reader does not (${why}): who is right?`,
    ];
  });
}

/** For "Not measured". */
export function unaskedText(challenged: Challenged | undefined): string[] {
  if (challenged === undefined) return [];
  const { open, unreached } = challenged;
  return [
    ...(unreached === undefined ? [] : [`All further tests that were wished for: ${unreached}.`]),
    ...(open.length === 0
      ? []
      : [`What further tests say of ${open.join(', ')}: none of them says anything of it.`]),
  ];
}
