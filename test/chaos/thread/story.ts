// One story from label to draft PR on a stage of its own, struck on its way, and everything that is
// wrong at its end. The same for `npm run test:long` (few strikes) and `npm run chaos -- thread`.
import { NAME, OWNER, openStage, type Stage, seen } from '../../../app/cli/demo/stage.ts';
import { problemsOf } from '../../../app/cli/demo/tell.ts';
import { readReport } from '../../../app/proof/read-report.ts';
import { sharedCache } from '../../support/cli.ts';
import { type ThreadInvariants, threadInvariants } from '../../support/thread-invariants.ts';
import {
  kindsOf,
  openRecords,
  type Script,
  startPlay,
  whatIsShown,
} from '../../support/thread-play.ts';
import { isAfterApproval } from './places.ts';
import { type Hit, type Strike, type Struck, strike } from './strikes.ts';
import { openWatch, reaches, type Watch } from './watch.ts';

export type StoryOptions = {
  script: Script;
  /** In the order of the story. */
  strikes: readonly Strike[];
  note?(what: string, jobId?: string): void;
};

export type Told = {
  jobId: string | undefined;
  hits: Hit[];
  /** What is missing for a delivered, true story; it includes that it did not end. */
  problems: string[];
  /** Absent when the story did not end. */
  invariants: ThreadInvariants | undefined;
  sandboxes: { created: number; wiped: number };
};

export async function playStory(options: StoryOptions): Promise<Told> {
  const { script, strikes, note = () => undefined } = options;
  await using stage = await openStage({ cache: sharedCache() });
  await using watch = await openWatch(stage.env);
  const struck: Struck = {
    stage,
    watch,
    script,
    app: await startPlay(stage, script),
    note: (what) => note(what, watch.jobId()),
  };
  const hits: Hit[] = [];
  try {
    const { issue } = await stage.openAndLabel();
    await suffer(struck, strikes, hits);
    await reaches(watch, 'DELIVERED', { isThere: ({ isBusy }) => !isBusy });
    struck.note('DELIVERED, and nothing is left to do');
    return { ...(await examine(stage, watch, issue)), hits };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    struck.note(`the story broke off: ${failure}`);
    const sandboxes = { created: 0, wiped: 0 };
    const problems = [`the story broke off: ${failure}`];
    return { jobId: watch.jobId(), hits, problems, invariants: undefined, sandboxes };
  } finally {
    await struck.app[Symbol.asyncDispose]();
  }
}

async function suffer(struck: Struck, strikes: readonly Strike[], hits: Hit[]): Promise<void> {
  let isApproved = false;
  for (const one of strikes) {
    if (!isApproved && isAfterApproval(one.at)) {
      await approvePlan(struck.stage);
      isApproved = true;
    }
    hits.push(await strike(struck, one));
  }
  if (!isApproved) await approvePlan(struck.stage);
}

/** A person says /approve when the pull request asks for it. */
export async function approvePlan(stage: Stage): Promise<void> {
  const pull = await seen('a plan', async () => {
    const { data } = await stage.octokit.pulls.list({ owner: OWNER, repo: NAME });
    return data.find(({ body }) => body?.includes('/approve') === true);
  });
  await stage.approve(pull.number);
}

async function examine(stage: Stage, watch: Watch, issue: number): Promise<Omit<Told, 'hits'>> {
  const jobId = watch.jobId() ?? '';
  const { pulls, comments, checks } = await whatIsShown(stage, issue);
  await using store = await openRecords(stage);
  const { reports, record, sandboxes } = await store.transaction(async (records) => ({
    reports: await records.proof.reportsOfJob(jobId),
    record: await records.jobs.find(jobId),
    sandboxes: await records.sandboxes.count(jobId),
  }));
  const [pull] = pulls;
  const report = readReport(reports.at(-1)?.content);
  const told = problemsOf({
    state: record?.job.state ?? 'not there',
    isDraft: pull?.draft === true,
    body: pull?.body ?? '',
    report,
  });
  const kinds = kindsOf(comments).join(', ');
  const conclusions = checks.map(({ conclusion }) => conclusion).join(', ');
  const found = (report?.tampering ?? []).map(
    ({ kind, path, detail }) => ` (${kind} ${path}: ${detail})`,
  );
  const problems = [
    ...told,
    ...(pulls.length === 1 ? [] : [`there are ${pulls.length} pull requests`]),
    ...(kinds === 'status, plan-1, end' ? [] : [`our comments are ${kinds}`]),
    ...(conclusions === 'success'
      ? []
      : [`the checks say: ${conclusions || 'nothing'}${found.join('')}`]),
    ...(sandboxes.created === sandboxes.wiped ? [] : ['a sandbox is not wiped']),
  ];
  const invariants = await threadInvariants({ stage, url: watch.url() });
  return { jobId, problems, invariants, sandboxes };
}
