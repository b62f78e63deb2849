// Parks what an interrupted effect left running: its job is held, so the conversation is kept and
// its sandbox ended. Done by the announcement of the hold, which alone holds the claim by then.

import type { SessionHandlers } from '../../../sandbox/driver/session/port.ts';
import { Payload } from '../../../sandbox/protocol/transcript.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import { isAppError } from '../../errors.ts';
import type { StepDeps } from '../deps.ts';
import { collectHoldable } from '../tree/collect.ts';
import { endLeftovers } from '../tree/sandbox-use.ts';
import { WORKSPACE } from '../tree/workspace.ts';
import { type Conversation, findLeft } from './conversation.ts';
import { toStored } from './rows.ts';

type Left = { sessionId: string; payloads: Payload[]; left: NonNullable<Conversation['left']> };

/** Idempotent. */
export async function parkLeft(deps: StepDeps, context: EffectContext): Promise<void> {
  const { id: jobId } = context.record.job;
  for (const one of await findAllLeft(deps, jobId)) {
    try {
      await park(deps, context, one);
    } catch (error) {
      if (!isAppError(error, 'SANDBOX_NOT_FOUND')) throw error;
      // Nothing is left of it to be kept; the effect begins anew.
      await deps.store.transaction(async ({ sessions }) => await sessions.end(one.sessionId));
    }
  }
  await endLeftovers(deps, jobId);
}

async function findAllLeft(deps: StepDeps, jobId: string): Promise<Left[]> {
  return await deps.store.transaction(async (records) => {
    const found: Left[] = [];
    for (const session of await records.sessions.open(jobId)) {
      const left = await findLeft(records, jobId, session);
      const parking = await records.sessions.parking(session.id);
      const rows = await records.sessions.transcript(session.id);
      // One that has not said anything yet is begun anew.
      if (left === undefined || parking?.isResumed === false || rows.length === 0) continue;
      const payloads = rows.map(({ payload }) => Payload.parse(payload));
      found.push({ sessionId: session.id, payloads, left });
    }
    return found;
  });
}

async function park(deps: StepDeps, context: EffectContext, one: Left): Promise<void> {
  const { fence, signal } = context;
  const { sessionId, payloads, left } = one;
  const sandbox = await deps.sandboxes.driver.attach(left.sandbox.providerSandboxId, { signal });
  await deps.store.transaction(async ({ sandboxes }) => {
    await sandboxes.adopt(left.sandbox.id, fence);
  });
  const last = payloads.at(-1);
  const end = await deps.agent.attachSession({
    sandbox,
    pid: left.pid,
    last: last && { row: payloads.length, payload: last },
    handlers: onlyRows(deps, { sessionId, fence }),
    signal,
    park: AbortSignal.abort(),
    deps: deps.agent.session,
  });
  if (end.kind !== 'parked') {
    await deps.store.transaction(async ({ sessions }) => await sessions.end(sessionId));
    return;
  }
  const changes = await collectHoldable(sandbox, signal);
  const { state = { cwd: WORKSPACE, seen: [], isPlanning: false }, question } = end;
  await deps.store.transaction(async ({ sessions }) => {
    await sessions.park(sessionId, fence, { state, changes, ...(question && { question }) });
  });
}

function onlyRows(deps: StepDeps, of: { sessionId: string; fence: number }): SessionHandlers {
  return {
    async rows(entries, decisions) {
      await deps.store.transaction(async ({ sessions }) => {
        await sessions.append(of.sessionId, of.fence, entries.map(toStored));
        await sessions.log(of.sessionId, decisions);
      });
    },
    turn: async () => ({ ok: false, park: true }),
    submit: async () => ({ accepted: false, reasons: ['The job is held. Hand it over again.'] }),
    ask: async () => ({ kind: 'park' }),
    progress: async () => undefined,
  };
}
