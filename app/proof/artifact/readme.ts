// The first page of a package: what the job was, what is verified and what is not, and how to go on
// from it. For whoever opens it without knowing any of this. Pure.
import { code, inline, type Redact } from '../markdown/filter.ts';
import { joined, list, table, time } from '../markdown/layout.ts';
import { plural } from '../sections/figures.ts';
import { verdictLine } from '../sections/verdict.ts';
import type { ArtifactFacts, LeftOut, PackedAttempt } from './facts.ts';

export function readmeText(
  facts: ArtifactFacts,
  attempts: readonly PackedAttempt[],
  redact: Redact,
): string {
  const { jobId, repository, issue, goal, stands, baseBranch, baseSha } = facts;
  const said = (text: string) => inline(text, redact);
  const text = joined([
    `# What job ${jobId} left`,
    `A job of Redgreen for issue ${issue} of ${said(repository)}. ${said(stands)} What was asked: ${said(goal)}`,
    `It worked on commit ${baseSha} of ${code(baseBranch, redact)}. Each attempt stands by itself on that commit. Packed ${time(facts.createdAt)}; it can be downloaded until ${time(facts.expiresAt)}.`,
    '## What is verified, and what is not',
    VERIFIED,
    table(
      ['attempt', 'by', 'files', 'its verification'],
      attempts.map((one) => [
        String(one.number),
        one.kind === 'intervention' ? 'a person' : `an agent (${one.modelClass})`,
        String(one.operations.length),
        one.report === undefined ? 'none: nothing of it is known' : said(verdictLine(one.report)),
      ]),
    ),
    whereText(facts, redact),
    '## What is in here',
    list(CONTENTS),
    ...leftOutText(attempts, redact),
    '## How to apply it',
    applyText(facts, attempts),
  ]);
  return `${text}\n`;
}

const VERIFIED =
  'Nothing in here was handed over. Verified is only what a report below calls proven, on that commit and together with all tests, withheld ones included. Everything else is work in progress: read it as the work of somebody who was interrupted.';

const CONTENTS = [
  '`attempt-N/files/`: what the attempt added or changed, with the tests it was given, as it was: modes kept, links as links',
  '`attempt-N/operations.json`: what was done path by path (added, changed or deleted; mode, size, SHA-256), and what was left out',
  '`attempt-N/changes.patch`: the same as a patch for `git apply`',
  '`attempt-N/failures.txt`: what failed and what it printed; of withheld tests only criterion and title',
  '`attempt-N/note.txt`: what its implementer said when it handed over; checked by nobody',
  '`attempt-N/report.json`: the report of its verification, where there was one',
];

function whereText({ commit }: ArtifactFacts, redact: Redact): string {
  if (commit === undefined) return '';
  const { branch, sha, attempt } = commit;
  return `The files of attempt ${attempt} are also commit ${sha} on the branch ${code(branch, redact)}, not verified.`;
}

const WHY: Record<LeftOut['why'], string> = {
  protected: 'steers agents, so no agent may change it',
  authored: 'a test of the plan lies there, or it was in the way of one',
  submodule: 'a submodule lay there',
  'below a file': 'a file of the same attempt lies above it',
};

function leftOutText(attempts: readonly PackedAttempt[], redact: Redact): string[] {
  const lines = attempts.flatMap(({ number, leftOut }) =>
    leftOut.map(({ path, why }) => `attempt ${number}, ${code(path, redact)}: ${WHY[why]}`),
  );
  return lines.length === 0 ? [] : ['Left out:', list(lines)];
}

function applyText({ baseSha, jobId }: ArtifactFacts, attempts: readonly PackedAttempt[]): string {
  const newest = attempts.findLast(({ operations }) => operations.length > 0);
  if (newest === undefined) return 'There is nothing to apply: no attempt left a file.';
  const { number, operations } = newest;
  const files = plural(operations.length, 'file');
  return `In a clone of the repository, with DIR for where this was unpacked (attempt ${number}, ${files}):

\`\`\`sh
git switch --create redgreen-${jobId.slice(0, 8)} ${baseSha}
git apply --index DIR/attempt-${number}/changes.patch
\`\`\`

The patch has every file whole and is refused where a file is not as on that commit. On a newer commit copy the files you want from \`DIR/attempt-${number}/files/\` and remove what \`operations.json\` calls deleted. Then run the tests: nobody has verified what you have there.`;
}
