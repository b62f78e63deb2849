// The model that a conversation is held with: a provider by its name, or a script from a file.
import { readFile } from 'node:fs/promises';
import type { AgentConfig } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { createAnthropicGateway } from '../../gateway/anthropic.ts';
import type { Gateway, ModelChoice } from '../../gateway/port.ts';
import { DEFAULT_RETRY } from '../../gateway/retry.ts';
import { createRouter } from '../../gateway/router.ts';
import { readScript } from '../../gateway/script.ts';
import { createScriptedGateway } from '../../gateway/scripted.ts';
import type { AgentOptions } from './options.ts';

export type ChosenModel = { gateway: Gateway; models: ModelChoice; model: string };

type Wish = Pick<AgentOptions, 'provider' | 'script' | 'baseUrl' | 'model'> & { step: string };

/** A person waits: what cannot be reached is said soon. */
const TRIES = { tries: 4, baseMs: 250 };

/** Throws CONFIG_INVALID or USAGE before any network call. */
export async function chooseModel(wish: Wish, config: AgentConfig): Promise<ChosenModel> {
  if (wish.provider === 'scripted') return await playScript(wish.script ?? '');
  const models = wish.model === undefined ? {} : { plan: wish.model, code: wish.model };
  const router = createRouter(models);
  const { model } = router({ step: wish.step, modelClass: 'L1' });
  const access = { ...config.anthropic, baseUrl: wish.baseUrl ?? config.anthropic.baseUrl };
  const limits = { retry: { ...DEFAULT_RETRY, ...TRIES } };
  return { gateway: createAnthropicGateway({ access, router, limits }), models, model };
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
  return { gateway: createScriptedGateway(readScript(value)), models: {}, model: 'scripted' };
}
