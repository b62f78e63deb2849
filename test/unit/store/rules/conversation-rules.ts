// Violations of the rules on conversations, what is kept of parked ones, and permissions: rule →
// plain SQL.
import { ID, insertRow } from './scene.ts';

const parking = (set: Record<string, string> = {}) =>
  insertRow('parkings', {
    session_id: `'${ID.session}'`,
    number: '1',
    state: `'{}'`,
    changes: `'[]'`,
    fence: '1',
    ...set,
  });

const answer = (set: Record<string, string> = {}) =>
  insertRow('hold_answers', {
    job_id: `'${ID.job}'`,
    hold_number: '1',
    kind: `'answer'`,
    actor: `'mona'`,
    ...set,
  });

const decision = (set: Record<string, string> = {}) =>
  insertRow('permission_log', {
    session_id: `'${ID.session}'`,
    tool_use_id: `'toolu_1'`,
    tool: `'Bash'`,
    decision: `'allow'`,
    decided_by: `'mode'`,
    reason: `''`,
    ...set,
  });

const session = (set: string) => `update agent_sessions set ${set} where id = '${ID.session}'`;

export const CONVERSATION_RULES: Record<string, string | string[]> = {
  agent_sessions_ordinal_check: session('ordinal = -1'),
  agent_sessions_runner_pid_check: session('runner_pid = 0'),
  parkings_number_check: parking({ number: '0' }),
  parkings_hold_number_check: parking({ hold_number: '0', outcome: `'{}'` }),
  parkings_held: [parking({ hold_number: '1' }), parking({ outcome: `'{}'` })],
  parkings_fence: parking({ fence: '0' }),
  parkings_kept: [
    `${parking()}; update parkings set changes = '[1]'`,
    `${parking()}; update parkings set resumed_at = now(); update parkings set resumed_at = null`,
  ],
  hold_answers_hold_number_check: answer({ hold_number: '0' }),
  hold_answers_kind_check: answer({ kind: `'shrug'` }),
  hold_answers_actor_check: answer({ actor: `''` }),
  permission_log_tool_use_id_check: decision({ tool_use_id: `''` }),
  permission_log_tool_check: decision({ tool: `''` }),
  permission_log_decision_check: decision({ decision: `'maybe'` }),
  permission_log_decided_by_check: decision({ decided_by: `''` }),
  parkings_append_only: `${parking()}; delete from parkings`,
  hold_answers_append_only: [
    `${answer()}; delete from hold_answers`,
    `${answer()}; update hold_answers set actor = 'hubot'`,
  ],
  permission_log_append_only: [
    `${decision()}; delete from permission_log`,
    `${decision()}; update permission_log set decision = 'deny'`,
    'truncate permission_log',
  ],
};
