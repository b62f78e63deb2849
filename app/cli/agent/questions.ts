// What a session asks its host, answered without a job behind it: a person at the terminal where
// there is one, else at once with the reason why not.
import type { HostAnswer, HostQuestion, UserQuestion } from '../../../sandbox/protocol/question.ts';
import { plainText } from '../../proof/output/terminal-text.ts';

export type AnswerDeps = {
  /** Shows lines and waits for one; unset: nobody sits there. */
  prompt?: ((lines: readonly string[], signal: AbortSignal) => Promise<string>) | undefined;
  onBrief(message: string): void;
};

const NOBODY = 'Nobody can be asked: this does not run on a terminal.';
const NO_JOB = 'There is no job here, so there are no criteria and no setup.';

export async function answerQuestion(
  question: HostQuestion,
  deps: AnswerDeps,
  signal: AbortSignal,
): Promise<HostAnswer> {
  switch (question.kind) {
    case 'brief':
      deps.onBrief(question.message);
      return { kind: 'said', content: 'Told.', isError: false };
    case 'question':
      return await askAll(question.questions, deps, signal);
    case 'permission': {
      const { tool, input, reason } = question;
      return await decide([`May ${tool} run? ${reason}`, `  ${input}`], deps, signal);
    }
    case 'blocked': {
      const { criterion = 'everything', reason } = question;
      return await decide([`Is ${criterion} impossible? ${reason}`], deps, signal);
    }
    case 'exit_plan':
      return await decide(['Is this plan approved?', question.plan], deps, signal);
    case 'list':
    case 'claim':
    case 'verify':
    case 'deprecate':
    case 'install':
      return { kind: 'deny', reason: NO_JOB };
  }
}

async function askAll(
  questions: readonly UserQuestion[],
  { prompt }: AnswerDeps,
  signal: AbortSignal,
): Promise<HostAnswer> {
  if (prompt === undefined) return { kind: 'deny', reason: NOBODY };
  const answers: string[] = [];
  for (const { question, options, multiSelect } of questions) {
    const choices = options.map(
      ({ label, description }, at) => `  ${at + 1}. ${label}: ${description}`,
    );
    const how = multiSelect
      ? 'Numbers with commas, or your own words'
      : 'A number, or your own words';
    const lines = [question, ...choices, `${how}:`].map(plainText);
    const said = (await prompt(lines, signal)).trim();
    answers.push(
      `${question}\n${chosen(
        said,
        options.map(({ label }) => label),
      )}`,
    );
  }
  return { kind: 'said', content: answers.join('\n\n'), isError: false };
}

/** Labels for numbers; anything else is the answer itself. */
function chosen(said: string, labels: readonly string[]): string {
  const picked = said.split(',').map((part) => labels[Number(part.trim()) - 1]);
  const known = picked.filter((label) => label !== undefined);
  return known.length === picked.length && known.length > 0 ? known.join(', ') : said;
}

async function decide(
  lines: readonly string[],
  { prompt }: AnswerDeps,
  signal: AbortSignal,
): Promise<HostAnswer> {
  if (prompt === undefined) return { kind: 'deny', reason: NOBODY };
  const said = await prompt([...lines.map(plainText), 'y or n:'], signal);
  if (/^y(es)?$/i.test(said.trim())) return { kind: 'allow' };
  return { kind: 'deny', reason: 'The person at the terminal said no.' };
}
