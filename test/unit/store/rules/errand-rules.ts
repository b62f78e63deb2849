// Violations of the rules on errands and on what people say beside the course of a job: rule → plain
// SQL.
import { audited, ID, insertRow } from './scene.ts';

const errand = (set: Record<string, string> = {}) =>
  `${insertRow('errands', {
    id: `'${ID.fresh}'`,
    job_id: `'${ID.job}'`,
    kind: `'revert'`,
    request: `'{}'`,
    requested_by: `'mona'`,
    ...set,
  })}; ${audited('errand', ID.fresh)}`;

const change = (set: string) => `update errands set ${set} where id = '${ID.fresh}'`;
const changed = (set: string) => `${errand()}; ${change(set)}`;
const DONE = `status = 'done', outcome = '{}', done_at = now()`;
const TOLD = `status = 'told', answer_id = 1, outcome = '{}', done_at = now()`;
const BEGUN = `begun_job_id = '${ID.failedJob}'`;
const claimed = { fence: '3', worker: `'w'`, lease_until: 'now()' };

const approval = (set: Record<string, string> = {}) =>
  `${insertRow('report_approvals', {
    id: `'${ID.fresh}'`,
    job_id: `'${ID.deliveredJob}'`,
    report_id: `'${ID.report}'`,
    approved_by: `'mona'`,
    approver_id: '3',
    permission: `'write'`,
    commit_sha: `repeat('a', 40)`,
    is_override: 'false',
    ...set,
  })}; ${audited('report_approval', ID.fresh)}`;

const rating = (set: Record<string, string> = {}) =>
  insertRow('task_ratings', {
    job_id: `'${ID.deliveredJob}'`,
    person_id: '3',
    person: `'mona'`,
    stars: '4',
    goal: `'totals'`,
    ...set,
  });

const model = (set: Record<string, string> = {}) =>
  insertRow('job_models', {
    job_id: `'${ID.job}'`,
    model_class: `'L1'`,
    model: `'sonnet'`,
    chosen_by: `'mona'`,
    ...set,
  });

export const ERRAND_RULES: Record<string, string | string[]> = {
  errands_kind_check: errand({ kind: `'dance'` }),
  errands_request_check: errand({ request: `'[]'` }),
  errands_requested_by_check: errand({ requested_by: `''` }),
  errands_status_check: changed(`status = 'fine', outcome = '{}', done_at = now()`),
  errands_fence_check: errand({ fence: '-1' }),
  errands_tries_check: errand({ tries: '-1' }),
  errands_answer_id_check: changed(TOLD.replace('= 1', '= 0')),
  errands_leased: [errand({ worker: `'w'` }), errand({ lease_until: 'now()' })],
  errands_done: [changed(`status = 'done'`), changed(`outcome = '{}', done_at = now()`)],
  errands_begun: changed(BEGUN),
  errands_answered: [
    changed(`status = 'told', outcome = '{}', done_at = now()`),
    changed(`${DONE}, answer_id = 1`),
  ],
  errands_ended_unheld: changed(`${TOLD}, worker = 'w', lease_until = now()`),
  errands_begin_once: `${changed(`${DONE}, ${BEGUN}`)};
    ${errand({ id: `'${ID.check}'` })}; ${change(`${DONE}, ${BEGUN}`).replace(ID.fresh, ID.check)}`,
  errands_fence_grows: `${errand(claimed)}; ${change('fence = 2')}`,
  errands_kept: [
    `${errand()}; delete from errands`,
    changed(`request = '{"a": 1}'`),
    changed(`requested_by = 'eve'`),
    `${changed(DONE)}; ${change(`outcome = '{"a": 1}'`)}`,
    `${changed(TOLD)}; ${change('answer_id = 2')}`,
  ],
  errands_audited: errand().split(';')[0] ?? '',
  report_approvals_job_id_key: `${approval()}; ${approval({ id: 'gen_random_uuid()' })}`,
  report_approvals_approved_by_check: approval({ approved_by: `''` }),
  report_approvals_approver_id_check: approval({ approver_id: '0' }),
  report_approvals_permission_check: approval({ permission: `'read'` }),
  report_approvals_commit_sha_check: approval({ commit_sha: `'main'` }),
  report_approvals_append_only: `${approval()}; update report_approvals set is_override = true`,
  report_approvals_audited: approval().split(';')[0] ?? '',
  task_ratings_person_id_check: rating({ person_id: '0' }),
  task_ratings_person_check: rating({ person: `''` }),
  task_ratings_stars_check: [rating({ stars: '0' }), rating({ stars: '6' })],
  task_ratings_why_check: rating({ why: `''` }),
  task_ratings_goal_check: rating({ goal: `''` }),
  job_models_model_class_check: model({ model_class: `'L4'` }),
  job_models_model_check: model({ model: `''` }),
  job_models_chosen_by_check: model({ chosen_by: `''` }),
  agent_sessions_cleared_ended: `update agent_sessions set cleared_at = now(), ended_at = null
    where id = '${ID.session}'`,
};
