// What people can be told of the models of this installation: which can be chosen, and who pays.
import { isAppError } from '../errors.ts';
import { listedNames, parseModelName } from '../gateway/models.ts';
import {
  type AccessOf,
  configuredProviders,
  describeCredential,
  type ProviderAccess,
  type ProviderId,
  variablesOf,
} from '../gateway/providers.ts';
import { createRouter, type RouterSettings } from '../gateway/router.ts';
import type { WebhookDeps } from '../webhook/deps.ts';

type ModelConfig = { providers: ProviderAccess; models: RouterSettings };

/** Nobody is asked anything: a name is judged by the lists alone. */
export function modelChoices({ providers, models }: ModelConfig): WebhookDeps['models'] {
  const configured = configuredProviders(providers);
  const route = createRouter(models);
  const described = configured.map((id) => credentialOf(id, providers[id]));
  return {
    credential:
      described.length === 0 ? 'nobody, for no provider is configured' : described.join(', '),
    ways: (configured.length === 0 ? [DEFAULT] : configured).map(variablesOf).join('; or '),
    find(name) {
      try {
        const [{ model }] = route({
          step: 'implement',
          modelClass: 'L1',
          models: { chosen: name },
        });
        return { ok: true, model };
      } catch (error) {
        if (!isAppError(error, 'CONFIG_INVALID')) throw error;
        const passing = passingNames(configured, models).map((one) => `\`${one}\``);
        return { ok: false, problem: `${error.message} These would pass: ${passing.join(', ')}.` };
      }
    },
  };
}

const DEFAULT: ProviderId = 'claude_code_subscription';

function credentialOf<Id extends ProviderId>(id: Id, access: AccessOf[Id] | undefined): string {
  return `${describeCredential(id, access)} (${id})`;
}

function passingNames(configured: readonly ProviderId[], { extraModels = {} }: RouterSettings) {
  const extra = Object.keys(extraModels).filter((name) =>
    configured.includes(parseModelName(name).provider),
  );
  return [...new Set([...configured.flatMap(listedNames), ...extra])];
}
