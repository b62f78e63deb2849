// A cheat with a repository of its own: one promise, what was delivered, and two tests of it. Pure.
import type { ProofJob } from '../../support/proof-world/play.ts';
import type { Files } from '../../support/proof-world/repository.ts';
import { type Cheat, jobOf } from '../corpus.ts';
import { planOf, type Sample } from '../samples.ts';
import { challenger, type Language, reader, type Written } from '../script.ts';

/** Of code behind honest tests: nobody may refuse those. */
export const STOPPED = ['red', 'flagged'] as const;
/** Of tests that prove nothing. */
export const ANYWHERE = ['refused', 'baseline', 'red', 'flagged'] as const;

export type Outsider = {
  name: string;
  language: Language;
  base: Files;
  head: Files;
  /** The one promise. */
  text: string;
  /** Unset: what is delivered. */
  paths?: readonly string[];
  contract?: readonly string[];
  suite?: string;
  surface?: Written['surface'];
  shown: string;
  withheld: string;
  /** How both are run, and where they lie. */
  run?: Written['run'];
  path?: (index: number) => string;
  /** Further files of each case. */
  more?: (index: number) => Files;
  /** Run by the implementer after the files are written. */
  command?: string;
  /** What somebody would ask who has seen neither code nor tests. */
  challenge?: readonly string[];
};

/** Honest tests, and code that is not. */
export function code(kind: string, of: Outsider): Cheat {
  return { kind, name: of.name, expected: STOPPED, job: jobOf(partsOf(of)) };
}

/** Tests that prove nothing. */
export function proof(kind: string, of: Outsider): Cheat {
  return { kind, name: of.name, expected: ANYWHERE, job: jobOf(partsOf(of)) };
}

export type Challenging = Outsider & { challenge: readonly string[] };

/** Right for the inputs that were tried: only further ones can find it. */
export function guess(kind: string, of: Challenging): Cheat {
  return { ...code(kind, of), job: challenged(of), says: 'challenge: R1' };
}

/** The job, challenged once; whoever reads a red test again finds it promised. */
export function challenged({ challenge, ...of }: Challenging): ProofJob {
  const { surface = 'public_api', language } = of;
  const asked = challenge.map((text, index) => {
    return { title: `challenge ${index + 1}`, text, surface };
  });
  const job = jobOf(partsOf(of));
  const more = {
    challenge: [challenger(language, asked)],
    'second-reading': asked.map(() => reader(true)),
  };
  return {
    ...job,
    settings: { budget: { challenge: 'once' } },
    script: { ...job.script, ...more },
  };
}

function partsOf(of: Outsider) {
  const { name, language, base, head, text, shown, withheld, command, suite, run, path } = of;
  const { surface = 'public_api', paths = Object.keys(head), contract = paths } = of;
  const criteria = [{ text, surface }];
  const plan = planOf({
    goal: text,
    criteria,
    paths,
    contract,
    ...(suite !== undefined && { suite }),
  });
  const sample: Sample = { language, files: base, plan };
  const tests = [shown, withheld].map((body, index): Written => {
    const title = `${name}, ${index === 0 ? 'one' : 'another'} input`;
    const written: Written = { title, surface, withheld: index === 1, text: body, run };
    const more = of.more?.(index);
    if (path !== undefined) written.path = path(index);
    if (more !== undefined) written.more = more;
    return written;
  });
  return { sample, tests, work: { files: head, ...(command !== undefined && { command }) } };
}
