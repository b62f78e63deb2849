// What is known about the models of each provider: list prices, context limits and how thinking is
// switched; and how a model is named. Sources: the model pages and the price list on
// platform.claude.com, and OpenAI's price list, October 2026; Claude's ids are those of the SDK's own
// list. Where sources differ the higher price stands, so that a cap is rather reached too early. A
// model without a published price is not listed. Pure.
import type { ModelUsage } from './port.ts';

/** RULINGS 36, in the order in which their models are the default. */
export const PROVIDERS = [
  'claude_code_subscription',
  'openai_compatible',
  'lm_studio_local',
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What an operator has to set for each. */
export const PROVIDER_VARIABLES: Readonly<Record<Provider, string>> = {
  claude_code_subscription: 'ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or ANTHROPIC_API_KEY_HELPER',
  openai_compatible: 'OPENAI_API_KEY and OPENAI_BASE_URL',
  lm_studio_local: 'LM_STUDIO_MODEL',
};

/** Dollars per million tokens. */
type Price = { input: number; output: number; cacheRead: number; cacheWrite: number };

export type ModelFacts = {
  price: Price;
  /** Prompts above this many tokens cost another price, the answer included. */
  longPrompt?: { aboveTokens: number; price: Price };
  /** What has to be sent to keep thinking off, or as low as the model can; absent: nothing. */
  thinkingOff?: 'disabled' | 'between_tools';
  /** How it is switched on; absent: it cannot be. */
  thinkingOn?: 'adaptive' | 'budget' | 'effort';
  /** Prompt and answer together; absent: no limit is known. */
  contextTokens?: number;
};

const OPUS_5_5 = price(4, 20, 0.2);
const OPUS = price(5, 25, 0.5);
const SONNET_5 = price(2, 10, 0.2);
const SONNET_4 = price(3, 15, 0.3);
const HAIKU_4_5 = price(1, 5, 0.1);
const FLAGSHIP = price(10, 50, 1);

export const MODELS: Readonly<Record<string, ModelFacts>> = {
  'claude-fable-5-1': { price: price(10, 50, 0.25), thinkingOn: 'adaptive' },
  'claude-fable-5': { price: FLAGSHIP, thinkingOn: 'adaptive' },
  'claude-mythos-5-1': { price: price(10, 50, 0.25), thinkingOn: 'adaptive' },
  'claude-mythos-5': { price: FLAGSHIP, thinkingOn: 'adaptive' },
  'claude-opus-5-5': { price: OPUS_5_5, thinkingOn: 'adaptive' },
  'claude-opus-5': { price: OPUS, thinkingOff: 'disabled', thinkingOn: 'adaptive' },
  'claude-opus-4-8': { price: OPUS, thinkingOn: 'adaptive' },
  'claude-opus-4-7': { price: OPUS, thinkingOn: 'adaptive' },
  'claude-opus-4-6': { price: OPUS, thinkingOn: 'adaptive' },
  'claude-opus-4-5': { price: OPUS, thinkingOn: 'budget' },
  'claude-opus-4-5-20251101': { price: OPUS, thinkingOn: 'budget' },
  'claude-sonnet-5-5': { price: SONNET_5, thinkingOff: 'between_tools', thinkingOn: 'adaptive' },
  'claude-sonnet-5': { price: SONNET_5, thinkingOff: 'disabled', thinkingOn: 'adaptive' },
  'claude-sonnet-4-6': { price: SONNET_4, thinkingOn: 'adaptive' },
  'claude-sonnet-4-5': { price: SONNET_4, thinkingOn: 'budget' },
  'claude-sonnet-4-5-20250929': { price: SONNET_4, thinkingOn: 'budget' },
  'claude-haiku-5-5': {
    price: price(0.1, 0.5, 0.01),
    longPrompt: { aboveTokens: 100_000, price: price(0.5, 2.5, 0.05) },
    thinkingOff: 'disabled',
    thinkingOn: 'adaptive',
  },
  'claude-haiku-4-5': { price: HAIKU_4_5, thinkingOn: 'budget' },
  'claude-haiku-4-5-20251001': { price: HAIKU_4_5, thinkingOn: 'budget' },
};

/** For these, thinking is part of the answer's limit and has an effort instead of a budget. */
const OPENAI_MODELS: Readonly<Record<string, ModelFacts>> = {
  'gpt-5': { price: read(1.25, 10, 0.125), contextTokens: 400_000, thinkingOn: 'effort' },
  'gpt-5-mini': { price: read(0.25, 2, 0.025), contextTokens: 400_000, thinkingOn: 'effort' },
  'gpt-4.1': { price: read(2, 8, 0.5), contextTokens: 1_047_576 },
  'gpt-4o': { price: read(2.5, 10, 1.25), contextTokens: 128_000 },
  'gpt-4o-mini': { price: read(0.15, 0.6, 0.075), contextTokens: 128_000 },
  o3: { price: read(2, 8, 1), contextTokens: 200_000, thinkingOn: 'effort' },
  'o3-mini': { price: read(1.1, 4.4, 0.55), contextTokens: 200_000, thinkingOn: 'effort' },
};

/** Which model answers is the server's matter: LM_STUDIO_MODEL. */
const LM_STUDIO_MODEL_ID = 'lm_studio_server_routed';

export const MODELS_OF: Readonly<Record<Provider, Readonly<Record<string, ModelFacts>>>> = {
  claude_code_subscription: MODELS,
  openai_compatible: OPENAI_MODELS,
  lm_studio_local: { [LM_STUDIO_MODEL_ID]: { price: read(0, 0, 0) } },
};

type ModelName = { provider: Provider; id: string };

/** `provider/id`; a name without a provider is one of Claude's. Says nothing about whether it exists. */
export function parseModelName(name: string): ModelName {
  const [prefix = '', ...rest] = name.split('/');
  const provider = PROVIDERS.find((one) => one === prefix);
  if (provider === undefined) return { provider: 'claude_code_subscription', id: name };
  return { provider, id: rest.join('/') };
}

/** As records and people have it: Claude's models go by their bare id. */
export function formatModelName({ provider, id }: ModelName): string {
  return provider === 'claude_code_subscription' ? id : `${provider}/${id}`;
}

/**
 * Whether a repository may ask for it. Which ids an OpenAI-compatible server has is known to the
 * operator alone, so there any well-formed one may be asked for, and the router decides.
 */
export function isModelName(name: string): boolean {
  const { provider, id } = parseModelName(name);
  if (Object.hasOwn(MODELS_OF[provider], id)) return true;
  return provider === 'openai_compatible' && /^[\w.:@/-]{1,100}$/.test(id);
}

/** Every name that needs no word of the operator. */
export const MODEL_NAMES: readonly string[] = PROVIDERS.flatMap((provider) =>
  Object.keys(MODELS_OF[provider]).map((id) => formatModelName({ provider, id })),
);

export type TokenCounts = Omit<ModelUsage, 'model' | 'costUsd'>;

export function costUsd(facts: ModelFacts, tokens: TokenCounts): number {
  const prompt = tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens;
  const isLong = facts.longPrompt !== undefined && prompt > facts.longPrompt.aboveTokens;
  const rate = isLong && facts.longPrompt ? facts.longPrompt.price : facts.price;
  const perMillion =
    tokens.inputTokens * rate.input +
    tokens.outputTokens * rate.output +
    tokens.cacheReadTokens * rate.cacheRead +
    tokens.cacheWriteTokens * rate.cacheWrite;
  return perMillion / 1_000_000;
}

/** Writing to the five-minute cache costs a quarter more than reading anew, for every model. */
function price(input: number, output: number, cacheRead: number): Price {
  return { input, output, cacheRead, cacheWrite: input * 1.25 };
}

/** OpenAI's cache is filled for nothing. */
function read(input: number, output: number, cacheRead: number): Price {
  return { input, output, cacheRead, cacheWrite: input };
}
