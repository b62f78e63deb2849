// Violations of the rules on the words of an issue and on who approved what was made of them.
import { ID, insertRow } from './scene.ts';

const words = (columns: Record<string, string>) =>
  insertRow('issue_texts', {
    job_id: `'${ID.job}'`,
    number: '2',
    title: `'t'`,
    body: `'b'`,
    comments: `'[]'`,
    comments_until: '0',
    digest: `repeat('d', 64)`,
    removed: `'[]'`,
    ...columns,
  });
const approval = (columns: Record<string, string>) =>
  insertRow('approvals', {
    plan_id: `'${ID.plan}'`,
    job_id: `'${ID.job}'`,
    issue_digest: `repeat('a', 64)`,
    base_sha: `repeat('b', 40)`,
    approver: `'mona'`,
    permission: `'write'`,
    ...columns,
  });

export const APPROVAL_RULES: Record<string, string | string[]> = {
  issue_texts_number_check: words({ number: '0' }),
  issue_texts_comments_check: words({ comments: `'{}'` }),
  issue_texts_comments_until_check: words({ comments_until: '-1' }),
  issue_texts_digest_check: words({ digest: `'x'` }),
  issue_texts_removed_check: words({ removed: `'"x"'` }),
  issue_texts_append_only: [
    `${words({})}; update issue_texts set body = 'other words'`,
    `${words({})}; delete from issue_texts`,
  ],
  approvals_base_sha_check: approval({ base_sha: `'main'` }),
  approvals_approver_check: approval({ approver: `''` }),
  approvals_permission_check: approval({ permission: `'read'` }),
  approvals_of_plan_text: [
    approval({ issue_digest: `repeat('b', 64)` }),
    approval({ job_id: `'${ID.deliveredJob}'` }),
  ],
  approvals_append_only: [
    `${approval({})}; update approvals set approver = 'eve'`,
    `${approval({})}; delete from approvals`,
  ],
};
