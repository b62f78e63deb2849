// LM Studio, a server of the operator's own that speaks as OpenAI does.
import type { Provider } from '../provider.ts';
import { access, type LmStudioAccess } from './access.ts';
import { models } from './models.ts';

export const lmStudio: Provider<LmStudioAccess> = { models, access };
