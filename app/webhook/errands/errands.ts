// Which function does which errand, and how its end is told: where it was asked, once.
import type { ErrandRequest } from '../../command/errand.ts';
import { reviewThreadOf } from '../../command/trigger.ts';
import type { ErrandContext, ErrandEnd, ErrandFunctions } from '../../engine/errands/port.ts';
import { markReady, runAccept } from './accept.ts';
import { runFix, runRetry } from './begin-again.ts';
import { type ErrandsDeps, placeOf } from './deps.ts';
import { runRevert } from './revert.ts';

type Run = (deps: ErrandsDeps, context: ErrandContext) => Promise<ErrandEnd>;

const RUNS: Record<ErrandRequest['errand']['type'], Run> = {
  accept: runAccept,
  fix: runFix,
  retry: runRetry,
  revert: runRevert,
};

export function createErrandFunctions(deps: ErrandsDeps): ErrandFunctions {
  return {
    run: async (context) => await RUNS[context.errand.request.errand.type](deps, context),
    tell: async (context) => await tell(deps, context),
  };
}

async function tell(deps: ErrandsDeps, context: ErrandContext): Promise<{ id: number }> {
  const { request, outcome, id } = context.errand;
  const isAccepted = request.errand.type === 'accept' && outcome?.isRefused === false;
  const more = isAccepted ? await markReady(deps, context) : '';
  const body = deps.redact([outcome?.say ?? '', more].join(' ').trim());
  const repository = placeOf(request);
  const key = `errand-${id}`;
  const inReplyTo = reviewThreadOf(request.comment);
  const { number } = request.thread;
  if (inReplyTo === undefined) return await deps.github.comment(repository, number, body, key);
  return await deps.github.replyToReview(repository, { pull: number, inReplyTo }, { body, key });
}
