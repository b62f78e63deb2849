// LM Studio's one model: which it is is the server's matter (LM_STUDIO_MODEL), and it costs nothing.
// Pure.
import type { ProviderModels } from '../provider.ts';

const ID = 'lm_studio_server_routed';

export const models: ProviderModels = {
  listed: { [ID]: { price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } } },
  defaults: { plan: ID, code: ID, L2: ID, L3: ID },
};
