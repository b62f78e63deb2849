// The commands a person can say, in the words of the thread. Data and its rendering. Pure.
import type { CommandType } from '../../job/events.ts';
import { list } from './layout.ts';

/** Undefined: nothing a person says in the thread. */
const WORDS: Record<CommandType, string | undefined> = {
  start: undefined,
  choose_strategy: '`/strategy N` chooses a strategy',
  approve: '`/approve` approves the plan; `/approve max=$3` also caps the spend',
  revise: '`/revise TEXT` asks for another plan',
  answer: '`/answer TEXT` answers the question',
  allow: '`/allow N` allows the call; `/allow N always` also every later one like it',
  deny: '`/deny N` refuses it',
  widen: '`/widen PATH` lets the job change that path too',
  extend: '`/extend $N` raises the cap',
  continue: '`/continue` tries again',
  deep_fix: '`/deep-fix` asks what the strongest model would cost',
  confirm_deep_fix: '`/deep-fix yes` starts it',
  decline_deep_fix: '`/deep-fix no` stops the job',
  intervene: '`/intervene` hands the branch over to you',
  test: '`/test` runs the tests on what you pushed',
  escalate: '`/escalate yes` goes on with the stronger model',
  decline_escalation: '`/escalate no` stops here and keeps the work on the branch',
  cancel: '`/stop` stops the job',
};

export function commandList(commands: readonly CommandType[]): string {
  return list(commands.flatMap((command) => WORDS[command] ?? []));
}
