// The model part of the configuration, from its variables: who can be asked, with which credential,
// and which models each class has. Which variables a provider has is said in its own folder.
// Problems never repeat a credential.
import { z } from 'zod';
import { isAppError } from '../errors.ts';
import {
  configuredProviders,
  PROVIDER_IDS,
  PROVIDERS,
  type ProviderAccess,
  readAccess,
} from '../gateway/providers.ts';
import { createRouter, type RouterSettings } from '../gateway/router.ts';
import { extraModels, modelClasses } from './model-variables.ts';

export type ModelConfig = {
  /** By the providers' own names; who is not configured is absent. */
  providers: ProviderAccess;
  models: RouterSettings;
};

type Given = Readonly<Record<string, string>>;
type Problems = Record<string, string>;

const Choices = z.object({
  MODEL_CLASSES: modelClasses().optional(),
  EXTRA_MODELS: extraModels().optional(),
});

/** What there is; `issues` name the variables that are wrong. */
export function readModels(given: Given): {
  config: ModelConfig;
  issues: readonly z.core.$ZodIssue[];
} {
  const { access, issues } = readAccess(given);
  const { data, error } = Choices.safeParse(given);
  const models = {
    ...data?.MODEL_CLASSES,
    extraModels: data?.EXTRA_MODELS,
    providers: configuredProviders(access),
  };
  return { config: { providers: access, models }, issues: [...issues, ...(error?.issues ?? [])] };
}

/** What is missing, before the values themselves are looked at. */
export function missingProviders(given: Given): Problems {
  const has = (name: string) => given[name] !== undefined;
  const ways = PROVIDER_IDS.flatMap((id) => PROVIDERS[id].access.ways);
  for (const way of ways) {
    const unset = way.find((name) => !has(name));
    const set = way.find(has);
    if (unset !== undefined && set !== undefined) {
      return { [unset]: `is not set, but ${set} is. Set both or neither.` };
    }
  }
  if (ways.some((way) => way.every(has))) return {};
  const [first = '', ...others] = ways.map((way) => way.join(' and '));
  const remedy = ['Set it', ...others].join(', or ');
  return { [first]: `is not set, nor is another model provider. ${remedy}.` };
}

/** Models that nobody knows, or whose provider is not configured. */
export function unusableModels({ models }: ModelConfig): Problems {
  try {
    createRouter(models);
    return {};
  } catch (error) {
    if (!isAppError(error, 'CONFIG_INVALID')) throw error;
    return { MODEL_CLASSES: `cannot be used. ${error.message}` };
  }
}
