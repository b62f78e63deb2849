// Which conversation a step goes on with: one that a killed host left running, one that was parked,
// or a new one. Read from the records before anything is done.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Submission } from '../../../sandbox/protocol/messages.ts';
import { Payload } from '../../../sandbox/protocol/transcript.ts';
import type { Records } from '../../store/records.ts';
import type { SandboxRow } from '../../store/sandboxes.ts';
import type { Parking, StoredSession } from '../../store/sessions.ts';
import type { StepDeps } from '../deps.ts';
import { endLeftovers } from '../tree/sandbox-use.ts';
import type { AgentContext, AgentOutcome, AgentRequest } from './request.ts';

export type Conversation = {
  sessionId: string;
  /** Every row so far: the prompt. */
  payloads: Payload[];
  /** Its runner, in a sandbox that may still live. */
  left?: { sandbox: SandboxRow & { providerSandboxId: string }; pid: number };
  /** It was parked, and goes on in a new sandbox. */
  parking?: Parking;
  /** Left by the one before it, which a person dropped (`/clear`). */
  files?: FileChange[];
  submission?: Submission;
};

type Opened =
  | { kind: 'open'; conversation: Conversation }
  /** A run before this one was killed after this had been accepted. */
  | { kind: 'handed_over'; submission: Submission }
  /** A run before this one was killed after it had parked for people to answer. */
  | { kind: 'held'; outcome: AgentOutcome };

/** Ends every other sandbox that was left of the job. */
export async function openConversation(
  deps: StepDeps,
  context: AgentContext,
  request: AgentRequest,
): Promise<Opened> {
  const { job } = context.record;
  const key = { jobId: job.id, step: request.step, ordinal: request.ordinal };
  const found = await deps.store.transaction(async (records) => {
    const known = await records.sessions.find(key);
    return known && { known, ...(await readParts(records, job.id, known)) };
  });
  const submission = found?.known.submission;
  if (submission !== undefined && submission.kind !== 'status') {
    await endLeftovers(deps, job.id);
    return { kind: 'handed_over', submission };
  }
  if (found === undefined || found.known.isEnded) return await beginNew(deps, context, request);
  const { known, parking, left, payloads } = found;
  const conversation = { sessionId: known.id, payloads };
  if (parking !== undefined) {
    await endLeftovers(deps, job.id);
    const { held } = parking;
    if (held !== undefined && held.holdNumber > job.holdNumber) {
      return { kind: 'held', outcome: held.outcome as AgentOutcome };
    }
    return { kind: 'open', conversation: { ...conversation, parking } };
  }
  if (left === undefined) return await beginNew(deps, context, request);
  await endLeftovers(deps, job.id, left.sandbox.id);
  const more = submission === undefined ? {} : { submission };
  return { kind: 'open', conversation: { ...conversation, left, ...more } };
}

/** What was begun before and cannot be gone on with is over. */
export async function beginNew(
  deps: StepDeps,
  context: AgentContext,
  request: AgentRequest,
): Promise<Extract<Opened, { kind: 'open' }>> {
  const { record, fence } = context;
  const { id: jobId } = record.job;
  await endLeftovers(deps, jobId);
  const sessionId = deps.newId();
  const key = { jobId, step: request.step, ordinal: request.ordinal };
  const files = await deps.store.transaction(async ({ sessions }) => {
    for (const { id } of await sessions.open(jobId)) await sessions.end(id);
    await sessions.begin({ id: sessionId, ...key, fence });
    return await sessions.filesOfCleared(key);
  });
  return { kind: 'open', conversation: { sessionId, payloads: [], ...(files && { files }) } };
}

/** The runner that a session left behind, if its sandbox was not ended. */
export async function findLeft(
  { sandboxes }: Pick<Records, 'sandboxes'>,
  jobId: string,
  { id, runnerPid }: StoredSession,
): Promise<Conversation['left']> {
  if (runnerPid === undefined) return undefined;
  const living = await sandboxes.living(jobId);
  const sandbox = living.find(({ sessionId }) => sessionId === id);
  if (sandbox?.providerSandboxId === undefined) return undefined;
  const { providerSandboxId } = sandbox;
  return { sandbox: { ...sandbox, providerSandboxId }, pid: runnerPid };
}

async function readParts(records: Records, jobId: string, known: StoredSession) {
  const parking = await records.sessions.parking(known.id);
  const left = await findLeft(records, jobId, known);
  const rows = await records.sessions.transcript(known.id);
  return {
    ...(parking?.isResumed === false && { parking }),
    ...(left && { left }),
    payloads: rows.map(({ payload }) => Payload.parse(payload)),
  };
}
