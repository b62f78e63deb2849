// What the models said in a recorded job, as a script that says it again. Pure.
import type { Payload } from '../../../sandbox/protocol/transcript.ts';
import type { Script, ScriptSession, ScriptTurn } from '../../gateway/scripted/script.ts';

export type RecordedTalk = { step: string; ordinal: number; payloads: readonly Payload[] };

/**
 * Oldest first. A conversation that broke was begun anew under its step and number: the newest says
 * what the job went on with.
 */
export function toScript(talks: readonly RecordedTalk[]): Script {
  const steps = new Map<string, ScriptSession[]>();
  for (const { step, ordinal, payloads } of talks) {
    const sessions = steps.get(step) ?? [];
    while (sessions.length < ordinal) sessions.push([]);
    sessions[ordinal] = turnsOf(payloads);
    steps.set(step, sessions);
  }
  return Object.fromEntries(steps);
}

/** An empty reply is no turn: the next prompt does not show it. */
function turnsOf(payloads: readonly Payload[]): ScriptTurn[] {
  return payloads.flatMap((row): ScriptTurn[] => {
    if (row._t !== 'assistant' || row.content.length === 0) return [];
    const { content, stop_reason: stopReason } = row;
    const isCut = stopReason === 'max_tokens' || stopReason === 'refusal';
    return [{ content, ...(isCut && { stopReason }) }];
  });
}
