// Rows of a conversation into the records, with the decisions about their calls: one transaction.
import type { PermissionDecision } from '../../../sandbox/protocol/permission-decision.ts';
import type { Entry } from '../../../sandbox/protocol/transcript.ts';
import type { StepDeps } from '../deps.ts';

export async function storeRows(
  deps: Pick<StepDeps, 'store'>,
  { sessionId, fence }: { sessionId: string; fence: number },
  rows: { entries: readonly Entry[]; decisions: readonly PermissionDecision[] },
): Promise<void> {
  const stored = rows.entries.map(({ row, payload }) => ({
    sequence: row,
    entryType: payload._t,
    payload,
    ...(payload._t === 'tool_result' && { toolUseId: payload.tool_use_id }),
  }));
  await deps.store.transaction(async ({ sessions }) => {
    // Sent together, done in this order.
    await Promise.all([
      sessions.append(sessionId, fence, stored),
      sessions.log(sessionId, rows.decisions),
    ]);
  });
}
