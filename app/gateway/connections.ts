// From the configured access to each provider to what speaks with it.
import { AppError } from '../errors.ts';
import { connectAnthropic } from './anthropic/connection.ts';
import type { Connection } from './connection.ts';
import { connectLmStudio } from './lm-studio/connection.ts';
import { connectOpenAi } from './openai/connection.ts';
import {
  type AccessOf,
  PROVIDER_IDS,
  PROVIDERS,
  type ProviderAccess,
  type ProviderId,
} from './providers.ts';
import { modelUrlProblem } from './variables.ts';

const CONNECT: { readonly [Id in ProviderId]: (access: AccessOf[Id]) => Connection } = {
  claude_code_subscription: connectAnthropic,
  openai_compatible: connectOpenAi,
  lm_studio_local: connectLmStudio,
};

/**
 * One to each that is configured. Throws CONFIG_INVALID naming the variable: an address that may
 * not be used, no credential.
 */
export function connectAll(access: ProviderAccess): ReadonlyMap<ProviderId, Connection> {
  const connections = new Map<ProviderId, Connection>();
  for (const id of PROVIDER_IDS) {
    const own = access[id];
    if (own !== undefined) connections.set(id, connect(id, own));
  }
  return connections;
}

function connect<Id extends ProviderId>(id: Id, access: AccessOf[Id]): Connection {
  const problem = modelUrlProblem(access.baseUrl);
  if (problem === undefined) return CONNECT[id](access);
  const { urlVariable } = PROVIDERS[id].access;
  throw new AppError('CONFIG_INVALID', { problem: `${urlVariable}: ${problem}` });
}
