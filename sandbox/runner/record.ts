// The rows a session has produced and not yet handed over. Numbers every row of the transcript,
// also those that the host writes itself.
import type { RunnerEntry } from '../protocol/transcript.ts';
import type { ToolCall, ToolResult } from './tool.ts';

export type SessionRecord = {
  user(text: string): void;
  result(call: ToolCall, result: ToolResult): void;
  /** The host has written the reply to the last request: one row. */
  skipReply(): void;
  /** The rows since the last time, which are forgotten here. */
  take(): RunnerEntry[];
};

export function createRecord(newId: () => string): SessionRecord {
  let row = 0;
  let entries: RunnerEntry[] = [];
  const add = (payload: RunnerEntry['payload']): void => {
    row += 1;
    entries.push({ row, payload });
  };
  return {
    user: (text) => add({ _t: 'user', uuid: newId(), content: [{ type: 'text', text }] }),
    result({ id, name }, { outcome, content, refusedBy }) {
      add({
        _t: 'tool_result',
        tool_use_id: id,
        name,
        content: content.toWellFormed(),
        is_error: outcome !== 'success',
        outcome,
        ...(refusedBy === undefined ? {} : { refused_by: refusedBy }),
      });
    },
    skipReply() {
      row += 1;
    },
    take() {
      const taken = entries;
      entries = [];
      return taken;
    },
  };
}
