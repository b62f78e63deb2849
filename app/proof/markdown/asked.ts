// A question of an agent as people see it: its words, or the exact call it wants to make, and what
// to say for each answer. Pure.
import type { HostQuestion, UserQuestion } from '../../../sandbox/protocol/question.ts';
import type { Hold } from '../../job/types.ts';
import { block, code, inline, prose, type Redact, shownExactly } from './filter.ts';
import type { Detail } from './fit.ts';
import { joined, list } from './layout.ts';

/** Empty for what no person is asked. */
export function askedText(question: HostQuestion, redact: Redact, detail: Detail): string {
  if (question.kind === 'question') {
    return joined(
      question.questions.map((one, index, all) => {
        const number = all.length === 1 ? '' : `**${index + 1}.** `;
        return questionText(one, { number, redact, detail });
      }),
    );
  }
  if (question.kind === 'permission') {
    return joined([
      `The agent wants to use ${code(question.tool, redact)}:`,
      exactCall(question.input, redact),
      prose(question.reason, redact, detail.text),
    ]);
  }
  if (question.kind !== 'blocked') return '';
  return joined([
    `The agent says that ${question.criterion ?? 'every criterion'} cannot be done, for a cause outside the code:`,
    `> ${inline(question.reason, redact, detail.text)}`,
  ]);
}

type Asking = { number: string; redact: Redact; detail: Detail };

function questionText(one: UserQuestion, { number, redact, detail }: Asking): string {
  const options = one.options.map(({ label, description }) => {
    const about = inline(description, redact, detail.text);
    return `**${inline(label, redact)}**${about === '' ? '' : `: ${about}`}`;
  });
  const several = one.multiSelect ? 'More than one may be chosen.' : '';
  return joined([`${number}${prose(one.question, redact, detail.text)}`, list(options), several]);
}

/** As long as a comment can hold: a cut call could hide what matters. */
const LONGEST_CALL = 40_000;

/** A command as it would be typed; anything else as its JSON. */
function exactCall(input: string, redact: Redact): string {
  const call = readObject(input);
  const { command, ...rest } = call ?? {};
  if (typeof command !== 'string') {
    const text = call === undefined ? input : JSON.stringify(call, undefined, 2);
    return exactBlock(text, redact);
  }
  const others = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest, undefined, 2);
  return joined([
    exactBlock(command, redact),
    others === '' ? '' : joined(['With:', exactBlock(others, redact)]),
  ]);
}

function exactBlock(text: string, redact: Redact): string {
  return block(shownExactly(text), redact, LONGEST_CALL);
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    // It was cut for its length.
    return undefined;
  }
}

/** Empty: the table of commands says it well enough. */
export function answerLines(
  { number, reason }: Hold,
  question: HostQuestion | undefined,
  redact: Redact,
): string[] {
  if (reason === 'question') return questionAnswers(question, redact);
  if (reason === 'scope') return [`\`/deny ${number}\` keeps to the plan`];
  if (reason !== 'permission') return [];
  if (question?.kind === 'blocked') {
    return [
      `\`/allow ${number}\` takes it out of the gate: it counts as not proven, and accepting will need \`override\``,
      `\`/deny ${number}\` lets the work on it go on`,
    ];
  }
  return [
    `\`/allow ${number}\` lets this call run, once`,
    `\`/allow ${number} always\` also lets every later call run that is exactly like it, in this job`,
    `\`/deny ${number}\` tells the agent no; it looks for another way`,
  ];
}

function questionAnswers(question: HostQuestion | undefined, redact: Redact): string[] {
  const own = '`/answer` and your own words behind it';
  if (question?.kind !== 'question') return [own];
  const [only, ...others] = question.questions;
  if (only === undefined) return [own];
  if (others.length > 0) {
    const words = question.questions.map(
      ({ options }, index) => `${index + 1}: ${options[0]?.label ?? ''}`,
    );
    return [`${code(`/answer ${words.join('; ')}`, redact)} answers all of them, for example`, own];
  }
  return [...only.options.map(({ label }) => code(`/answer ${label}`, redact)), `or ${own}`];
}
