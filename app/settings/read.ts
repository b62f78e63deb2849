// The one way from what is kept of settings to their layers: the texts of the files, what admins
// saved, and what a job began with. Whoever wants one value asks effective.ts. Pure.
import { AppError } from '../errors.ts';
import type { Layers } from './effective.ts';
import { describeProblem, parseSettingsFile } from './file.ts';
import { type Problem, parseSettings, type Settings } from './schema.ts';

type Kept = {
  /** Of the settings files, of the repository and of its owner; absent: there is none. */
  texts: { file: string | undefined; organisation: string | undefined };
  /** What admins saved; absent: they never did. */
  saved: object | undefined;
};
type ReadLayers = {
  /** What cannot be used is left out. */
  layers: Layers;
  problems: Record<keyof Layers, readonly Problem[]>;
};

/** A repository's settings as they are now. */
export function readLayers({ texts, saved }: Kept): ReadLayers {
  const organisation = used(parseSettingsFile(texts.organisation ?? ''));
  const file = used(parseSettingsFile(texts.file ?? ''));
  const page = used(parseSettings(saved));
  return {
    layers: {
      organisation: organisation.settings,
      file: file.settings,
      page: page.settings,
    },
    problems: {
      organisation: organisation.problems,
      file: file.problems,
      page: page.problems,
    },
  };
}

/** A job's settings as they were when it began; one from before they were kept has the defaults. */
export function frozenLayers(frozen: Record<keyof Layers, object> | undefined): Layers {
  return {
    organisation: storedSettings(frozen?.organisation),
    file: storedSettings(frozen?.file),
    page: storedSettings(frozen?.page),
  };
}

/** They were valid when they were written; throws CONFIG_INVALID when they no longer are. */
export function storedSettings(value: object | undefined): Settings {
  const parsed = parseSettings(value);
  if (parsed.ok) return parsed.settings;
  const problem = `The stored settings cannot be used: ${parsed.problems.map(describeProblem).join('; ')}`;
  throw new AppError('CONFIG_INVALID', { problem });
}

function used(parsed: ReturnType<typeof parseSettings>) {
  return parsed.ok
    ? { settings: parsed.settings, problems: [] }
    : { settings: {}, problems: parsed.problems };
}
