// Parses the options of a subcommand; a wrong one is a usage fault that names it.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AppError } from '../errors.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export function parseOptions<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new AppError('USAGE', {
      problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    });
  }
}

/** The one positional word of a subcommand such as `db stop`. */
export function oneOf<T extends string>(words: readonly T[], given: string[], usage: string): T {
  const word = words.find((candidate) => candidate === given[0]);
  if (word === undefined || given.length > 1) {
    throw new AppError('USAGE', {
      problem: `Expected one of ${words.join(', ')}.`,
      details: { usage },
    });
  }
  return word;
}
