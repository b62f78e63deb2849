// Everything the settings page of one repository shows, and saving it. Whoever calls has checked that
// the person is an admin; nothing here asks for rights.
import { AppError, isAppError } from '../errors.ts';
import { leavesOf } from '../settings/effective.ts';
import { readLayers } from '../settings/read.ts';
import { type Problem, parseSettings, type Settings } from '../settings/schema.ts';
import type { Records } from '../store/records.ts';
import type { StoredSettings } from '../store/settings.ts';
import type { WebDeps } from './deps.ts';
import type { Administered } from './rights.ts';
import { fingerprints, toForm } from './settings-form.ts';
import { settingsPath } from './views/pages.ts';
import type { SettingsView } from './views/settings.ts';

type ModelDeps = Pick<WebDeps, 'store' | 'settingsFiles' | 'githubUrl'>;

/** As it is saved now, with nothing typed. */
export async function settingsView(
  deps: ModelDeps,
  { installation, repository }: Administered,
  signal: AbortSignal,
): Promise<SettingsView> {
  const { owner, name } = repository;
  const ref = { owner, name, installationId: installation.id };
  const [stored, texts] = await Promise.all([
    deps.store.transaction(async ({ settings }) => await settings.find(repository.id)),
    deps.settingsFiles(ref, signal),
  ]);
  const { layers, problems } = readLayers({ texts, saved: stored?.settings });
  const isValid = problems.page.length === 0;
  const values = toForm(stored?.settings ?? {});
  return {
    repository,
    githubUrl: deps.githubUrl,
    path: settingsPath(repository),
    version: stored?.version ?? 0,
    seen: fingerprints(values),
    saved: stored && { by: stored.updatedBy, at: stored.updatedAt },
    values,
    problems: byLeaf(problems.page),
    both: {},
    leaves: leavesOf(layers),
    file: { exists: texts.file !== undefined, problems: problems.file },
    organisation: { exists: texts.organisation !== undefined, problems: problems.organisation },
    notice: isValid ? undefined : { kind: 'bad', text: NOT_VALID_ANY_MORE },
  };
}

const NOT_VALID_ANY_MORE =
  'What was saved here is not valid any more and is left out until it is corrected.';

function byLeaf(problems: readonly Problem[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { at, problem } of problems) (found[at] ??= []).push(problem);
  return found;
}

type Change = {
  settings: Settings /** Of what the person saw; 0: nothing. */;
  version: number;
};
type Saved = { outcome: 'saved'; version: number } | { outcome: 'same' | 'conflict' };

/** The settings and their audit row in one transaction. Never throws for a conflict. */
export async function saveSettings(
  { store }: Pick<WebDeps, 'store'>,
  { person, installation, repository }: Administered,
  change: Change,
): Promise<Saved> {
  const by = person.login;
  try {
    return await store.transaction(async (records) => {
      const before = await records.settings.find(repository.id);
      if ((before?.version ?? 0) !== change.version) return { outcome: 'conflict' };
      if (isSameAs(before, change.settings)) return { outcome: 'same' };
      await keepRepository(records, { installation, repository });
      const { settings, version } = change;
      await records.settings.save({ repositoryId: repository.id, settings, version, by });
      await records.audit.append({
        installationId: installation.id,
        actor: by,
        subject: 'settings',
        subjectId: String(repository.id),
        action: 'saved',
        detail: { before: before?.settings ?? {}, after: settings, version: version + 1 },
      });
      return { outcome: 'saved', version: version + 1 };
    });
  } catch (error) {
    if (isAppError(error, 'DATABASE_CONFLICT')) return { outcome: 'conflict' };
    throw error;
  }
}

/** Both sides were written by the same schema, so the same settings are the same form. */
function isSameAs(before: StoredSettings | undefined, settings: Settings): boolean {
  const old = before?.settings ?? {};
  return fingerprints(toForm(old)) === fingerprints(toForm(settings)) && parseSettings(old).ok;
}

async function keepRepository(
  { installations }: Records,
  { installation, repository }: Pick<Administered, 'installation' | 'repository'>,
): Promise<void> {
  const { id, accountId, accountLogin } = installation;
  await installations.saveInstallation({ id, accountId, accountLogin });
  const { owner, name, defaultBranch, isPrivate } = repository;
  if (!/^[\w.-]+$/.test(owner) || !/^[\w.-]+$/.test(name)) throw new AppError('NOT_FOUND');
  await installations.saveRepository({
    id: repository.id,
    installationId: id,
    owner,
    name,
    defaultBranch,
    isPrivate,
  });
}
