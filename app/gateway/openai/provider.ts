// OpenAI and servers that speak its Chat Completions: LiteLLM and their like.
import type { Provider } from '../provider.ts';
import { access, type OpenAiAccess } from './access.ts';
import { models } from './models.ts';

export const openai: Provider<OpenAiAccess> = { models, access };
