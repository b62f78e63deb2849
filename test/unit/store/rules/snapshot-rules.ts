// Violations of the rules on snapshots: rule → plain SQL.
import { ID, insertRow } from './scene.ts';

const snapshot = (set: Record<string, string> = {}) =>
  insertRow('snapshots', {
    id: `'${ID.fresh}'`,
    repository_id: '21',
    job_id: `'${ID.job}'`,
    fence: '1',
    base_sha: `repeat('a', 40)`,
    setup_digest: `repeat('b', 64)`,
    provider: `'local'`,
    provider_snapshot_id: `'snapshot-1'`,
    expires_at: `now() + interval '1 day'`,
    ...set,
  });
const evidence = `deletion = '{"providerAnswer": "gone"}', deleted_at = now()`;

export const SNAPSHOT_RULES: Record<string, string | string[]> = {
  snapshots_base_sha_check: snapshot({ base_sha: `'main'` }),
  snapshots_setup_digest_check: snapshot({ setup_digest: `'x'` }),
  snapshots_provider_check: snapshot({ provider: `''` }),
  snapshots_provider_snapshot_id_check: snapshot({ provider_snapshot_id: `''` }),
  snapshots_expiry: snapshot({ expires_at: `now() - interval '1 day'` }),
  snapshots_deletion_evident: [
    `${snapshot()}; update snapshots set deleted_at = now()`,
    `${snapshot()}; update snapshots set deleted_at = now(), deletion = '{}'`,
  ],
  snapshots_of_provider: `${snapshot()}; ${snapshot({ id: 'gen_random_uuid()' })}`,
  snapshots_fence: [snapshot({ fence: '0' }), snapshot({ check_id: `'${ID.check}'` })],
  snapshots_kept: [
    `${snapshot()}; delete from snapshots`,
    `${snapshot()}; update snapshots set base_sha = repeat('c', 40)`,
    `${snapshot()}; update snapshots set ${evidence}; update snapshots set ${evidence}`,
  ],
};
