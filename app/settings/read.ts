// The one way from what is kept of settings to their layers: the text of the file, what admins saved,
// and what a job began with. Whoever wants one value asks effective.ts. Pure.
import { AppError } from '../errors.ts';
import type { Layers } from './effective.ts';
import { describeProblem, parseSettingsFile } from './file.ts';
import { type Problem, parseSettings, type Settings } from './schema.ts';

type Kept = {
  /** Of the settings file; absent: there is none. */
  text: string | undefined;
  /** What admins saved; absent: they never did. */
  saved: object | undefined;
};
type ReadLayers = {
  /** What cannot be used is left out. */
  layers: Layers;
  problems: { file: readonly Problem[]; page: readonly Problem[] };
};

/** A repository's settings as they are now. */
export function readLayers({ text, saved }: Kept): ReadLayers {
  const file = parseSettingsFile(text ?? '');
  const page = parseSettings(saved);
  return {
    layers: { file: file.ok ? file.settings : {}, page: page.ok ? page.settings : {} },
    problems: { file: file.ok ? [] : file.problems, page: page.ok ? [] : page.problems },
  };
}

/** A job's settings as they were when it began; one from before they were kept has the defaults. */
export function frozenLayers(frozen: { file: object; page: object } | undefined): Layers {
  return { file: storedSettings(frozen?.file), page: storedSettings(frozen?.page) };
}

/** They were valid when they were written; throws CONFIG_INVALID when they no longer are. */
export function storedSettings(value: object | undefined): Settings {
  const parsed = parseSettings(value);
  if (parsed.ok) return parsed.settings;
  const problem = `The stored settings cannot be used: ${parsed.problems.map(describeProblem).join('; ')}`;
  throw new AppError('CONFIG_INVALID', { problem });
}
