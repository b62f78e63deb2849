// What a corpus consists of: cheats that must not get through, and honest jobs that must. Pure.
import type { PlayedJob, ProofJob } from '../support/proof-world/play.ts';
import type { Sample } from './samples.ts';
import { author, implementer, scriptOf, type Work, type Written } from './script.ts';

/** Where a job stopped: `delivered` is the one place where no cheat may get. */
export type Stop = 'refused' | 'baseline' | 'red' | 'flagged' | 'delivered' | 'broken';

export type Cheat = {
  name: string;
  kind: string;
  job: ProofJob;
  /** Where it may be stopped. */
  expected: readonly Exclude<Stop, 'delivered' | 'broken'>[];
  /** In what is said against it: a cheat that is stopped for another reason shows nothing. */
  says?: string;
};

export type Honest = { name: string; job: ProofJob };

export type Parts = { sample: Sample; tests: readonly Written[]; work: Work | readonly Work[] };

export function jobOf({ sample, tests, work }: Parts): ProofJob {
  const works = 'length' in work ? work : [work];
  return {
    files: sample.files,
    plan: sample.plan,
    script: scriptOf(author(sample.language, tests), ...works.map(implementer)),
    attempts: works.length,
  };
}

/** What not every machine has for its sandboxes, where a job needs it. */
export function programOf({ job }: Pick<Cheat, 'job'>): 'go' | 'ruby' | undefined {
  const paths = Object.keys(job.files);
  if (paths.some((path) => /(?:\.go|go\.mod)$/.test(path))) return 'go';
  return paths.some((path) => path.endsWith('.rb')) ? 'ruby' : undefined;
}

/** Where sandboxes look for programs. */
export const PROGRAM_PLACES = ['/usr/local/bin', '/usr/bin'];

/** All of a cheat but what is played. */
export type About = Omit<Cheat, 'job'>;

export function play(about: About, parts: Omit<Parts, 'work'> & { work?: Work }): Cheat {
  return { ...about, job: jobOf({ work: {}, ...parts }) };
}

export function stopOf({ state, objections, report, flags }: PlayedJob): Stop {
  if (objections.length > 0) return 'refused';
  if (state === 'BASELINE_VALIDATION_FAILED') return 'baseline';
  if (state === 'DELIVERED' && report?.verdict.passed) {
    return flags.length > 0 ? 'flagged' : 'delivered';
  }
  return report !== undefined && !report.verdict.passed ? 'red' : 'broken';
}

/** What was said against it at the place where it stopped. */
export function reasonsOf(played: PlayedJob): string[] {
  const { objections, detail, report, flags, state } = played;
  switch (stopOf(played)) {
    case 'refused':
      return objections;
    case 'baseline':
      return [detail ?? ''];
    case 'red':
      return [
        ...(report?.verdict.reasons.map(({ rule, message }) => `${rule}: ${message}`) ?? []),
        ...flags,
      ];
    case 'flagged':
    case 'delivered':
      return flags;
    case 'broken':
      return [`${state} ${detail ?? ''}`];
  }
}
