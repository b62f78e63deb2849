// The comment that goes with an announcement: a plan, a question or another turn of people, the end.
// At most one each, however often the announcement is tried.
import { Plan } from '../../../sandbox/protocol/plan.ts';
import type { EffectContext, EffectOf } from '../../engine/effects/port.ts';
import { asksPeople } from '../../job/commands.ts';
import { isImmutable, isTerminal, type Job } from '../../job/types.ts';
import { endComment } from '../../proof/markdown/end-comment.ts';
import { unopenedText } from '../../proof/markdown/failure-body.ts';
import { joined } from '../../proof/markdown/layout.ts';
import { mentionsLine } from '../../proof/markdown/mentions.ts';
import { planComment } from '../../proof/markdown/plan-comment.ts';
import { turnComment } from '../../proof/markdown/turn-comment.ts';
import type { Telling } from '../../store/threads.ts';
import { readWorkLeft } from '../artifact/where.ts';
import type { StepDeps } from '../deps.ts';
import {
  isIssueGone,
  readNewestReport,
  readPlan,
  readSettings,
  readThread,
  type ThreadFacts,
} from '../thread.ts';
import { sayOnce } from './say.ts';

type Context = EffectContext<EffectOf<'announce'>>;
type Told = Telling & { body: string };
type Facts = ThreadFacts & { left: readonly string[] };

/** `left`: what could not be done for it. */
export async function sayAnnounced(
  deps: StepDeps,
  context: Context,
  left: readonly string[],
): Promise<void> {
  const { job } = context.record;
  const facts = await readThread(deps, job.id);
  const { thread, repository } = facts;
  const told = await toldNow(deps, context, { ...facts, left });
  if (told === undefined) return;
  const number = thread.pullNumber ?? thread.issueNumber;
  // The end waits for nobody.
  const { notify } = await readSettings(deps, job.id);
  const called = told.kind === 'end' ? '' : mentionsLine(notify.mention);
  const body = joined([told.body, called]);
  await sayOnce(deps, { jobId: job.id, repository, number }, { ...told, body });
}

/** Where the question that is open now was asked. */
export async function askedIn(deps: StepDeps, job: Job): Promise<number | undefined> {
  const { hold } = job;
  if (hold === undefined) return undefined;
  return await deps.store.transaction(
    async ({ threads }) => await threads.findTold(job.id, holdKey(hold.number)),
  );
}

async function toldNow(deps: StepDeps, context: Context, facts: Facts): Promise<Told | undefined> {
  const { record, effect } = context;
  const { job } = record;
  if (job.hold !== undefined) {
    // Whatever ends by itself asks nobody.
    if (!asksPeople(job)) return undefined;
    const key = holdKey(job.hold.number);
    return { key, kind: 'question', body: await turnText(deps, context, facts) };
  }
  if (isTerminal(job.state)) {
    // One that can be taken up again may end again.
    const key = isImmutable(job.state) ? 'end' : `end-${effect.number}`;
    return { key, kind: 'end', body: await endText(deps, job, facts) };
  }
  if (job.state === 'WAITING_STRATEGY' || job.state === 'WAITING_SPEC_APPROVAL') {
    return await planTold(deps, job);
  }
  return {
    key: `turn-${effect.number}`,
    kind: 'turn',
    body: await turnText(deps, context, facts),
  };
}

function holdKey(number: number): string {
  return `hold-${number}`;
}

async function turnText(
  deps: StepDeps,
  { record, effect }: Context,
  { thread, left }: Facts,
): Promise<string> {
  const { job } = record;
  const { hold } = job;
  const question =
    hold === undefined
      ? undefined
      : await deps.store.transaction(
          async ({ holdAnswers }) => await holdAnswers.question(job.id, hold.number),
        );
  return turnComment({
    job,
    ...(question && { question }),
    notices: [...(effect.notice === undefined ? [] : [effect.notice]), ...left],
    branch: thread.branch,
    redact: deps.redact,
  });
}

async function planTold(deps: StepDeps, job: Job): Promise<Told> {
  const { stored, plan } = await readPlan(deps, job.id);
  const before = await deps.store.transaction(
    async ({ plans }) => await plans.revision(job.id, stored.revision - 1),
  );
  const body = planComment({
    plan,
    revision: stored.revision,
    token: stored.revisionToken,
    ...(before && { before: Plan.parse(before.content) }),
    hasChoice: job.state === 'WAITING_STRATEGY',
    redact: deps.redact,
  });
  return { key: `plan-${stored.revision}`, kind: 'plan', body };
}

async function endText(deps: StepDeps, job: Job, facts: Facts): Promise<string> {
  const { thread, repository, left } = facts;
  const { pullNumber } = thread;
  const { costUsd, work } = await deps.store.transaction(async (records) => ({
    costUsd: await records.usage.costOfJob(job.id),
    work: await readWorkLeft(records, job),
  }));
  const report = await readNewestReport(deps, job.id);
  if (pullNumber === undefined) return unopenedText(job, deps.redact);
  const pull = await deps.github.pullRequest(repository, pullNumber);
  return endComment({
    job,
    ...(report && { report }),
    costUsd,
    pull,
    branch: thread.branch,
    ...(work && { work }),
    left,
    isIssueGone: await isIssueGone(deps, job.id),
    redact: deps.redact,
  });
}
