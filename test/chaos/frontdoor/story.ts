// One story from its label to where it rests, with everything that happens beside it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../../app/job/types.ts';
import { isTerminal } from '../../../app/job/types.ts';
import type { Thread } from '../../../app/store/threads.ts';
import { happen, mend, type Scene, STOPS } from './deeds.ts';
import { isResting, type Judgement, judgeStory } from './judge.ts';
import { type Happening, MOMENTS, type Moment, type PlannedStory } from './plan.ts';
import { issueOf } from './repository.ts';
import { type DoorWorld, LABEL, nameOf, PERSON, type Place } from './world.ts';

export type Told = Judgement & {
  jobId: string | undefined;
  /** The state it rests in; `no job`: what started it was taken back before. */
  end: string;
  /** How many of the happenings found what they were meant for. */
  happened: number;
  ms: number;
};

type StoryOptions = {
  place: Place;
  planned: PlannedStory;
  note(what: string, jobId?: string): void;
};

const DEADLINE_MS = 300_000;
const LOOK_MS = 60;
/** How long nothing may change before a job that waits for people is left alone. */
const QUIET_MS = 2_500;
/** A label can be on its way for longer. */
const NO_JOB_MS = 60_000;
/** Within this time a stop is heard, late deliveries and waits for limits included. */
const HEARD_MS = 20_000;
/** What a person says again when nothing came of it. */
const PATIENCE_MS = 4_000;
const MOST_WORDS = 8;

export async function playStory(world: DoorWorld, options: StoryOptions): Promise<Told> {
  const { place, planned, note } = options;
  const start = performance.now();
  const repository = nameOf(place);
  const person = world.forge.as(PERSON);
  const { number: issue } = await person.openIssue(repository, issueOf(planned));
  await person.label({ repository, number: issue }, LABEL);
  const scene: Scene = { world, place, issue, branch: undefined, pull: undefined };
  const course = createCourse(scene, planned, note);
  const end = await course.untilRest(place);
  await world.settled();
  const judged = await judgeStory(world, place);
  const ms = Math.round(performance.now() - start);
  return { ...judged, ...end, astray: [...judged.astray, ...end.astray], ms };
}

type Course = {
  untilRest(place: Place): Promise<Pick<Told, 'jobId' | 'end' | 'happened' | 'astray'>>;
};

function createCourse(scene: Scene, planned: PlannedStory, note: StoryOptions['note']): Course {
  const due = [...planned.happenings];
  const since = new Map<Moment, number>();
  const words = createWords(scene, planned);
  let happened = 0;
  let stoppedAt: number | undefined;
  let seen = '';
  let changedAt = performance.now();

  const step = async (look: Look): Promise<void> => {
    const now = performance.now();
    for (const moment of momentsOf(look)) if (!since.has(moment)) since.set(moment, now);
    for (const one of due.filter((each) => isDue(each, since, now))) {
      due.splice(due.indexOf(one), 1);
      const isDone = await happen(scene, one).catch((error: unknown) => {
        note(`${wordsFor(one)} was refused: ${String(error)}`, look.job?.id);
        return false;
      });
      if (isDone) happened += 1;
      if (isDone && one.what === 'deed' && STOPS.has(one.kind)) stoppedAt ??= Date.now();
      note(
        `${wordsFor(one)} in ${look.job?.state ?? 'no job'}: ${isDone ? 'done' : 'in vain'}`,
        look.job?.id,
      );
      changedAt = performance.now();
    }
    if (look.mark !== seen) {
      seen = look.mark;
      changedAt = performance.now();
      note(look.mark, look.job?.id);
    }
    if (await words.say(look)) changedAt = performance.now();
  };

  return {
    async untilRest(place) {
      const deadline = performance.now() + DEADLINE_MS;
      for (;;) {
        const look = await lookAt(scene.world, place);
        scene.branch = look.thread?.branch ?? scene.branch;
        scene.pull = look.thread?.pullNumber ?? scene.pull;
        await step(look);
        const isQuiet = performance.now() - changedAt > (look.job ? QUIET_MS : NO_JOB_MS);
        const rest = {
          jobId: look.job?.id,
          happened,
          end: endOf(look.job),
          astray: [],
        };
        if (look.isAtRest && isQuiet && words.hasNothingToSay(look)) {
          return { ...rest, astray: [...goneOn(look.job, stoppedAt), ...words.inVain()] };
        }
        if (performance.now() > deadline) {
          return { ...rest, astray: [`after ${DEADLINE_MS / 1000} s: ${look.mark}`] };
        }
        await pause(LOOK_MS);
      }
    },
  };
}

