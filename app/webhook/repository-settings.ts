// The settings of a trigger's repository: what its admins saved, over what its settings file says.
// A job's file is the one it began with; what admins save counts at once.
import { type Trigger, threadNumberOf } from '../command/trigger.ts';
import type { Layers } from '../settings/effective.ts';
import { describeProblem, SETTINGS_FILE } from '../settings/file.ts';
import { readLayers, storedSettings } from '../settings/read.ts';
import type { Settings } from '../settings/schema.ts';
import type { WebhookDeps } from './deps.ts';
import { repositoryOf, unclear } from './facts.ts';

type RepositorySettings =
  | { ok: true; layers: Layers }
  /** The file cannot be used; what the admins saved can. */
  | { ok: false; page: Settings; reason: string };

/** Throws when GitHub or the database does not answer: nothing is decided by guesses. */
export async function repositorySettings(
  deps: Pick<WebhookDeps, 'store' | 'github' | 'log'>,
  trigger: Trigger,
  jobId: string | undefined,
): Promise<RepositorySettings> {
  const { saved, frozen } = await deps.store.accept(async ({ settings }) => ({
    saved: await settings.find(trigger.repository.id),
    frozen: jobId === undefined ? undefined : await settings.frozen(jobId),
  }));
  const page = storedSettings(saved?.settings);
  // A job from before settings were kept has none of a file.
  if (frozen !== undefined || trigger.kind === 'comment') {
    return { ok: true, layers: { file: storedSettings(frozen?.file), page } };
  }
  const text = await deps.github
    .file(repositoryOf(trigger), { path: SETTINGS_FILE })
    .catch((error: unknown) => {
      deps.log.warn({ err: error }, 'GitHub does not show the settings file; nothing is admitted');
      throw unclear('GitHub does not show the settings of the repository');
    });
  const { layers, problems: found } = readLayers({ text, saved: page });
  if (found.file.length === 0) return { ok: true, layers };
  const problems = found.file.slice(0, 5).map(describeProblem).join('; ');
  const reason = `\`${SETTINGS_FILE}\` cannot be used for #${threadNumberOf(trigger)}: ${problems}. Correct it on \`${trigger.repository.defaultBranch}\` and try again`;
  return { ok: false, page, reason };
}
