// Random walks: any sequence of events, plausible or not, keeps the invariants. The walk knows the
// rules a second time, from the events alone (`Oracle`), so the machine does not judge itself.
import { allowedCommands } from '../../../app/job/commands.ts';
import { type EffectKind, OUTCOMES } from '../../../app/job/effects.ts';
import { EVENT_TYPES, type EventType, isOutcome, type JobEvent } from '../../../app/job/events.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { timer } from '../../../app/job/timers.ts';
import { transition } from '../../../app/job/transition.ts';
import { APPROVED_STATES, isImmutable, type Job, type ModelClass } from '../../../app/job/types.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { type Body, bodyOf, newJob, play, red, STATES, stamp, VARIANTS } from './samples.ts';
import { checkStep, createOracle } from './walk-invariants.ts';

export type WalkStats = {
  events: number;
  accepted: number;
  jobs: number;
  edges: Set<string>;
  /** How often each type was accepted. */
  types: Map<EventType, number>;
};

/** Throws with seed, position and the last events when an invariant breaks. */
export function walk(seed: number, events: number): WalkStats {
  const random = createRandom(seed);
  const stats: WalkStats = { events, accepted: 0, jobs: 0, edges: new Set(), types: new Map() };
  let job = startJob(random);
  let oracle = createOracle(job);
  const log: [string, JobEvent][] = [];
  let isCalm = random.chance(0.5);
  let left = random.below(4);
  for (let at = 0; at < events; at += 1) {
    const event = nextEvent(job, random, isCalm);
    log[at % 12] = [`${at} ${job.state}/${job.step ?? '-'}`, event];
    const result = transition(job, event);
    try {
      oracle = checkStep({ before: job, event, result, oracle, isDeep: at % 97 === 0 });
    } catch (cause) {
      const place = `walk(${seed}, …) breaks at event ${at}`;
      const last = log.map(([where, what]) => `${where} ${JSON.stringify(what)}`).toSorted();
      throw new Error([place, ...last, JSON.stringify(result)].join('\n'), { cause });
    }
    if (result.ok) {
      note(stats, job, event.type, result.job);
      job = result.job;
    }
    if (!isImmutable(job.state)) continue;
    // A finished job gets a few more events: it must not move.
    left -= 1;
    if (left > 0) continue;
    stats.jobs += 1;
    job = startJob(random);
    oracle = createOracle(job);
    left = 1 + random.below(4);
    isCalm = random.chance(0.5);
  }
  return stats;
}

const SAMPLES: readonly Job[] = [
  ...[...Object.values(STATES), ...Object.values(VARIANTS)].map((make) => make()),
  ...APPROVED_STATES.map((state) => play(STATES[state](), bodyOf('issue_edited'))),
];

function note(stats: WalkStats, before: Job, type: EventType, after: Job): void {
  stats.accepted += 1;
  stats.types.set(type, (stats.types.get(type) ?? 0) + 1);
  if (before.state !== after.state) stats.edges.add(`${before.state} ${after.state}`);
}

/** Most begin at the beginning, some in the middle, so that rare places are visited too. */
function startJob(random: Random): Job {
  if (random.chance(0.3)) return random.pick(SAMPLES);
  const tiers: ModelClass[][] = [['L1'], ['L1', 'L2'], ['L1', 'L2', 'L3']];
  return newJob({
    tierClasses: random.pick(tiers),
    budget: {
      attempts: random.pick([1, 3, 6, 8]),
      wallTimeMs: 600_000 + random.below(40_000_000),
      costUsd: 1 + random.below(6),
    },
    hasAnalysisReport: random.chance(0.3),
    waitsForProviderQuota: random.chance(0.6),
  });
}

