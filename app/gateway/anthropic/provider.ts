// Claude, by Anthropic's Messages API.
import type { Provider } from '../provider.ts';
import { type AnthropicAccess, access } from './access.ts';
import { models } from './models.ts';

export const anthropic: Provider<AnthropicAccess> = { models, access };
