// What a follow-up job is asked: the words of the person, the place in the diff they are about, and the
// issue that the pull request is for. Data for the planner, like the text of any issue. Pure.
import type { ErrandRequest } from '../../command/errand.ts';
import type { ReviewLine } from '../../command/trigger.ts';

const LONGEST_HUNK = 8_000;

export function followUpText(
  { errand, sender, permission, thread, comment }: ErrandRequest,
  before: { issueText: string; issueNumber: number },
): string {
  const { line } = comment;
  const asked = errand.type === 'fix' ? errand.text : '';
  return [
    `What is asked now, by ${sender.login} (${permission}) on pull request #${thread.number}, whose newest commit the repository is on:`,
    '',
    asked,
    ...(line === undefined ? [] : ['', ...placeLines(line)]),
    '',
    `What the pull request was made for (#${before.issueNumber}); it is done, and stays as it is where nothing else is asked:`,
    '',
    before.issueText,
  ].join('\n');
}

function placeLines({ path, line, startLine, diffHunk }: ReviewLine): string[] {
  const from = startLine === undefined ? '' : `${startLine} to `;
  const where = line === undefined ? path : `${path}, line ${from}${line}`;
  return [`It was said in the review, at ${where}, about:`, '', diffHunk.slice(-LONGEST_HUNK)];
}
