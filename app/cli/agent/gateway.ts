// The model that a conversation is held with: a provider by its name, or a script from a file.
import { readFile } from 'node:fs/promises';
import type { AgentConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { connectAll } from '../../gateway/connections.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { formatModelName, parseModelName } from '../../gateway/models.ts';
import type { Gateway, ModelChoice } from '../../gateway/port.ts';
import {
  configuredProviders,
  PROVIDER_IDS,
  PROVIDERS,
  type ProviderAccess,
  type ProviderId,
} from '../../gateway/providers.ts';
import { DEFAULT_RETRY } from '../../gateway/retry.ts';
import { createRouter } from '../../gateway/router.ts';
import { createScriptedGateway } from '../../gateway/scripted/gateway.ts';
import { readScript } from '../../gateway/scripted/script.ts';
import type { AgentOptions } from './options.ts';

export type ChosenModel = {
  provider: string;
  gateway: Gateway;
  models: ModelChoice;
  model: string;
};

type Wish = Pick<AgentOptions, 'provider' | 'script' | 'baseUrl' | 'model'> & { step: string };

/** A person waits: what cannot be reached is said soon. */
const TRIES = { tries: 4, baseMs: 250 };

/** Throws CONFIG_INVALID or USAGE before any network call. */
export async function chooseModel(wish: Wish, config: AgentConfig): Promise<ChosenModel> {
  if (wish.provider === 'scripted') return await playScript(wish.script ?? '');
  const provider = wish.provider ?? configuredProviders(config.providers)[0];
  if (provider === undefined || config.providers[provider] === undefined) throw noAccess(provider);
  const access = only(config.providers, { provider, baseUrl: wish.baseUrl });
  const id = wish.model === undefined ? undefined : nameOf(provider, wish.model);
  const models = id === undefined ? {} : { plan: id, code: id };
  const router = createRouter({ ...config.models, ...models, providers: [provider] });
  const [{ model }] = router({ step: wish.step, modelClass: 'L1' });
  const limits = { retry: { ...DEFAULT_RETRY, ...TRIES } };
  const gateway = createGateway({ connections: connectAll(access), router, limits });
  return { provider, gateway, models, model };
}

/** A bare id is one of the chosen provider. */
function nameOf(provider: ProviderId, model: string): string {
  return model.includes('/')
    ? formatModelName(parseModelName(model))
    : formatModelName({ provider, id: model });
}

function only(
  providers: ProviderAccess,
  { provider, baseUrl }: { provider: ProviderId; baseUrl: string | undefined },
): ProviderAccess {
  const access = providers[provider];
  return { [provider]: baseUrl === undefined ? access : { ...access, baseUrl } };
}

function noAccess(provider: ProviderId | undefined): AppError {
  const who = provider ?? 'a model provider';
  const ways = PROVIDER_IDS.map((id) => PROVIDERS[id].access.ways[0]?.join(' and '));
  return new AppError('CONFIG_INVALID', {
    problem: `There is no credential for ${who}. Set ${ways.join(', or ')}.`,
  });
}

async function playScript(path: string): Promise<ChosenModel> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AppError('USAGE', { problem: `--script: ${path} cannot be read.`, cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('USAGE', { problem: `--script: ${path} is not JSON.`, cause });
  }
  const gateway = createScriptedGateway(readScript(value));
  return { provider: 'scripted', gateway, models: {}, model: 'scripted' };
}
