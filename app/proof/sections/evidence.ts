// What stands behind a verdict: attempts, what people were asked, what else was tried, where it ran,
// what was left out or not measured. Pure.

import type { ChallengedCase } from '../challenge/challenged.ts';
import type { Report, ReportAttempt } from '../report.ts';
import { DIFFERENCES, isDifference } from '../world/differences.ts';
import { duration, plural } from './figures.ts';
import { type Block, listed, type Spans, text } from './words.ts';

const ATTEMPT_WORDS: Record<ReportAttempt['kind'], string> = {
  implement: 'first implementation',
  self_heal: 'repair',
  deep_fix: 'deep fix',
  intervention: 'by a person',
};

export function attemptsBlocks({
  attempts,
  costUsd,
}: Pick<Report, 'attempts' | 'costUsd'>): Block[] {
  if (attempts.length === 0) return [];
  const rows = attempts.map((one): Spans[] => [
    [String(one.number)],
    [ATTEMPT_WORDS[one.kind]],
    [one.modelClass],
    [one.status],
    [one.durationMs === undefined ? '–' : duration(one.durationMs)],
    [one.costUsd === undefined ? '–' : { money: one.costUsd }],
  ]);
  const head = ['#', 'What', 'Model', 'Ended', 'Time', 'Cost'];
  return [
    { kind: 'table', name: 'Attempts', head, rows },
    text('The whole job has cost ', { money: costUsd }, ', plan and tests included.'),
  ];
}

const LONGEST_TALK = 400;

export function questionsBlocks({ questions = [] }: Report): Block[] {
  return listed(
    questions.map(({ asked, answer, by }) => {
      const question = { said: asked, most: LONGEST_TALK };
      if (by === undefined) return [question, ' ', { em: 'Nobody answered.' }];
      const words: Spans = answer === undefined ? [] : [': ', { said: answer, most: LONGEST_TALK }];
      return [question, ' ', { em: 'Answered by' }, ' ', { code: by }, ...words];
    }),
  );
}

/** What was looked at beside the plain runs. */
export function triedBlocks({ twins, world }: Report): Block[] {
  return listed([
    ...(twins === undefined ? [] : [twinsText(twins)]),
    ...(world === undefined || world.varied.length === 0
      ? []
      : [worldText(world.varied, world.dependent.length)]),
  ]);
}

const RESULT_WORDS: Record<ChallengedCase['result'], string> = {
  passed: 'passed',
  failed: 'red on the head, and promised',
  disputed: 'red on the head; whether it is promised a person decides',
  unread: 'red on the head, and not read again',
  dropped: 'says nothing',
};

/** What further tests ask stays withheld: they are told by title. */
export function challengedBlocks({ challenged }: Report): Block[] {
  if (challenged === undefined) return [];
  const { rounds, cases } = challenged;
  const passed = cases.filter(({ result }) => result === 'passed').length;
  const others = cases.filter(({ result }) => result !== 'passed');
  const words = `Further tests, by an author who has seen neither code nor tests: ${plural(rounds, 'round')}, ${passed} of ${plural(cases.length, 'test')} passed. What they ask stays withheld.`;
  return [text(words), ...listed(others.map(furtherText))];
}

function furtherText({ id, criterion, title, result, why }: ChallengedCase): Spans {
  const said = { said: title, most: LONGEST_TALK };
  const about: Spans = [`${id} (${criterion}) `, said, `: ${RESULT_WORDS[result]}`];
  return why === undefined ? about : [...about, ' (', { said: why, most: LONGEST_TALK }, ')'];
}

function twinsText({ red, green, none }: NonNullable<Report['twins']>): Spans {
  const open = none.length === 0 ? '' : `; ${none.join(', ')} could not be turned around`;
  const deaf = green === 0 ? '' : `, ${green} stayed green, which no honest test does`;
  return [
    `Each test was run once more on the head expecting something else: ${red} of ${red + green} failed, as they should${deaf}${open}.`,
  ];
}

function worldText(varied: readonly string[], dependent: number): Spans {
  const names = varied.map((one) => (isDifference(one) ? DIFFERENCES[one] : one));
  const end = dependent === 0 ? 'all stayed green' : `${dependent} did not stay green`;
  return [
    `Each test was run once more on the head in another world: ${end}. Different were ${names.join(', ')}.`,
  ];
}

export function droppedBlocks({ dropped }: Report): Block[] {
  return listed(
    dropped.map(({ path, why }) => [
      { code: path },
      why === 'authored' ? ': a test of the matrix, or in its way' : ': a protected path',
    ]),
  );
}

export function placesBlocks({ sandboxes: { created, wiped } }: Report): Block[] {
  return [
    text(
      `Every status above is the exit code of a command in a sandbox with no agent in it. Sandboxes of this job: ${created} created, ${wiped} wiped with evidence.`,
    ),
  ];
}

export function notMeasuredBlocks({ notMeasured }: Report): Block[] {
  return listed(notMeasured.map((said) => [{ said }]));
}
