// The rows a session has produced and not yet handed over. Numbers every row of the transcript,
// also those that the host writes itself.
import type { PermissionDecision } from '../protocol/permission-decision.ts';
import type { RunnerEntry } from '../protocol/transcript.ts';
import type { Rows } from './host.ts';
import type { ToolCall, ToolResult } from './tool.ts';

export type SessionRecord = {
  user(text: string): void;
  result(call: ToolCall, result: ToolResult): void;
  decision(decision: PermissionDecision): void;
  /** The host has written the reply to the last request: one row. */
  skipReply(): void;
  /** The rows since the last time, which are forgotten here. */
  take(): Rows;
};

/** `lastRow` is the last one of a conversation that goes on; 0: it begins. */
export function createRecord(newId: () => string, lastRow: number): SessionRecord {
  let row = lastRow;
  let entries: RunnerEntry[] = [];
  let decisions: PermissionDecision[] = [];
  const add = (payload: RunnerEntry['payload']): void => {
    row += 1;
    entries.push({ row, payload });
  };
  return {
    user: (text) => add({ _t: 'user', uuid: newId(), content: [{ type: 'text', text }] }),
    result({ id, name }, { outcome, content, images, refusedBy }) {
      add({
        _t: 'tool_result',
        tool_use_id: id,
        name,
        content: content.toWellFormed(),
        is_error: outcome !== 'success',
        outcome,
        ...(images && {
          images: images.map(({ mediaType, data }) => ({ media_type: mediaType, data })),
        }),
        ...(refusedBy === undefined ? {} : { refused_by: refusedBy }),
      });
    },
    decision: (decision) => void decisions.push(decision),
    skipReply() {
      row += 1;
    },
    take() {
      const taken = { entries, decisions };
      entries = [];
      decisions = [];
      return taken;
    },
  };
}
