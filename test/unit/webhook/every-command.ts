// Every command with the states and holds in which it is done, written down by hand from
// docs/decisions.md and GITHUB's table of commands. Elsewhere it is refused. A command of the table
// without a line here does not compile.
import type { CommandName } from '../../../app/command/commands.ts';
import { type HoldReason, JOB_STATES, type JobState } from '../../../app/job/types.ts';

/** A state, a state in which something more was asked, or a hold. */
export type Place = JobState | 'OFFERED' | `held: ${HoldReason}`;

export const REVISION = '5f1d7a84-9c1b-4c3e-8f57-2b1c9a0d4e6f';

const ENDED: readonly JobState[] = ['DELIVERED', 'FAILED', 'FALLBACK_REQUIRED'];
const OPEN = JOB_STATES.filter((state) => !ENDED.includes(state));
const WAITING: readonly Place[] = [
  'WAITING_STRATEGY',
  'WAITING_SPEC_APPROVAL',
  'BASELINE_VALIDATION_FAILED',
  'WAITING_ESCALATION_DECISION',
  'WAITING_INTERVENTION',
  'USER_INTERVENING',
  'OFFERED',
];
const HELD: readonly Place[] = [
  'held: question',
  'held: permission',
  'held: scope',
  'held: money',
  'held: wall_time',
  'held: provider_quota',
  'held: moved',
  'held: issue_edited',
  'held: unavailable',
  'held: no_drafts',
];
const INTERVENTION: readonly Place[] = ['WAITING_INTERVENTION', 'OFFERED'];
const ALWAYS: readonly Place[] = [...JOB_STATES, 'OFFERED', ...HELD];
const UNTIL_THE_END: readonly Place[] = [...OPEN, 'OFFERED', ...HELD];

/** How it is said, with all that it needs; then where it is done. */
type Line = { say: string; in: readonly Place[] };

export const LINES: Record<CommandName, readonly Line[]> = {
  approve: [{ say: `/approve ${REVISION} max=$3`, in: ['WAITING_SPEC_APPROVAL'] }],
  revise: [
    {
      say: '/revise shorter',
      in: [
        'WAITING_SPEC_APPROVAL',
        'BASELINE_VALIDATION_FAILED',
        'FALLBACK_REQUIRED',
        'held: issue_edited',
      ],
    },
  ],
  strategy: [{ say: '/strategy 1', in: ['WAITING_STRATEGY'] }],
  answer: [{ say: '/answer the first', in: ['held: question'] }],
  continue: [{ say: '/continue', in: [...INTERVENTION, 'held: moved', 'held: issue_edited'] }],
  'deep-fix': [
    { say: '/deep-fix', in: INTERVENTION },
    { say: '/deep-fix yes', in: ['OFFERED'] },
    { say: '/deep-fix no', in: ['OFFERED'] },
  ],
  intervene: [{ say: '/intervene', in: INTERVENTION }],
  test: [{ say: '/test', in: ['USER_INTERVENING'] }],
  escalate: [
    { say: '/escalate yes', in: ['WAITING_ESCALATION_DECISION'] },
    { say: '/escalate no', in: ['WAITING_ESCALATION_DECISION'] },
  ],
  extend: [{ say: '/extend $2 30m', in: ['held: money', 'held: wall_time'] }],
  widen: [{ say: '/widen src/lib/', in: ['held: scope'] }],
  allow: [{ say: '/allow 1', in: ['held: permission'] }],
  deny: [{ say: '/deny 1', in: ['held: permission', 'held: scope'] }],
  stop: [{ say: '/stop', in: UNTIL_THE_END }],
  clear: [{ say: '/clear', in: [...WAITING, ...HELD] }],
  // Where the records have an approved plan with tests, and nothing is left to be run.
  verify: [{ say: '/verify', in: ALWAYS.filter((one) => one !== 'WAITING_SPEC_APPROVAL') }],
  config: [{ say: '/config', in: ALWAYS }],
  status: [{ say: '/status', in: ALWAYS }],
  help: [{ say: '/help', in: ALWAYS }],
  accept: [{ say: '/accept', in: ['DELIVERED'] }],
  fix: [{ say: '/fix the sum', in: ['DELIVERED'] }],
  retry: [{ say: '/retry', in: ['FAILED', 'FALLBACK_REQUIRED'] }],
  revert: [{ say: '/revert', in: ['DELIVERED'] }],
  open: [{ say: '/open', in: ['held: no_drafts'] }],
  rate: [{ say: '/rate 4 good', in: ENDED }],
  model: [{ say: '/model sonnet', in: UNTIL_THE_END }],
  login: [{ say: '/login', in: ALWAYS }],
  logout: [{ say: '/logout', in: ALWAYS }],
};

export const PLACES: readonly Place[] = ALWAYS;
