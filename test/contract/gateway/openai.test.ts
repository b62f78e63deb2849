import { lmStudioFormat, openaiFormat } from './openai-format.ts';
import { describeProvider } from './suite.ts';

describeProvider(openaiFormat);
describeProvider(lmStudioFormat);
