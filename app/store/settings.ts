// Settings of repositories as their admins saved them, and as they were when a job began.
import { AppError } from '../errors.ts';
import type { Connection } from './database/connection.ts';

/** Settings are checked by app/settings where they enter and where they are read. */
export type StoredSettings = {
  settings: object;
  version: number;
  updatedBy: string;
  updatedAt: number;
};
/** What was set where when a job began. */
export type FrozenSettings = { organisation: object; file: object; page: object };
type SettingsRecords = {
  /** What the admins of a repository saved; undefined when they never did. */
  find(repositoryId: number): Promise<StoredSettings | undefined>;
  /** Replaces the version that was seen (0: none); DATABASE_CONFLICT when it is not the newest. */
  save(change: {
    repositoryId: number;
    settings: object;
    version: number;
    by: string;
  }): Promise<void>;
  /** Once per job, when it begins. */
  freeze(jobId: string, layers: FrozenSettings): Promise<void>;
  frozen(jobId: string): Promise<FrozenSettings | undefined>;
};

export function settingsRecords(client: Connection): SettingsRecords {
  return {
    async find(repositoryId) {
      const { rows } = await client.query<StoredSettings>(
        `select settings, version, updated_by as "updatedBy", updated_at as "updatedAt"
           from repository_settings where repository_id = $1`,
        [repositoryId],
      );
      return rows[0];
    },
    async save({ repositoryId, settings, version, by }) {
      const values = [repositoryId, JSON.stringify(settings), by];
      // The first one races with nobody it has seen; a later one replaces the version it has seen.
      const { rowCount } =
        version === 0
          ? await client.query(
              `insert into repository_settings (repository_id, settings, updated_by)
               values ($1, $2, $3) on conflict do nothing`,
              values,
            )
          : await client.query(
              `update repository_settings set settings = $2, updated_by = $3, updated_at = now(),
                 version = version + 1
               where repository_id = $1 and version = $4`,
              [...values, version],
            );
      if (rowCount === 0) throw new AppError('DATABASE_CONFLICT', { details: { repositoryId } });
    },
    async freeze(jobId, { organisation, file, page }) {
      const layers = [organisation, file, page].map((layer) => JSON.stringify(layer));
      await client.query(
        `insert into settings_snapshots (job_id, organisation, file, page)
         values ($1, $2, $3, $4)`,
        [jobId, ...layers],
      );
    },
    async frozen(jobId) {
      const { rows } = await client.query<FrozenSettings>(
        'select organisation, file, page from settings_snapshots where job_id = $1',
        [jobId],
      );
      return rows[0];
    },
  };
}
