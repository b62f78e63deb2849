// An accepted job with its installation and repository. Apart from the world of engine tests, which
// brings Node's test runner along: a chaos or bench must not.
import { randomUUID } from 'node:crypto';
import { beginJob } from '../../app/engine/apply.ts';
import { createJob } from '../../app/job/create.ts';
import type { Store } from '../../app/store/store.ts';

export type JobWishes = {
  installation?: number;
  repository?: number;
  waitsForProviderQuota?: boolean;
};

export async function addJob(
  store: Store,
  { installation = 1, repository = 1, waitsForProviderQuota = false }: JobWishes = {},
): Promise<string> {
  const id = randomUUID();
  await store.transaction(async (records) => {
    const account = { accountId: installation, accountLogin: `org-${installation}` };
    await records.installations.saveInstallation({ id: installation, ...account });
    await records.installations.saveRepository({
      id: repository,
      installationId: installation,
      owner: account.accountLogin,
      name: `repo-${repository}`,
      defaultBranch: 'main',
      isPrivate: false,
    });
    const created = createJob({
      id,
      at: await records.now(),
      tierClasses: ['L1', 'L2', 'L3'],
      waitsForProviderQuota,
    });
    if (!created.ok) throw new Error(created.reason);
    const place = { installationId: installation, repositoryId: repository };
    const record = { job: created.job, ...place, key: `issue:${repository}:${id}` };
    await beginJob(records, record, 'test');
  });
  return id;
}
