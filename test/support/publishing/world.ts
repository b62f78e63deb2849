// Jobs from the plan to their end with everything real that publishing depends on: the engine and its
// records, the forge, git, and all that reads or writes branches. Nothing is run in a sandbox: what is
// verified is noted, and passes.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginJob } from '../../../app/engine/apply.ts';
import type { EffectContext, EffectFunctions, EffectOf } from '../../../app/engine/effects/port.ts';
import type { Engine } from '../../../app/engine/port.ts';
import { createJob } from '../../../app/job/create.ts';
import type { Job } from '../../../app/job/types.ts';
import { buildReport } from '../../../app/proof/build-report.ts';
import { authoredFiles, toStoredCases } from '../../../app/proof/case.ts';
import { withMerged } from '../../../app/proof/moved/merge-sides.ts';
import { buildVerificationTree } from '../../../app/proof/verification-tree.ts';
import { createAnnounceStep } from '../../../app/steps/announce.ts';
import { beginAttempt, endAttempt } from '../../../app/steps/attempt.ts';
import { treeWith } from '../../../app/steps/branch/commit.ts';
import { readOthers } from '../../../app/steps/branch/others.ts';
import { readOwnWork } from '../../../app/steps/branch/own-work.ts';
import { conflictText } from '../../../app/steps/branch/words.ts';
import type { StepDeps } from '../../../app/steps/deps.ts';
import { createPublishStep } from '../../../app/steps/publish.ts';
import { openPullRequest } from '../../../app/steps/publisher.ts';
import { storeReport } from '../../../app/steps/report.ts';
import { readBase, readPlan } from '../../../app/steps/thread.ts';
import { createWorkspaces } from '../../../app/workspace/git.ts';
import { SYSTEM_TIMERS } from '../../../sandbox/driver/session/session.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { closeForge, NAME, OWNER, REPO, REPOSITORY } from '../../unit/forge/seeded-forge.ts';
import { type Connected, connect } from '../../unit/github/connected.ts';
import { CASES, FILES, file, PLAN, reportFacts } from '../../unit/proof/samples.ts';
import { approve, engineWorld, type World } from '../engine-world.ts';
import { scriptedEffects } from '../scripted-effects.ts';
import { until } from '../waiting.ts';
import { type Mortal, mortal, type Strike } from './mortal.ts';

export const PERSON = 'ann';

export type PublishWorld = AsyncDisposable & {
  world: World;
  connected: Connected;
  engine: Engine;
  directory: string;
  /** By the ids of their jobs. */
  plays: Map<string, Play>;
};
type Play = { story: Story; wishes: Wishes };

/** One engine plays any number of stories side by side. */
export async function openPublishWorld(): Promise<PublishWorld> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-publish-'));
  owned.defer(async () => await rm(directory, { recursive: true, force: true }));
  const limits = { perHour: 1_000_000 };
  const connected = await connect({}, { options: { limits }, repository: { files: BASE } });
  owned.defer(async () => await closeForge(connected.seeded));
  const world = owned.use(await engineWorld());
  const plays: PublishWorld['plays'] = new Map();
  const parts = { world, connected, directory, plays };
  const engine = await world.createEngine(effectsOf(parts), { slots: 4, perInstallation: 4 });
  await engine.start();
  const stack = owned.move();
  return { ...parts, engine, [Symbol.asyncDispose]: async () => await stack.disposeAsync() };
}

const BASE = { 'README.md': '# Shop\n', 'src/greet.mjs': 'export const greet = 1;\n' };
/** What the implementer of an attempt leaves. */
const workOf = (attempt: number): FileChange[] => [
  file('src/greet.mjs', `export const greet = ${attempt + 1};\n`),
];

type Worker = Pick<EffectContext, 'effect' | 'fence'> & {
  kind: string;
  mortal: Mortal;
  ended: Promise<void>;
};

export type Story = {
  jobId: string;
  /** Of its issue. */
  number: number;
  branch: string;
  base: string;
  /** Trees that were verified. */
  verified: Set<string>;
  /** Acts of each worker that was at it, by the kind of its effect. */
  workers: Worker[];
  job(): Promise<Job>;
  push(branch: string, files: Record<string, string>): Promise<string>;
  head(): Promise<string>;
};

export type Wishes = {
  /** Hits the first worker at such an effect that comes to the place. */
  strike?: Strike & { kind: 'publish' | 'plan' | 'announce' };
  /** In place of passing. */
  verify?(): 'green' | 'red';
};

type Parts = Omit<PublishWorld, 'engine' | keyof AsyncDisposable>;