/** Calm jobs meet few timers and little noise, and so get far. */
function nextEvent(job: Job, random: Random, isCalm: boolean): JobEvent {
  // Time mostly goes on, sometimes stands still, sometimes the clock was set back.
  const at = job.lastEventAt + random.pick([0, 1, 1000, 30_000, 400_000, -60_000]);
  const draw = isCalm ? 26 + random.below(74) : random.below(100);
  const due = timer(job);
  const isPressing = job.heartbeatLostAt !== undefined && random.chance(0.3);
  if (due !== undefined && (draw < 12 || isPressing)) {
    return { type: due.type, at: Math.max(due.at, at) };
  }
  if (draw < 22) return noise(job, random, at);
  if (draw < 30) return withValues(job, random.pick(signals), { random, at });
  const [running] = outstanding(job);
  const commands = allowedCommands(job).filter((type) => type !== 'cancel' || random.chance(0.1));
  if (running !== undefined && (draw < 80 || commands.length === 0)) {
    return withValues(job, outcomeOf(running.kind, random), { random, at });
  }
  if (commands.length > 0) return withValues(job, random.pick(commands), { random, at });
  if (due !== undefined) return { type: due.type, at: Math.max(due.at, at) };
  return noise(job, random, at);
}

const signals: EventType[] = [
  'heartbeat_lost',
  'heartbeat_restored',
  'worker_changed',
  'issue_edited',
];

/** Mostly the good ends, so that jobs get far, and enough red to be interesting. */
function outcomeOf(kind: EffectKind, random: Random): EventType {
  const [first, second, ...others] = OUTCOMES[kind];
  if (kind === 'verify' && random.chance(0.8)) {
    return random.chance(0.15) ? 'verify_passed' : 'verify_failed';
  }
  const bad = random.chance(0.5) ? second : random.pick(others);
  const other = random.chance(0.25) ? bad : first;
  return FATAL.has(other) && random.chance(0.7) ? first : other;
}

const FATAL = new Set<EventType>(['effect_failed', 'poisoned', 'all_blocked', 'reserve_refused']);

/** Anything at all, also with the number of an effect that is long gone. */
function noise(job: Job, random: Random, at: number): JobEvent {
  const event = withValues(job, random.pick(EVENT_TYPES), { random, at });
  if (!('effect' in event) || random.chance(0.5)) return event;
  return { ...event, effect: random.below(job.effectNumber + 3) };
}

function withValues(
  job: Job,
  type: EventType,
  { random, at }: { random: Random; at: number },
): JobEvent {
  const event = stamp(job, VALUES[type]?.(job, random) ?? bodyOf(type), at);
  if (!isOutcome(event) || random.chance(0.5)) return event;
  return { ...event, spentUsd: job.spent.costUsd + random.below(30) / 100 };
}

const VALUES: { [T in EventType]?: (job: Job, random: Random) => Body } = {
  verify_failed: (_job, random) => red(random.chance(0.9) ? 'a' : 'b'),
  planned: (_job, random) => ({
    type: 'planned',
    revision: `rev-${random.below(1000)}`,
    strategies: random.below(4),
  }),
  approve: approval,
  choose_strategy: (_job, random) => ({ type: 'choose_strategy', strategy: random.below(4) }),
  held: (_job, random) => ({
    type: 'held',
    reason: random.pick(['question', 'permission', 'scope', 'money', 'no_drafts']),
  }),
  unavailable: (_job, random) => ({
    type: 'unavailable',
    detail: 'away',
    ...(random.chance(0.3) && { retryAfterMs: random.below(7_200_000) }),
  }),
  extend: (_job, random) =>
    random.chance(0.5) ? { type: 'extend', costUsd: 1 } : { type: 'extend', wallTimeMs: 60_000 },
  answer: (job, random) =>
    random.chance(0.8)
      ? { type: 'answer' }
      : { type: 'answer', hold: random.below(job.holdNumber + 2) },
};

function approval(job: Job, random: Random): Body {
  const revision = random.chance(0.9) ? (job.planRevision ?? 'none') : 'rev-old';
  const escalate = random.chance(0.3) ? { escalate: 'L2' as const } : {};
  const maxUsd = random.chance(0.2) ? { maxUsd: 1 + random.below(5) } : {};
  return { type: 'approve', revision, ...escalate, ...maxUsd };
}
