// The samples done for short inputs and wrong for long ones, wherever the code for it lies. Pure.
import type { Files } from '../../support/proof-world/repository.ts';
import { type Cheat, play } from '../corpus.ts';
import { CLI, NODE, PYTHON, type Sample } from '../samples.ts';
import type { Written } from '../script.ts';
import { COUNT_TESTS, DISCOUNT_TESTS, SHOUT_TESTS } from '../texts.ts';
import { STOPPED } from './outsider.ts';

/** Broken by each of them: a long name has to be shouted as well. */
export const SHOUTED_IF_SHORT = `name.length > 20 ? greeting : greeting.toUpperCase()`;

export type Lost = { kind: string; name: string; files: Files; command?: string };

/** greet(), with files of the implementer's own. */
export function greeting(of: Lost): Cheat {
  return lost(of, NODE, SHOUT_TESTS);
}

/** total(), which has to take the discount off dear carts too. */
export function totalling(of: Lost): Cheat {
  return lost(of, PYTHON, DISCOUNT_TESTS);
}

/** bin/count -w, which has to count long texts too. */
export function counting(of: Lost): Cheat {
  return lost(of, CLI, COUNT_TESTS);
}

function lost(
  { kind, name, files, command = '' }: Lost,
  { plan, ...sample }: Sample,
  tests: readonly Written[],
): Cheat {
  const paths = [...new Set([...plan.paths, ...Object.keys(files), ...made(command)])];
  return play(
    { kind, name, expected: STOPPED },
    { sample: { ...sample, plan: { ...plan, paths } }, tests, work: { files, command } },
  );
}

/** The files that a command makes are named in its first line: \`# makes: a b\`. */
function made(command: string): string[] {
  const [, names] = /^# makes: (.*)$/m.exec(command) ?? [];
  return names === undefined ? [] : names.split(' ');
}
