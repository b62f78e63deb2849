// The settings of a trigger's repository: what its admins saved, over what its settings file says, over
// what its organisation's says. A job's files are those it began with; what admins save counts at once.
import { type Trigger, threadNumberOf } from '../command/trigger.ts';
import type { Layers } from '../settings/effective.ts';
import {
  describeProblem,
  ORGANISATION_FILE,
  SETTINGS_FILE,
  SETTINGS_PLACES,
} from '../settings/file.ts';
import { frozenLayers, readLayers, storedSettings } from '../settings/read.ts';
import type { Problem } from '../settings/schema.ts';
import type { WebhookDeps } from './deps.ts';
import { repositoryOf } from './facts.ts';

/** Not ok: a file cannot be used; `layers` are what can. */
type RepositorySettings =
  | { ok: true; layers: Layers }
  | { ok: false; layers: Layers; reason: string };

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
    return { ok: true, layers: { ...frozenLayers(frozen), page } };
  }
  const asked = deps.github.settingsFiles(repositoryOf(trigger), SETTINGS_PLACES);
  const texts = await asked.catch((error: unknown) => {
    deps.log.warn({ err: error }, 'GitHub does not show the settings files; nothing is admitted');
    throw error;
  });
  const { layers, problems } = readLayers({ texts, saved: page });
  const reasons = brokenFiles(trigger, problems);
  return reasons.length === 0
    ? { ok: true, layers }
    : { ok: false, layers, reason: reasons.join('. ') };
}

type Problems = ReturnType<typeof readLayers>['problems'];

function brokenFiles(trigger: Trigger, { file, organisation }: Problems): string[] {
  const { owner, defaultBranch } = trigger.repository;
  const shared = `${owner}/${ORGANISATION_FILE.repository}`;
  return [
    ...broken(trigger, file, {
      name: `\`${SETTINGS_FILE}\``,
      place: `\`${defaultBranch}\``,
    }),
    ...broken(trigger, organisation, {
      name: `\`${ORGANISATION_FILE.path}\` of \`${shared}\``,
      place: `the default branch of \`${shared}\``,
    }),
  ];
}

function broken(
  trigger: Trigger,
  problems: readonly Problem[],
  { name, place }: { name: string; place: string },
): string[] {
  if (problems.length === 0) return [];
  const said = problems.slice(0, 5).map(describeProblem).join('; ');
  return [
    `${name} cannot be used for #${threadNumberOf(trigger)}: ${said}. Correct it on ${place} and try again`,
  ];
}
