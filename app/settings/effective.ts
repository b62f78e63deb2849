// Which value a setting has and who set it: the page of the repository's admins wins over
// `.github/redgreen.yml`, whoever can merge, that over the organisation's file, and all of them win
// over the default. Decided leaf by leaf. Pure.
import { isPlainObject } from '../../sandbox/protocol/parse-json.ts';
import type { AdmissionSettings } from '../command/admission-settings.ts';
import type { Budget } from '../job/types.ts';
import {
  DEFAULT_SETTINGS,
  type EffectiveSettings,
  SETTING_NAMES,
  type Settings,
} from './schema.ts';

export type Source = 'default' | 'organisation' | 'file' | 'page';
/** What was set where. */
export type Layers = { organisation: Settings; file: Settings; page: Settings };
export type Leaf = { /** Such as `budget.usd`. */ name: string; value: unknown; source: Source };

const MINUTE_MS = 60_000;

/** The settings in force. */
export function effective({ organisation, file, page }: Layers): EffectiveSettings {
  const merged = SETTING_NAMES.flatMap((name) => {
    const set = [organisation[name], file[name], page[name]];
    const value = set.reduce<unknown>(over, DEFAULT_SETTINGS[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(merged) };
}

/** Every leaf that has a value, with its source, in the order of the schema. */
export function leavesOf({ organisation, file, page }: Layers): Leaf[] {
  const layers = [
    ['page', page],
    ['file', file],
    ['organisation', organisation],
    ['default', DEFAULT_SETTINGS],
  ] as const;
  const found = new Map<string, Leaf>();
  for (const [source, settings] of layers) {
    for (const [name, value] of flatten(settings)) {
      if (!found.has(name)) found.set(name, { name, value, source });
    }
  }
  const rank = (name: string) => SETTING_NAMES.findIndex((known) => name.split('.')[0] === known);
  return [...found.values()].sort((one, other) => rank(one.name) - rank(other.name));
}

/** What admission has to know; who we are is added by the door. */
export function toAdmission(
  layers: Layers,
): Pick<AdmissionSettings, 'label' | 'allowedBots' | 'leastRole' | 'leastRoleOf'> {
  const { label, approval } = effective(layers);
  const { role, bots, accept, extend } = approval;
  return {
    label,
    allowedBots: bots,
    leastRole: role,
    leastRoleOf: {
      ...(accept !== undefined && { accept }),
      ...(extend !== undefined && { extend }),
    },
  };
}

export function toBudget(layers: Layers): Partial<Budget> {
  const { usd, minutes, attempts, turns } = effective(layers).budget;
  return { costUsd: usd, wallTimeMs: minutes * MINUTE_MS, attempts, turnsPerStep: turns };
}

function flatten(settings: Settings): [string, unknown][] {
  return Object.entries(settings).flatMap(([name, value]): [string, unknown][] =>
    isPlainObject(value)
      ? Object.entries(value).map(([leaf, inner]) => [`${name}.${leaf}`, inner])
      : [[name, value]],
  );
}

/** A group is merged leaf by leaf; a text or a list replaces. */
function over(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  return isPlainObject(below) && isPlainObject(above) ? { ...below, ...above } : above;
}
