// Every provider, and what can be asked of all of them: who is configured, by what, and what an
// operator has to set. A new one is a line here and a line in connections.ts. Pure.
import type { z } from 'zod';
import type { Secret } from '../secret.ts';
import { anthropic } from './anthropic/provider.ts';
import { lmStudio } from './lm-studio/provider.ts';
import { openai } from './openai/provider.ts';
import type { Provider } from './provider.ts';

/** In the order in which their models are the default. */
const LIST = {
  claude_code_subscription: anthropic,
  openai_compatible: openai,
  lm_studio_local: lmStudio,
};

export type ProviderId = keyof typeof LIST;
export type AccessOf = {
  [Id in ProviderId]: (typeof LIST)[Id] extends Provider<infer Access> ? Access : never;
};
/** Credentials in memory and checked addresses; who is not configured is absent. */
export type ProviderAccess = { [Id in ProviderId]?: AccessOf[Id] };

export const PROVIDERS: { readonly [Id in ProviderId]: Provider<AccessOf[Id]> } = LIST;
export const PROVIDER_IDS: readonly ProviderId[] = Object.keys(LIST).filter(isProviderId);

export function isProviderId(text: string): text is ProviderId {
  return Object.hasOwn(LIST, text);
}

export function configuredProviders(access: ProviderAccess): ProviderId[] {
  return PROVIDER_IDS.filter((id) => access[id] !== undefined);
}

/** From the variables of the environment; `issues` name those that are wrong. */
export function readAccess(given: Readonly<Record<string, string>>): {
  access: ProviderAccess;
  issues: readonly z.core.$ZodIssue[];
} {
  const access: ProviderAccess = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const id of PROVIDER_IDS) {
    const { data, error } = PROVIDERS[id].access.variables.safeParse(given);
    if (data !== undefined) Object.assign(access, { [id]: data });
    issues.push(...(error?.issues ?? []));
  }
  return { access, issues };
}

export function describeCredential<Id extends ProviderId>(
  id: Id,
  access: AccessOf[Id] | undefined,
): string {
  return access === undefined ? 'none' : PROVIDERS[id].access.describe(access);
}

export function secretsOf(access: ProviderAccess): Secret[] {
  const ofOne = <Id extends ProviderId>(id: Id, own: AccessOf[Id] | undefined) =>
    own === undefined ? [] : PROVIDERS[id].access.secrets(own);
  return PROVIDER_IDS.flatMap((id) => ofOne(id, access[id]));
}

/** `A, B or C and D`: what has to be set for this one. */
export function variablesOf(id: ProviderId): string {
  const ways = PROVIDERS[id].access.ways.map((way) => way.join(' and '));
  const last = ways.pop();
  return ways.length === 0 ? `${last}` : `${ways.join(', ')} or ${last}`;
}
