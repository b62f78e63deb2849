// The last part of a verification that everything else let pass: further cases, by an author who has
// the base commit and the plan and nothing else, until what they say is enough. What is done next is
// read from the records each time, so that it goes on after a kill.
import type { Challenged } from '../../proof/challenge/challenged.ts';
import { judgeChallenge, unreadCases, wantsRound } from '../../proof/challenge/judge-challenge.ts';
import type { StepDeps } from '../deps.ts';
import { readSettings } from '../thread.ts';
import { askRound } from './author.ts';
import { readChallenge } from './facts.ts';
import { runChallenge } from './runs.ts';
import { readAgain } from './second-reading.ts';
import type { ChallengeContext, Verified } from './verified.ts';

/** Undefined: the repository does not wish for it. */
export async function challenge(
  deps: StepDeps,
  context: ChallengeContext,
  verified: Verified,
): Promise<Challenged | undefined> {
  const { id: jobId } = context.record.job;
  const { challenge: wish } = (await readSettings(deps, jobId)).budget;
  if (wish === 'off') return undefined;
  const { active } = verified;
  const { attempt } = context.effect;
  const read = async () =>
    await deps.store.transaction(
      async (records) => await readChallenge(records, { jobId, wish, attempt, active }),
    );
  for (;;) {
    await runChallenge(deps, context, { ...verified, ...(await read()) });
    const seen = await read();
    for (const id of unreadCases(seen.facts)) {
      const one = seen.cases.find((known) => known.id === id);
      if (one !== undefined) await readAgain(deps, context, { active, one });
    }
    const { facts, cases } = await read();
    if (!wantsRound(facts)) return judgeChallenge(facts);
    await askRound(deps, context, { active, facts, known: cases.length });
  }
}
