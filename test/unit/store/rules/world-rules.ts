// Violations of the rules on what happens around a job: rule → plain SQL.
import { ID, insertRow } from './scene.ts';

const happening = (set: Record<string, string> = {}) =>
  insertRow('happenings', {
    job_id: `'${ID.job}'`,
    key: `'push/base:1/a'`,
    name: `'push/base'`,
    deed: `'note'`,
    actor: `'mona'`,
    ...set,
  });

export const WORLD_RULES: Record<string, string | string[]> = {
  happenings_key_check: happening({ key: `''` }),
  happenings_name_check: happening({ name: `'Push!'` }),
  happenings_deed_check: happening({ deed: `'shrug'` }),
  happenings_actor_check: happening({ actor: `''` }),
  happenings_once: `${happening()}; ${happening()}`,
  happenings_append_only: [
    `${happening()}; update happenings set actor = 'eve'`,
    `${happening()}; delete from happenings`,
  ],
};
