// Violations of the rules on sign-ins: rule → plain SQL.
import { ID, insertRow } from './scene.ts';

const USER = `'${ID.fresh}'`;
const TIME = `'2026-01-01T00:00:00Z'::timestamptz`;
const DIGEST = `sha256('a'::bytea)`;

const user = insertRow('users', { id: USER });
const identity = (set: Record<string, string> = {}) =>
  insertRow('identities', {
    provider: `'github'`,
    subject: '7',
    user_id: USER,
    login: `'mona'`,
    ...set,
  });
const session = (set: Record<string, string> = {}) =>
  insertRow('web_sessions', {
    id_digest: DIGEST,
    user_id: USER,
    key_id: `'0123456789abcdef'`,
    sealed_tokens: `decode(repeat('00', 29), 'hex')`,
    created_at: TIME,
    seen_at: TIME,
    expires_at: `${TIME} + interval '168 hours'`,
    ...set,
  });
const after = (statement: string) => `${user}; ${statement}`;

export const SIGN_IN_RULES: Record<string, string | string[]> = {
  users_deleted_after_created: insertRow('users', { created_at: 'now()', deleted_at: TIME }),
  identities_provider_check: after(identity({ provider: `'elsewhere'` })),
  identities_subject_check: after(identity({ subject: '0' })),
  identities_login_check: [after(identity({ login: `''` })), after(identity({ login: `'a b'` }))],
  identities_one_per_provider: after(`${identity()}; ${identity({ subject: '8' })}`),
  web_sessions_id_digest_check: after(session({ id_digest: `'short'::bytea` })),
  web_sessions_key_id_check: after(session({ key_id: `'key'` })),
  web_sessions_sealed_tokens_check: after(
    session({ sealed_tokens: `decode(repeat('00', 28), 'hex')` }),
  ),
  web_sessions_tokens_version_check: after(session({ tokens_version: '0' })),
  web_sessions_seen_in_life: [
    after(session({ seen_at: `${TIME} - interval '1 second'` })),
    after(session({ seen_at: `${TIME} + interval '169 hours'` })),
  ],
  web_sessions_longest_life: after(
    session({ expires_at: `${TIME} + interval '168 hours 1 second'` }),
  ),
  used_sign_ins_state_digest_check: insertRow('used_sign_ins', {
    state_digest: `'short'::bytea`,
    expires_at: TIME,
  }),
};