/** Delivered, although what it began from had been taken back for long enough to be heard. */
function goneOn(job: Job | undefined, stoppedAt: number | undefined): string[] {
  if (job?.state !== 'DELIVERED' || stoppedAt === undefined) return [];
  const lateMs = job.stateSince - stoppedAt;
  return lateMs > HEARD_MS ? [`delivered ${lateMs} ms after it was to stop`] : [];
}

/** Such as `FAILED USER_CANCELLED`, or `REFACTORING held: moved`. */
function endOf(job: Job | undefined): string {
  if (job === undefined) return 'no job';
  const { state, hold, failureReason = '' } = job;
  return `${state} ${hold === undefined ? failureReason : `held: ${hold.reason}`}`.trim();
}

type Look = {
  job: Job | undefined;
  thread: Thread | undefined;
  /** Nothing has to run. */
  isAtRest: boolean;
  mark: string;
};

async function lookAt({ store }: DoorWorld, { repositoryId }: Place): Promise<Look> {
  return await store.transaction(async ({ jobs, threads, carry }) => {
    const [record] = await jobs.list({ repositoryId, limit: 1 });
    if (record === undefined)
      return { job: undefined, thread: undefined, isAtRest: true, mark: '' };
    const { job } = record;
    const { isAtRest } = await carry.rest(job.id);
    const { state, step = '', hold, failureReason = '', failureDetail = '' } = job;
    const mark = [state, step, hold?.reason ?? '', failureReason, failureDetail].join(' ').trim();
    const thread = await threads.find(job.id);
    return { job, thread, isAtRest: isAtRest && isResting(job), mark };
  });
}

/** All that have come by now: a state of milliseconds is seen by the one after it. */
function momentsOf({ job, thread }: Look): Moment[] {
  if (job === undefined) return [];
  const { state, step } = job;
  const rank = (moment: Moment) => MOMENTS.indexOf(moment);
  const now: Moment =
    state === 'DELIVERED'
      ? 'delivered'
      : step === 'publish' || step === 'verify' || step === 'implement'
        ? step
        : state === 'GENERATING_TESTS' || state === 'BASELINE_VALIDATION'
          ? 'tests'
          : state === 'WAITING_SPEC_APPROVAL' && thread?.pullNumber !== undefined
            ? 'plan waits'
            : 'begun';
  return isTerminal(state) && state !== 'DELIVERED'
    ? []
    : MOMENTS.filter((moment) => rank(moment) <= rank(now));
}

function isDue(one: Happening, since: ReadonlyMap<Moment, number>, now: number): boolean {
  const from = since.get(one.at);
  return from !== undefined && now >= from + one.delayMs;
}

function wordsFor(one: Happening): string {
  const name = one.what === 'deed' ? one.kind : `${one.kind} of ${one.operation}`;
  return `${name} at ${one.at}`;
}

/** What the person says: yes to a plan, /continue after a hold, /stop where nothing else helps. */
function createWords(scene: Scene, { isMended }: PlannedStory) {
  let said = 0;
  let saidFor = '';
  let saidAt = Number.NEGATIVE_INFINITY;
  const wordFor = ({ job }: Look): string | undefined => {
    if (job === undefined || job.announcement === 'due') return undefined;
    const isAsked = job.hold?.reason === 'moved' || job.hold?.reason === 'issue_edited';
    if (isAsked) return isMended ? '/continue' : undefined;
    if (job.hold !== undefined) return undefined;
    if (job.state === 'WAITING_SPEC_APPROVAL') return '/approve';
    return job.state === 'WAITING_INTERVENTION' ? '/stop' : undefined;
  };
  const isEnough = () => said >= MOST_WORDS;
  return {
    inVain: () => (isEnough() ? [`a person spoke ${said} times, at last in vain: ${saidFor}`] : []),
    hasNothingToSay: (look: Look) => isEnough() || wordFor(look) === undefined,
    async say(look: Look): Promise<boolean> {
      const word = wordFor(look);
      const about = `${look.mark} ${look.job?.planRevision ?? ''} ${look.job?.hold?.number ?? ''}`;
      const isAgain = about === saidFor && performance.now() - saidAt < PATIENCE_MS;
      if (word === undefined || isEnough() || isAgain || scene.pull === undefined) return false;
      said += 1;
      saidFor = about;
      saidAt = performance.now();
      const { world, place, pull: number } = scene;
      // The wire's faults are for people too: what was refused is said again.
      return await (async () => {
        if (word === '/continue') await mend(scene);
        await world.forge.as(PERSON).comment({ repository: nameOf(place), number }, word);
        return true;
      })().catch(() => false);
    },
  };
}
