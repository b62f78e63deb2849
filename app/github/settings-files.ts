// The settings files of a repository: its own, and the one of its owner.
import { isAppError } from '../errors.ts';
import type { Api } from './connection.ts';
import type { RepositoryRef, SettingsPlaces, SettingsTexts } from './port.ts';
import { readFile } from './reading.ts';

export async function readSettingsFiles(
  api: Api,
  repository: RepositoryRef,
  { file: path, organisation: shared }: SettingsPlaces,
): Promise<SettingsTexts> {
  const [file, organisation] = await Promise.all([
    readFile(api, repository, { path }),
    readIfAllowed(api, { ...repository, name: shared.repository }, shared.path),
  ]);
  return { file, organisation };
}

/** A repository that the installation does not cover sets nothing; no answer is no answer. */
async function readIfAllowed(
  api: Api,
  repository: RepositoryRef,
  path: string,
): Promise<string | undefined> {
  try {
    return await readFile(api, repository, { path });
  } catch (error) {
    if (isAppError(error) && error.details['status'] === 403) return undefined;
    throw error;
  }
}
