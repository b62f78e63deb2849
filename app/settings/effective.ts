// Which value a setting has and who set it: the page of the repository's admins wins over
// `.github/redgreen.yml`, whoever can merge; both win over the default. Decided leaf by leaf. Pure.
import type { AdmissionSettings } from '../command/admission-rules.ts';
import type { Budget } from '../job/types.ts';
import {
  DEFAULT_SETTINGS,
  type EffectiveSettings,
  SETTING_NAMES,
  type Settings,
} from './schema.ts';

export type Source = 'default' | 'file' | 'page';
/** What was set where. */
export type Layers = { file: Settings; page: Settings };
export type Leaf = { /** Such as `budget.usd`. */ name: string; value: unknown; source: Source };

const MINUTE_MS = 60_000;

/** The settings in force. */
export function effective({ file, page }: Layers): EffectiveSettings {
  const merged = SETTING_NAMES.flatMap((name) => {
    const value = [file[name], page[name]].reduce<unknown>(over, DEFAULT_SETTINGS[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(merged) };
}

/** Every leaf that has a value, with its source, in the order of the schema. */
export function leavesOf({ file, page }: Layers): Leaf[] {
  const layers = [
    ['page', page],
    ['file', file],
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
  const { role, bots, extend } = approval;
  return {
    label,
    allowedBots: bots,
    leastRole: role,
    leastRoleOf: extend === undefined ? {} : { extend },
  };
}

export function toBudget(layers: Layers): Partial<Budget> {
  const { usd, minutes, attempts, turns } = effective(layers).budget;
  return { costUsd: usd, wallTimeMs: minutes * MINUTE_MS, attempts, turnsPerStep: turns };
}

function flatten(settings: Settings): [string, unknown][] {
  return Object.entries(settings).flatMap(([name, value]): [string, unknown][] =>
    isGroup(value)
      ? Object.entries(value).map(([leaf, inner]) => [`${name}.${leaf}`, inner])
      : [[name, value]],
  );
}

/** A group is merged leaf by leaf; a text or a list replaces. */
function over(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  return isGroup(below) && isGroup(above) ? { ...below, ...above } : above;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
