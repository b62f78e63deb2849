// A row of a conversation as the records keep it. Pure.
import type { Entry } from '../../../sandbox/protocol/transcript.ts';
import type { TranscriptEntry } from '../../store/sessions.ts';

export function toStored({ row, payload }: Entry): TranscriptEntry {
  const tool = payload._t === 'tool_result' ? { toolUseId: payload.tool_use_id } : {};
  return { sequence: row, entryType: payload._t, payload, ...tool };
}
