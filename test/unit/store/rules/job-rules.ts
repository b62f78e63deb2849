// Violations of the rules on installations, jobs, work, holds and the audit: rule → plain SQL.
import { audited, ID, insertRow, moveJob, newJob } from './scene.ts';

const job = (set: string) =>
  `update jobs set version = version + 1, ${set} where id = '${ID.job}'; ${audited('job', ID.job)}`;
const work = (set: string) => `update work set ${set} where job_id = '${ID.job}'`;
const hold = (set: string) => `update holds set ${set} where job_id = '${ID.job}'`;
const event = (set: Record<string, string>) => {
  const row = { actor: 'a', subject: 's', subject_id: 'i', action: 'x', ...set };
  const quoted = Object.entries(row).map(([name, text]) => [name, `E'${text}'`]);
  return insertRow('audit_events', { installation_id: '11', ...Object.fromEntries(quoted) });
};
const delivery = (set: Record<string, string>) => {
  const row = { hook_id: '2', guid: `'g'`, event: `'e'`, outcome: `'ignored'`, ...set };
  return insertRow('webhook_deliveries', row);
};
const repository = (column: string) =>
  `update repositories set ${column} = case '${column}' when 'default_branch' then '' else 'a/../b' end`;

export const JOB_RULES: Record<string, string | string[]> = {
  installations_id_check: `insert into installations values (0, 1, 'a')`,
  installations_account_id_check: `insert into installations values (5, 0, 'a')`,
  installations_account_login_check: `insert into installations values (5, 1, '')`,
  repositories_id_check: `insert into repositories values (0, 11, 'o', 'r', 'main')`,
  repositories_owner_check: repository('owner'),
  repositories_name_check: repository('name'),
  repositories_default_branch_check: repository('default_branch'),
  webhook_deliveries_pkey: delivery({ hook_id: '1' }),
  webhook_deliveries_guid_check: delivery({ guid: `''` }),
  webhook_deliveries_event_check: delivery({ event: `''` }),
  webhook_deliveries_outcome_check: delivery({ outcome: `'lost'` }),
  webhook_deliveries_refusal_reasoned: delivery({ outcome: `'refused'` }),

  job_state_check: job(`state = 'EXECUTING'`),
  jobs_job_key_check: newJob(ID.fresh, 'issue 21'),
  jobs_issue_number_check: job('issue_number = 0'),
  jobs_step_check: job(`step = 'celebrate'`),
  jobs_failure_reason_check: moveJob(
    ID.job,
    'FAILED',
    `, failure_reason = 'BAD_LUCK', ended_at = now()`,
  ),
  jobs_attempt_count_check: job('attempt_count = -1'),
  jobs_identical_failure_count_check: job(`identical_failure_count = 4, failure_fingerprint = 'x'`),
  jobs_failures_fingerprinted: job('identical_failure_count = 1'),
  jobs_failure_reasoned: moveJob(ID.job, 'FAILED', ', ended_at = now()'),
  jobs_ended: moveJob(ID.job, 'FAILED', `, failure_reason = 'USER_CANCELLED'`),
  jobs_version_check: `alter table jobs disable trigger job_guard;
    update jobs set version = 0 where id = '${ID.job}'`,
  jobs_version: `update jobs set step = 'verify' where id = '${ID.job}'`,
  jobs_one_open_per_key: newJob(ID.fresh, 'issue:21:1'),
  jobs_begin_pending: `insert into jobs (id, installation_id, repository_id, job_key, state)
    values ('${ID.fresh}', 11, 21, 'issue:21:9', 'ANALYZING')`,
  jobs_kept: `delete from jobs where id = '${ID.job}'`,
  jobs_terminal_immutable: [
    moveJob(ID.deliveredJob, 'ANALYZING', ', ended_at = null'),
    `update jobs set facts = '{"a": 1}', version = version + 1 where id = '${ID.deliveredJob}'`,
    `update jobs set failure_reason = 'x', version = version + 1 where id = '${ID.failedJob}'`,
  ],
  jobs_identity: job(`job_key = 'issue:21:77'`),
  jobs_edges: [moveJob(ID.job, 'ANALYZING'), moveJob(ID.job, 'WAITING_INTERVENTION')],
  jobs_delivered_needs_report: moveJob(ID.job, 'DELIVERED', ', ended_at = now()'),
  jobs_audited: [
    `update jobs set step = 'verify', version = version + 1 where id = '${ID.job}'`,
    `insert into jobs (id, installation_id, repository_id, job_key, state)
       values ('${ID.fresh}', 11, 21, 'issue:21:9', 'PENDING')`,
  ],

  holds_pkey: `insert into holds (job_id, reason, since, commands)
    values ('${ID.job}', 'scope', now(), '{/widen}')`,
  holds_reason_check: hold(`reason = 'tired'`),
  holds_until_after_since: hold(`until = since - interval '1 second'`),
  holds_can_end: hold(`commands = '{}'`),

  work_fence_check: `alter table work disable trigger work_guard; ${work('fence = -1')}`,
  work_fence_grows: work('fence = 0'),
  work_tries_check: work('tries = -1'),
  work_worker_leased: work(`worker = 'w'`),
  work_worker_has_effect: work(`effect = null, worker = 'w', lease_until = now()`),
  work_parked_reasoned: work('parked_at = now()'),

  audit_events_actor_check: event({ actor: 'a\\nb' }),
  audit_events_subject_check: event({ subject: '' }),
  audit_events_subject_id_check: event({ subject_id: 'i\\r' }),
  audit_events_action_check: event({ action: '\\n' }),
  audit_events_sequence_check: `alter table audit_events disable trigger audit_append;
    insert into audit_events (installation_id, sequence, actor, subject, subject_id, action,
      detail_digest, previous_digest, digest) values (11, 0, 'a', 's', 'i', 'x', '', '', '')`,
  audit_events_append_only: [
    `update audit_events set actor = 'other' where sequence = 2`,
    `update audit_events set detail = '{"forged": true}' where sequence = 2`,
    `delete from audit_events where sequence = 2`,
    `truncate audit_events`,
  ],
  audit_chains_append_only: [
    `update audit_chains set length = length - 1`,
    `update audit_chains set length = length + 1`,
    `delete from audit_chains`,
    `insert into audit_chains (installation_id, length) values (99, 5)`,
    `truncate audit_chains cascade`,
  ],
  audit_chains_length_check: `alter table audit_chains disable trigger audit_head_guard;
    update audit_chains set length = -1`,
};
