// Violations of the rules on checks of branches: rule → plain SQL.
import { audited, ID, insertRow } from './scene.ts';

const check = (set: Record<string, string> = {}) =>
  `${insertRow('branch_checks', {
    id: `'${ID.fresh}'`,
    job_id: `'${ID.job}'`,
    plan_id: `'${ID.plan}'`,
    pull_number: '7',
    commit_sha: `repeat('a', 40)`,
    requested_by: `'mona'`,
    comment_id: '99',
    ...set,
  })}; ${audited('branch_check', ID.fresh)}`;

const change = (set: string) => `update branch_checks set ${set} where id = '${ID.fresh}'`;
const changed = (set: string) => `${check()}; ${change(set)}`;
const JUDGED = `status = 'judged', outcome = '{}', judged_at = now()`;
const TOLD = `status = 'told', answer_id = 1, outcome = '{}', judged_at = now()`;
const claimed = { fence: '3', worker: `'w'`, lease_until: 'now()' };

export const BRANCH_CHECK_RULES: Record<string, string | string[]> = {
  branch_checks_pull_number_check: check({ pull_number: '0' }),
  branch_checks_commit_sha_check: check({ commit_sha: `'main'` }),
  branch_checks_requested_by_check: check({ requested_by: `''` }),
  branch_checks_comment_id_check: check({ comment_id: '0' }),
  branch_checks_status_check: changed(`status = 'fine', outcome = '{}', judged_at = now()`),
  branch_checks_fence_check: check({ fence: '-1' }),
  branch_checks_tries_check: check({ tries: '-1' }),
  branch_checks_result_check: changed(`${JUDGED}, result = 'splendid'`),
  branch_checks_answer_id_check: changed(TOLD.replace('= 1', '= 0')),
  branch_checks_leased: [check({ worker: `'w'` }), check({ lease_until: 'now()' })],
  branch_checks_judged: [
    changed(`status = 'judged'`),
    changed(`outcome = '{}', judged_at = now()`),
    changed(`status = 'judged', outcome = '{}'`),
  ],
  branch_checks_result_seen: changed(`result = 'partial'`),
  branch_checks_answered: [
    changed(`status = 'told', outcome = '{}', judged_at = now()`),
    changed(`${JUDGED}, answer_id = 1`),
  ],
  branch_checks_ended_unheld: changed(`${TOLD}, worker = 'w', lease_until = now()`),
  branch_checks_one_of_commit: `${check()}; ${check({ id: 'gen_random_uuid()' })}`,
  branch_checks_fence_grows: `${check(claimed)}; ${change('fence = 2')}`,
  branch_checks_kept: [
    `${check()}; delete from branch_checks`,
    changed(`commit_sha = repeat('b', 40)`),
    changed(`requested_by = 'eve'`),
    `${changed(`${JUDGED}, result = 'partial'`)}; ${change(`result = 'all passed'`)}`,
    `${changed(TOLD)}; ${change('answer_id = 2')}`,
  ],
  branch_checks_audited: [
    check().split(';')[0] ?? '',
    `update branch_checks set ${TOLD} where id = '${ID.check}'`,
  ],
};
