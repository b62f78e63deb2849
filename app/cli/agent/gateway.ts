// The model that a conversation is held with: a provider by its name, or a script from a file.
import { readFile } from 'node:fs/promises';
import type { AgentConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { type ProviderAccess, usableProviders } from '../../gateway/access.ts';
import { createGateway } from '../../gateway/gateway.ts';
import { formatModelName, type Provider, parseModelName } from '../../gateway/models.ts';
import type { Gateway, ModelChoice } from '../../gateway/port.ts';
import { createWires } from '../../gateway/providers.ts';
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
  const provider = wish.provider ?? usableProviders(config.providers)[0];
  if (provider === undefined || config.providers[provider] === undefined) throw noAccess(provider);
  const access = only(config.providers, { provider, baseUrl: wish.baseUrl });
  const id = wish.model === undefined ? undefined : nameOf(provider, wish.model);
  const models = id === undefined ? {} : { plan: id, code: id };
  const router = createRouter({ ...config.models, ...models, providers: [provider] });
  const [{ model }] = router({ step: wish.step, modelClass: 'L1' });
  const limits = { retry: { ...DEFAULT_RETRY, ...TRIES } };
  const gateway = createGateway({ wires: createWires(access), router, limits });
  return { provider, gateway, models, model };
}

/** A bare id is one of the chosen provider. */
function nameOf(provider: Provider, model: string): string {
  return model.includes('/')
    ? formatModelName(parseModelName(model))
    : formatModelName({ provider, id: model });
}

function only(
  providers: ProviderAccess,
  { provider, baseUrl }: { provider: Provider; baseUrl: string | undefined },
): ProviderAccess {
  const access = providers[provider];
  return { [provider]: baseUrl === undefined ? access : { ...access, baseUrl } };
}

function noAccess(provider: Provider | undefined): AppError {
  const who = provider ?? 'a model provider';
  return new AppError('CONFIG_INVALID', {
    problem: `There is no credential for ${who}. Set ANTHROPIC_API_KEY, or OPENAI_API_KEY and OPENAI_BASE_URL, or LM_STUDIO_MODEL.`,
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
