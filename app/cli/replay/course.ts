// The course of a recorded job, from its audit: what came of its steps, and what people said in
// between. Where a command stands in it is when it is given again. Pure.
import { z } from 'zod';
import { type CommandBody, isCommandType, isEventType } from '../../job/events.ts';
import type { StoredAuditEvent } from '../../store/audit.ts';

export type GivenCommand = {
  /** How many milestones came before it. */
  after: number;
  event: CommandBody;
  actor: string;
};

export type Course = { milestones: string[]; commands: GivenCommand[] };

/** What a job comes to by its own content; the rest is the weather of that day. */
const MILESTONES: ReadonlySet<string> = new Set([
  'planned',
  'report_ready',
  'strategy_chosen',
  'tests_written',
  'baseline_passed',
  'baseline_failed',
  'implemented',
  'escalation_needed',
  'verify_passed',
  'verify_failed',
  'all_blocked',
  'published',
  'estimated',
  'deep_fix_done',
  'deep_fix_failed',
  'recovered',
  'recover_failed',
]);
/** Holds that an agent's words bring about; spent money and time are weather. */
const ASKING: ReadonlySet<string> = new Set(['question', 'permission', 'scope']);

const Given = z.looseObject({ event: z.looseObject({ type: z.string() }) });
const Held = z.looseObject({ event: z.looseObject({ reason: z.string() }) });

type Event = Pick<StoredAuditEvent, 'subject' | 'action' | 'actor' | 'detail'>;

export function courseOf(events: readonly Event[]): Course {
  const course: Course = { milestones: [], commands: [] };
  for (const { subject, action, actor, detail } of events) {
    if (subject !== 'job') continue;
    if (MILESTONES.has(action) || isAsking(action, detail)) course.milestones.push(action);
    const event = commandOf(detail);
    if (event === undefined) continue;
    course.commands.push({ after: course.milestones.length, event, actor });
  }
  return course;
}

function isAsking(action: string, detail: unknown): boolean {
  if (action !== 'held') return false;
  const reason = Held.safeParse(detail).data?.event.reason;
  return reason !== undefined && ASKING.has(reason);
}

/** `start` is the engine's own. The audit holds what the state machine was given, as it was. */
function commandOf(detail: unknown): CommandBody | undefined {
  const event = Given.safeParse(detail).data?.event;
  if (event === undefined || event.type === 'start' || !isEventType(event.type)) return undefined;
  return isCommandType(event.type) ? (event as CommandBody) : undefined;
}

/** The first place where the course of the replay is another; undefined: so far it is the same. */
export function firstTurn(recorded: Course, replayed: Course): number | undefined {
  const at = replayed.milestones.findIndex((type, index) => type !== recorded.milestones[index]);
  return at === -1 ? undefined : at;
}
