// Violations of the rules on a job's branch: what was put there, and what it was verified on.
import { ID, insertRow } from './scene.ts';

const SHA = `repeat('a', 40)`;
const commit = (columns: Record<string, string>) =>
  insertRow('branch_commits', {
    job_id: `'${ID.job}'`,
    sha: SHA,
    kind: `'work'`,
    attempt_number: '1',
    tree_sha: SHA,
    ...columns,
  });
const planned = (columns: Record<string, string>) =>
  insertRow('planned_commits', {
    job_id: `'${ID.job}'`,
    sha: SHA,
    kind: `'work'`,
    attempt_number: '1',
    tree_sha: SHA,
    fence: '1',
    ...columns,
  });
const validation = (columns: Record<string, string>) =>
  insertRow('rebase_validations', {
    job_id: `'${ID.job}'`,
    attempt_number: '1',
    number: '2',
    branch_sha: SHA,
    own_sha: SHA,
    tip_sha: SHA,
    branch_commits: '0',
    base_commits: '0',
    base: `'unmoved'`,
    fence: '1',
    ...columns,
  });
const changed = (table: string, set: string) => [
  `update ${table} set ${set}`,
  `delete from ${table} where job_id = '${ID.job}'`,
];

export const BRANCH_RULES: Record<string, string | string[]> = {
  branch_commits_sha_check: commit({ sha: `'HEAD'` }),
  branch_commits_kind_check: commit({ kind: `'theirs'` }),
  branch_commits_attempt_number_check: commit({ attempt_number: '0' }),
  branch_commits_tree_sha_check: commit({ tree_sha: `'x'` }),
  branch_commits_append_only: changed('branch_commits', `kind = 'work'`),
  planned_commits_sha_check: planned({ sha: `'HEAD'` }),
  planned_commits_kind_check: [planned({ kind: `'theirs'` }), planned({ kind: `'adopted'` })],
  planned_commits_attempt_number_check: planned({ attempt_number: '0' }),
  planned_commits_tree_sha_check: planned({ tree_sha: `'x'` }),
  planned_commits_fence: planned({ fence: '0' }),
  planned_commits_append_only: changed('planned_commits', `kind = 'work'`),
  rebase_validations_attempt_number_check: validation({ attempt_number: '0' }),
  rebase_validations_number_check: validation({ number: '0' }),
  rebase_validations_branch_sha_check: validation({ branch_sha: `'x'` }),
  rebase_validations_own_sha_check: validation({ own_sha: `'x'` }),
  rebase_validations_tip_sha_check: validation({ tip_sha: `'x'` }),
  rebase_validations_branch_commits_check: validation({ branch_commits: '-1' }),
  rebase_validations_base_commits_check: validation({ base_commits: '-1' }),
  rebase_validations_base_check: validation({ base: `'forced'` }),
  rebase_validations_problem_check: validation({ base: `'conflict'`, problem: `''` }),
  rebase_validations_told: [validation({ base: `'conflict'` }), validation({ problem: `'x'` })],
  rebase_validations_fence: validation({ fence: '0' }),
  rebase_validations_append_only: changed('rebase_validations', `base = 'apart'`),
};
