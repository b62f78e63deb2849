// What the host answers an agent itself, and what waits for people.
import type { HostAnswer, HostQuestion } from '../../../sandbox/protocol/question.ts';
import type { StepDeps } from '../deps.ts';
import { tellPeople } from '../publisher.ts';
import { readBase } from '../thread.ts';
import { readSetup } from '../tree/begin.ts';

export async function answerQuestion(
  deps: StepDeps,
  jobId: string,
  { question, signal }: { question: HostQuestion; signal: AbortSignal },
): Promise<HostAnswer> {
  switch (question.kind) {
    case 'question':
    case 'permission':
      return { kind: 'park' };
    case 'blocked':
      return await mayBeBlocked(deps, jobId, question);
    case 'exit_plan':
      return await mayLeavePlanning(deps, jobId);
    case 'brief': {
      const { message, attachments } = question;
      const about = attachments.length === 0 ? '' : ` (about ${attachments.join(', ')})`;
      await tellPeople(deps, jobId, `${message}${about}`);
      return said('Sent.');
    }
    case 'list':
      return said(await listCriteria(deps, jobId, question));
    case 'claim':
      return said(`Noted. ${question.criterion} counts as passed only by a verified test run.`);
    case 'verify':
      return said('Noted for the people who read the report.');
    case 'deprecate':
      return said(
        `Noted. Leave ${question.criterion} out of the plan you hand over: its record is kept, and it no longer counts.`,
      );
    case 'install':
      return await mayInstall(deps, jobId, signal);
  }
}

function said(content: string): HostAnswer {
  return { kind: 'said', content, isError: false };
}

function refused(content: string): HostAnswer {
  return { kind: 'said', content, isError: true };
}

async function mayLeavePlanning(deps: StepDeps, jobId: string): Promise<HostAnswer> {
  const plan = await deps.store.transaction(async ({ plans }) => await plans.active(jobId));
  if (plan?.status === 'approved') return { kind: 'allow' };
  return { kind: 'deny', reason: 'No plan of this job is approved by a person yet.' };
}

/** People are asked about what they approved, once. */
async function mayBeBlocked(
  deps: StepDeps,
  jobId: string,
  { criterion }: Extract<HostQuestion, { kind: 'blocked' }>,
): Promise<HostAnswer> {
  if (criterion === undefined) return { kind: 'park' };
  const all = await deps.store.transaction(async ({ plans }) => await plans.criteria(jobId));
  const meant = all.find(({ id, deprecatedAt }) => id === criterion && deprecatedAt === undefined);
  if (meant === undefined) return refused(`There is no criterion ${criterion} in the plan.`);
  if (meant.status !== 'blocked') return { kind: 'park' };
  return said(`A person has confirmed already that ${criterion} is blocked.`);
}

async function listCriteria(
  deps: StepDeps,
  jobId: string,
  { status, verified }: Extract<HostQuestion, { kind: 'list' }>,
): Promise<string> {
  const all = await deps.store.transaction(async ({ plans }) => await plans.criteria(jobId));
  const wanted = all.filter((one) => {
    if (status !== undefined && one.status !== status) return false;
    return verified === undefined || (one.status === 'passed') === verified;
  });
  if (wanted.length === 0) return 'There are none.';
  return wanted
    .map(({ id, kind, text, status: now, deprecatedAt }) => {
      const dropped = deprecatedAt === undefined ? '' : ', no longer wanted';
      return `${id} (${kind}, ${now}${dropped}): ${text}`;
    })
    .join('\n');
}

/** Park, if there is anything to run: the new sandbox is made from what the setup leaves. */
async function mayInstall(deps: StepDeps, jobId: string, signal: AbortSignal): Promise<HostAnswer> {
  const { setup } = await readSetup(deps, await readBase(deps, jobId), signal);
  if (setup === undefined) {
    return refused(
      'This repository has no setup and none was found, so nothing can be installed. A person can set `setup` in .github/redgreen.yml.',
    );
  }
  const plan = await deps.store.transaction(async ({ plans }) => await plans.active(jobId));
  const packages = plan?.content['packages'];
  if (!Array.isArray(packages) || packages.length === 0) {
    return refused('The approved plan names no package, so none may be added.');
  }
  return { kind: 'park' };
}
