// Installations and repositories, as GitHub last described them.
import type { Connection } from './database/connection.ts';

type Installation = { id: number; accountId: number; accountLogin: string };
export type Repository = {
  id: number;
  installationId: number;
  owner: string;
  name: string;
  defaultBranch: string;
  isPrivate: boolean;
};
type InstallationRecords = {
  /** Idempotent. What could be reached just now is not gone any more. */
  saveInstallation(installation: Installation): Promise<void>;
  saveRepository(repository: Repository): Promise<void>;
  findRepository(id: number): Promise<Repository | undefined>;
};

export function installationRecords(client: Connection): InstallationRecords {
  return {
    async saveInstallation({ id, accountId, accountLogin }) {
      await client.query(
        `insert into installations (id, account_id, account_login) values ($1, $2, $3)
         on conflict (id) do update set account_id = excluded.account_id,
           account_login = excluded.account_login, suspended_at = null, removed_at = null
         where (installations.account_id, installations.account_login, null::timestamptz,
                null::timestamptz)
           is distinct from (excluded.account_id, excluded.account_login,
                installations.suspended_at, installations.removed_at)`,
        [id, accountId, accountLogin],
      );
    },
    async saveRepository({ id, installationId, owner, name, defaultBranch, isPrivate }) {
      await client.query(
        `insert into repositories (id, installation_id, owner, name, default_branch, is_private)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do update set owner = excluded.owner, name = excluded.name,
           default_branch = excluded.default_branch, is_private = excluded.is_private,
           installation_id = excluded.installation_id, removed_at = null, archived_at = null
         where (repositories.owner, repositories.name, repositories.default_branch,
                repositories.is_private, repositories.installation_id, null::timestamptz,
                null::timestamptz)
           is distinct from (excluded.owner, excluded.name, excluded.default_branch,
                excluded.is_private, excluded.installation_id, repositories.removed_at,
                repositories.archived_at)`,
        [id, installationId, owner, name, defaultBranch, isPrivate],
      );
    },
    async findRepository(id) {
      const { rows } = await client.query<Repository>(
        `select id, installation_id as "installationId", owner, name,
                default_branch as "defaultBranch", is_private as "isPrivate"
           from repositories where id = $1`,
        [id],
      );
      return rows[0];
    },
  };
}
