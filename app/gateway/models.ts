// How a model is named, and which names there are. Pure.
import { isProviderId, PROVIDER_IDS, PROVIDERS, type ProviderId } from './providers.ts';

/** Whose models go by their bare ids. */
const UNNAMED: ProviderId = 'claude_code_subscription';

type ModelName = { provider: ProviderId; id: string };

/** `provider/id`; a name without a provider is one of Claude's. Says nothing about whether it exists. */
export function parseModelName(name: string): ModelName {
  const [prefix = '', ...rest] = name.split('/');
  return isProviderId(prefix)
    ? { provider: prefix, id: rest.join('/') }
    : { provider: UNNAMED, id: name };
}

/** As records and people have it: Claude's models go by their bare id. */
export function formatModelName({ provider, id }: ModelName): string {
  return provider === UNNAMED ? id : `${provider}/${id}`;
}

/** Whether a repository may ask for it; the router decides whether it is answered. */
export function isModelName(name: string): boolean {
  const { provider, id } = parseModelName(name);
  const { listed, others } = PROVIDERS[provider].models;
  return Object.hasOwn(listed, id) || others?.test(id) === true;
}

/** Those that need no word of the operator. */
export function listedNames(provider: ProviderId): string[] {
  return Object.keys(PROVIDERS[provider].models.listed).map((id) =>
    formatModelName({ provider, id }),
  );
}

export const MODEL_NAMES: readonly string[] = PROVIDER_IDS.flatMap(listedNames);

/** Whose operators may add names of their own. */
export const OPEN_PROVIDERS: readonly ProviderId[] = PROVIDER_IDS.filter(
  (id) => PROVIDERS[id].models.others !== undefined,
);
