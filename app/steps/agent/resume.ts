// How a parked conversation goes on: with which calls pending, and with what people answered.
import type { HostAnswer } from '../../../sandbox/protocol/question.ts';
import type { Resume } from '../../../sandbox/protocol/task.ts';
import type { Payload, ToolUseBlock } from '../../../sandbox/protocol/transcript.ts';
import type { HoldAnswer } from '../../store/hold-answers.ts';
import type { Parking } from '../../store/sessions.ts';
import type { StepDeps } from '../deps.ts';

const MOVED =
  'The session was interrupted and goes on in a new sandbox. Files are as you left them; processes and anything outside the workspace are gone.';

export async function readResume(
  deps: StepDeps,
  jobId: string,
  { payloads, parking }: { payloads: readonly Payload[]; parking: Parking },
): Promise<Resume> {
  const holdNumber = parking.held?.holdNumber;
  const said =
    holdNumber === undefined
      ? undefined
      : await deps.store.transaction(
          async ({ holdAnswers }) => await holdAnswers.find(jobId, holdNumber),
        );
  const answer = said && toAnswer(parking, said);
  return {
    row: payloads.length,
    call: payloads.filter(({ _t }) => _t === 'assistant').length,
    pending: pendingCalls(payloads),
    ...(answer && { answer }),
    note: said?.said.text === undefined ? MOVED : `${MOVED}\n\n${personSaid(said)}`,
    state: parking.state,
  };
}

/** Calls of the last reply that no row answers. Pure. */
function pendingCalls(payloads: readonly Payload[]): ToolUseBlock[] {
  const at = payloads.findLastIndex(({ _t }) => _t === 'assistant');
  const last = payloads[at];
  if (last?._t !== 'assistant') return [];
  const answered = new Set(
    payloads.slice(at + 1).map((row) => (row._t === 'tool_result' ? row.tool_use_id : '')),
  );
  return last.content.filter(
    (block): block is ToolUseBlock => block.type === 'tool_use' && !answered.has(block.id),
  );
}

function toAnswer({ question }: Parking, said: HoldAnswer): HostAnswer | undefined {
  switch (question?.kind) {
    case 'question':
      return { kind: 'said', content: personSaid(said), isError: false };
    case 'permission':
      if (said.kind === 'allow') return { kind: 'allow' };
      return { kind: 'deny', reason: `${said.actor} did not allow it.` };
    case 'blocked': {
      if (said.kind !== 'allow') return { kind: 'deny', reason: `${said.actor} wants it done.` };
      const content = `${said.actor} confirmed it. It is out of the gate; go on with the rest.`;
      return { kind: 'said', content, isError: false };
    }
    case undefined:
    case 'exit_plan':
    case 'brief':
    case 'list':
    case 'claim':
    case 'verify':
    case 'deprecate':
    case 'install':
      return undefined;
  }
}

function personSaid({ actor, said }: HoldAnswer): string {
  return `${actor} answered: ${said.text ?? '(nothing)'}`;
}
