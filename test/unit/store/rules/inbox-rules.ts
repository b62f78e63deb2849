// Violations of the rules on the inbox and the catch-up: rule → plain SQL.
import { insertRow } from './scene.ts';

const delivery = insertRow('webhook_deliveries', {
  hook_id: '5',
  guid: `'undecided'`,
  event: `'issues'`,
  thread: `'21#1'`,
  subject: `'issue_comment:5'`,
});
const entry = (set: Record<string, string> = {}) =>
  insertRow('inbox', {
    hook_id: '5',
    guid: `'undecided'`,
    thread: `'21#1'`,
    kept: `'{}'`,
    ...set,
  });
const after = (statement: string) => `${delivery}; ${statement}`;
const undecided = (statement: string) => after(`${entry()}; ${statement}`);

export const INBOX_RULES: Record<string, string | string[]> = {
  webhook_deliveries_thread_check: `update webhook_deliveries set thread = ''`,
  webhook_deliveries_subject_check: `update webhook_deliveries set subject = ''`,
  webhook_deliveries_about_check: `update webhook_deliveries set about = ''`,
  webhook_deliveries_once: after(
    insertRow('webhook_deliveries', {
      hook_id: '6',
      guid: `'another'`,
      event: `'issues'`,
      subject: `'issue_comment:5'`,
    }),
  ),
  webhook_deliveries_decided: [
    `update webhook_deliveries set outcome = 'ignored' where guid = 'g'`,
    `update webhook_deliveries set reason = 'because' where guid = 'g'`,
    `update webhook_deliveries set outcome = null where guid = 'g'`,
  ],
  inbox_thread_check: after(entry({ thread: `''` })),
  inbox_kept_check: after(entry({ kept: `to_jsonb(repeat('x', 1048577))` })),
  inbox_fence_check: after(entry({ fence: '-1' })),
  inbox_tries_check: after(entry({ tries: '-1' })),
  inbox_one_of_delivery: undecided(entry()),
  inbox_leased: undecided(`update inbox set worker = 'w'`),
  inbox_undecided_kept: [
    undecided('delete from inbox'),
    undecided(`update inbox set handled = '{}'`),
  ],
  catch_ups_part_check: insertRow('catch_ups', { part: `''`, heard_till: 'now()' }),
  redeliveries_guid_check: insertRow('redeliveries', { guid: `''` }),
  redeliveries_asked_check: insertRow('redeliveries', { guid: `'g'`, asked: '4' }),
};
