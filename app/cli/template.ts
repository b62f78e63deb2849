// `redgreen template`: the E2B template. `build` makes it in your account, `show` prints it.
import { buildTemplate, describeTemplate, TEMPLATE_NAME } from '../../sandbox/template/template.ts';
import { readE2bConfig } from '../config/config.ts';
import { AppError, isAppError } from '../errors.ts';
import { oneOf, parseOptions } from './arguments.ts';
import type { Subcommand } from './subcommand.ts';

const ACTIONS = ['build', 'show'] as const;

export const template: Subcommand = {
  name: 'template',
  summary: 'build or show the E2B template that sandboxes are made from',
  usage: 'build | show',
  async run(args, terminal) {
    const { positionals } = parseOptions(args, {});
    if (oneOf(ACTIONS, positionals, 'redgreen template build | show') === 'show') {
      terminal.print(describeTemplate());
      return 0;
    }
    const { apiKey, apiUrl, domain } = readE2bConfig();
    if (apiKey === undefined) {
      throw new AppError('CONFIG_INVALID', {
        problem: 'E2B_API_KEY is not set. Set it to the key of your E2B account.',
      });
    }
    try {
      const id = await buildTemplate({
        apiKey: apiKey.reveal(),
        ...(apiUrl !== undefined && { apiUrl }),
        ...(domain !== undefined && { domain }),
        onLine: terminal.print,
      });
      terminal.print(`built ${TEMPLATE_NAME} (${id})`);
      return 0;
    } catch (cause) {
      if (isAppError(cause)) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new AppError('SANDBOX_UNAVAILABLE', { problem: `E2B did not build it: ${why}`, cause });
    }
  },
};
