// Violations of the rules on what attempts left for download.
import { ID, insertRow } from './scene.ts';

const artifact = (columns: Record<string, string>) =>
  insertRow('artifacts', {
    job_id: `'${ID.job}'`,
    attempt_number: '1',
    base: `'{}'`,
    fence: '1',
    expires_at: `now() + interval '30 days'`,
    ...columns,
  });

export const ARTIFACT_RULES: Record<string, string | string[]> = {
  artifacts_attempt_number_check: artifact({ attempt_number: '0' }),
  artifacts_base_check: artifact({ base: `'[]'` }),
  artifacts_expiry: artifact({ expires_at: 'now()' }),
  // Whoever has lost the job cannot say either that it can be had for longer.
  artifacts_fence: [
    artifact({ fence: '0' }),
    `${artifact({})}; update artifacts set fence = 0, expires_at = now() + interval '1 year'`,
  ],
};