/** Plays until it is delivered or waits for a person who has been told. */
export async function playStory(
  publishing: PublishWorld,
  wishes: (story: Story) => Wishes,
): Promise<Story> {
  const { world, engine } = publishing;
  const story = await beginStory(publishing, wishes);
  await approve(engine, await world.reaches(story.jobId, 'WAITING_SPEC_APPROVAL'));
  await goesOn(publishing, story);
  return story;
}

/** The newest worker's claim is taken from it, as if it had not been heard of for too long. */
export async function takeAway({ world }: PublishWorld, story: Story): Promise<void> {
  const { jobId, workers } = story;
  const newest = workers.at(-1);
  if (newest === undefined) throw new Error('nobody is at work');
  const { effect, fence } = newest;
  const again = { delayMs: 0, isTry: false };
  await world.store.transaction(async ({ work }) => {
    await work.release({ name: 'w1', lock: 0 }, { jobId, effect, fence, tries: 1 }, again);
  });
}

/** To where it rests again. */
export async function goesOn({ world }: PublishWorld, story: Story): Promise<void> {
  await until(async () => await isOver(world, story.jobId)).catch(async () => {
    throw new Error(`the job stays ${JSON.stringify(await story.job())}`);
  });
}

async function isOver({ store }: World, jobId: string): Promise<boolean> {
  return await store.transaction(async ({ jobs, carry }) => {
    const hold = (await jobs.find(jobId))?.job.hold;
    // What ends by itself is no end.
    return hold?.until === undefined && (await carry.rest(jobId)).isAtRest;
  });
}

async function beginStory(
  { world, connected, plays }: PublishWorld,
  wishes: (story: Story) => Wishes,
): Promise<Story> {
  const { seeded, repository } = connected;
  const person = seeded.forge.as(PERSON);
  const { number } = await person.openIssue(REPOSITORY, { title: 'Greet politely' });
  const [base, branch] = [`base-${number}`, `redgreen/issue-${number}`];
  await seeded.user(PERSON).git.createRef({
    ...REPO,
    ref: `refs/heads/${base}`,
    sha: seeded.headSha,
  });
  const jobId = randomUUID();
  const story: Story = {
    jobId,
    number,
    branch,
    base,
    verified: new Set(),
    workers: [],
    job: async () => (await world.job(jobId)).job,
    push: async (to, files) =>
      (await person.push(REPOSITORY, { branch: to, files, message: 'my own idea' })).sha,
    head: async () => (await connected.github.branchSha(repository, branch)) ?? '',
  };
  plays.set(jobId, { story, wishes: wishes(story) });
  await world.store.transaction(async (all) => {
    const { installationId } = repository;
    const account = { accountId: 11, accountLogin: OWNER };
    await all.installations.saveInstallation({ id: installationId, ...account });
    const names = { owner: OWNER, name: NAME, defaultBranch: 'main', isPrivate: false };
    await all.installations.saveRepository({ id: 21, installationId, ...names });
    const created = createJob({ id: jobId, at: await all.now(), tierClasses: ['L1'] });
    if (!created.ok) throw new Error(created.reason);
    const place = { installationId, repositoryId: 21, issueNumber: number };
    await beginJob(all, { job: created.job, ...place, key: `issue:21:${number}` }, 'mona');
    await all.settings.freeze(jobId, { organisation: {}, file: {}, page: {} });
    await all.threads.insert({
      jobId,
      repositoryId: 21,
      issueNumber: number,
      issueTitle: 'Greet politely',
      issueText: 'Please.',
      issueDigest: 'a'.repeat(64),
      requestedBy: 'mona',
      baseBranch: base,
      branch,
    });
  });
  return story;
}

function effectsOf(parts: Parts): EffectFunctions {
  const { world } = parts;
  const { effects } = scriptedEffects(world.store, {
    plan: async (context) =>
      await live(parts, context, async (deps) => {
        await openPullRequest(deps, { jobId: context.record.job.id, fence: context.fence });
        return await leavePlan(deps, context);
      }),
    'write-tests': async ({ record, fence }) => {
      const { id: jobId } = record.job;
      await world.store.transaction(async ({ plans, proof }) => {
        const planId = (await plans.active(jobId))?.id ?? '';
        await proof.addCases(fence, toStoredCases({ planId, jobId, cases: CASES, files: FILES }));
      });
      return { type: 'tests_written' };
    },
    implement: async (context) =>
      await live(parts, context, async (deps) => {
        const { record, effect, fence } = context;
        await beginAttempt(deps, context);
        const changes = workOf(effect.attempt);
        const files = { jobId: record.job.id, attemptNumber: effect.attempt, fence, changes };
        await deps.store.transaction(async (records) => await records.files.save(files));
        return { type: 'implemented' } as const;
      }),
    verify: async (context) =>
      await live(parts, context, async (deps) => {
        const { story, wishes } = playOf(parts, context);
        const isGreen = (wishes.verify?.() ?? 'green') === 'green';
        return await verify(deps, context, { story, isGreen });
      }),
    publish: async (context) =>
      await live(parts, context, async (deps) => await createPublishStep(deps)(context)),
    announce: async (context) =>
      await live(parts, context, async (deps) => await createAnnounceStep(deps)(context)),
  });
  return effects;
}

