// Violations of the rules on settings: rule → plain SQL.
import { ID, insertRow } from './scene.ts';

const saved = (set: Record<string, string> = {}) =>
  insertRow('repository_settings', {
    repository_id: '21',
    settings: `'{}'`,
    updated_by: `'mona'`,
    ...set,
  });
const frozen = (set: Record<string, string> = {}) =>
  insertRow('settings_snapshots', { job_id: `'${ID.job}'`, file: `'{}'`, page: `'{}'`, ...set });

const notice = (set: Record<string, string> = {}) =>
  insertRow('notices', { job_id: `'${ID.job}'`, moment: `'plan'`, key: `'k'`, ...set });

export const SETTINGS_RULES: Record<string, string | string[]> = {
  repository_settings_settings_check: saved({ settings: `'[]'` }),
  repository_settings_version_check: saved({ version: '0' }),
  repository_settings_updated_by_check: saved({ updated_by: `''` }),
  repository_settings_version: `${saved()}; update repository_settings set settings = '{"a": 1}'`,
  settings_snapshots_organisation_check: frozen({ organisation: `'[]'` }),
  settings_snapshots_file_check: frozen({ file: `'[]'` }),
  settings_snapshots_page_check: frozen({ page: `'"x"'` }),
  notices_moment_check: notice({ moment: `'start'` }),
  notices_key_check: notice({ key: `''` }),
  notices_append_only: [
    `${notice()}; update notices set key = 'l'`,
    `${notice()}; delete from notices`,
  ],
  settings_snapshots_append_only: [
    `${frozen()}; update settings_snapshots set file = '{"a": 1}'`,
    `${frozen()}; delete from settings_snapshots`,
  ],
};
