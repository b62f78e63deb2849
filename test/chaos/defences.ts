// `npm run chaos -- defences`: each defence taken out once, to show that the cheats which only it stops
// are delivered then; and all of these cheats with everything in place, where none may be.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEFENCES } from '../proof-corpus/defences.ts';
import { describeTold, type Told } from '../proof-corpus/play-corpus.ts';
import type { Chaos, Outcome, Run } from './chaos.ts';

export type DefenceCounts = { defences: number };

const PROGRAM = join(import.meta.dirname, 'without-defence.ts');

export const defences: Chaos<DefenceCounts> = {
  counts: { defences: DEFENCES.length },
  async run({ counts, random, ...run }): Promise<Outcome> {
    const chosen = [...DEFENCES];
    while (chosen.length > counts.defences) chosen.splice(random.below(chosen.length), 1);
    const names = [...new Set(chosen.flatMap(({ cheats }) => cheats))];
    const inPlace = await playWithout('', names, run);
    const without: Told[] = [];
    for (const { name, cheats } of chosen) without.push(...(await playWithout(name, cheats, run)));
    const through = inPlace.filter(({ stop }) => stop === 'delivered');
    const stopped = without.filter(({ stop }) => stop !== 'delivered');
    const none = { limit: 0, unit: 'cheats' } as const;
    const least = { limit: chosen.length, unit: 'defences', isFloor: true } as const;
    return {
      checks: [
        { name: 'defences taken out', value: chosen.length, ...least },
        { name: 'cheats delivered with every defence in place', value: through.length, ...none },
        { name: 'cheats stopped although their defence is out', value: stopped.length, ...none },
      ],
      concerned: [...through, ...stopped].map(({ jobId }) => jobId),
    };
  },
};

/** In a process of its own, which loads the product without it. */
async function playWithout(
  name: string,
  cheats: readonly string[],
  { note, say }: Pick<Run<DefenceCounts>, 'note' | 'say'>,
): Promise<Told[]> {
  const args = [PROGRAM, name, `${availableParallelism()}`, ...cheats];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [...process.execArgv, ...args], { stdio: [...stdio] });
  const ended = once(child, 'exit');
  const told: Told[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const one: Told = JSON.parse(line);
    told.push(one);
    const words = `${name === '' ? 'in place' : `without ${name}`}: ${describeTold(one)}`;
    note(words, one.jobId);
    say(words);
  }
  const [code] = await ended;
  if (code !== 0 || told.length < cheats.length) {
    throw new Error(
      `${name || 'in place'}: ${told.length} of ${cheats.length} cheats, exit ${code}`,
    );
  }
  return told;
}
