import { anthropicFormat } from './anthropic-format.ts';
import { describeProvider } from './suite.ts';

describeProvider(anthropicFormat);