function playOf({ plays }: Parts, { record }: EffectContext): Play {
  const play = plays.get(record.job.id);
  if (play === undefined) throw new Error('a job of no story');
  return play;
}

/** Each run of an effect is a worker of its own, with its own way to GitHub and to the records. */
async function live<T>(
  parts: Parts,
  context: EffectContext,
  run: (deps: StepDeps) => Promise<T>,
): Promise<T> {
  const { connected, world, directory } = parts;
  const { story, wishes } = playOf(parts, context);
  const { kind } = context.effect;
  const isStruck = story.workers.some((one) => one.mortal.isHit());
  const one = mortal(wishes.strike?.kind === kind && !isStruck ? wishes.strike : undefined);
  const ended = Promise.withResolvers<void>();
  const { effect, fence } = context;
  story.workers.push({ kind, effect, fence, mortal: one, ended: ended.promise });
  const github = connected.another({ request: { fetch: one.fetch } });
  const workspaces = createWorkspaces({ github: connected.another(), directory });
  const nothing = () => undefined;
  const known: Partial<StepDeps> = {
    store: one.store(world.store),
    keepsRecords: true,
    github,
    workspaces,
    redact: (text) => text,
    newId: randomUUID,
    log: { info: nothing, warn: nothing },
  };
  // No agent and no sandbox is asked for.
  const deps = { ...known, agent: { session: { timers: SYSTEM_TIMERS } } } as StepDeps;
  try {
    const outcome = await run(deps);
    await one.ends();
    return outcome;
  } catch (error) {
    throw one.isDead() ? new Error('killed') : error;
  } finally {
    ended.resolve();
  }
}

async function leavePlan({ store }: StepDeps, { record, fence }: EffectContext) {
  const { id: jobId } = record.job;
  const revision = randomUUID();
  await store.transaction(async (records) => {
    const id = randomUUID();
    const plan = { id, jobId, revisionToken: revision, content: { ...PLAN } };
    const stored = { ...plan, issueDigest: 'a'.repeat(64), fence, criteria: PLAN.criteria };
    await records.plans.propose(stored);
    const subject = { subject: 'plan', subjectId: id, jobId, action: 'proposed' };
    const { installationId } = record;
    await records.audit.append({ installationId, actor: 'engine', ...subject });
  });
  return { type: 'planned', revision, strategies: 1 } as const;
}

/** What the step does of it that concerns the branch. */
async function verify(
  deps: StepDeps,
  context: EffectContext<EffectOf<'verify'>>,
  { story, isGreen }: { story: Story; isGreen: boolean },
) {
  const { record, effect, fence, signal } = context;
  const { id: jobId } = record.job;
  const { plan, stored } = await readPlan(deps, jobId);
  const cases = await deps.store.transaction(
    async ({ proof }) => await proof.casesOfPlan(stored.id),
  );
  const own = await readOwnWork(deps, context);
  if (!own.ok) return { type: 'moved', ask: conflictText(own.problem) } as const;
  const tree = buildVerificationTree(plan, own.changes, authoredFiles(cases));
  const authored = new Set(authoredFiles(cases).map(({ path }) => path));
  const others = await readOthers(deps, context, { ours: tree.changes, authored });
  if (!others.ok) {
    await deps.store.transaction(async (records) => {
      await endAttempt(records, context, { status: 'abandoned' });
    });
    return { type: 'moved', ask: conflictText(others.problem) } as const;
  }
  const based = await readBase(deps, jobId);
  const files = [...others.files, ...withMerged(tree.changes, others.merged)];
  if (isGreen) story.verified.add(await treeWith(deps, based, { files, signal }));
  const { attempt } = effect;
  const facts = reportFacts({ hunks: [] });
  const runs = facts.runs.map((one) =>
    one.attemptNumber === undefined ? one : { ...one, attemptNumber: attempt },
  );
  const report = buildReport({ ...facts, jobId, attempt, runs });
  await deps.store.transaction(async (records) => {
    if (isGreen) await storeReport(records, { id: randomUUID(), report, fence });
    await endAttempt(records, context, {
      status: isGreen ? 'green' : 'red',
      ...(!isGreen && { fingerprint: 'f1' }),
    });
  });
  if (isGreen) return { type: 'verify_passed' } as const;
  return { type: 'verify_failed', fingerprint: 'f1' } as const;
}
