// The answer to what somebody said, as a comment of its own: his words as GitHub quotes them, then
// ours, which are Markdown already. Pure.
import { code, inline, type Redact } from './filter.ts';
import { joined } from './layout.ts';

type AnswerFacts = {
  /** Our own words. */
  text: string;
  /** Something was not done; only that gets a sign. */
  isRefusal: boolean;
  /** Whom it answers, and the command he said. */
  to?: { login: string; command?: string };
  redact: Redact;
};

export function answerComment({ text, isRefusal, to, redact }: AnswerFacts): string {
  return joined([
    to === undefined ? '' : `> ${quoted(to, redact)}`,
    isRefusal ? `⚠️ ${text}` : text,
  ]);
}

/** In code: a name must not mention, and a command quoted by mail must not work. */
function quoted({ login, command }: NonNullable<AnswerFacts['to']>, redact: Redact): string {
  const who = inline(login, redact);
  return command === undefined ? who : `${who}: ${code(`/${command}`, redact)}`;
}
