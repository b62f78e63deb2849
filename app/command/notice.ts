// What the operator is told of a job. Only our own words and numbers: what issues, agents and people
// say stays on GitHub, where its readers are known. Pure.
import { whereItStands } from '../job/commands.ts';
import type { Job } from '../job/types.ts';
import { formLine, movesNow } from './sayable.ts';

type NoticeFacts = {
  job: Job;
  repository: { owner: string; name: string };
  issueNumber: number;
  pullNumber: number | undefined;
  /** Of GitHub's pages, no slash at the end. */
  githubUrl: string;
};

export function noticeOf(facts: NoticeFacts): { title: string; body: string } {
  const { job, repository, issueNumber, pullNumber, githubUrl } = facts;
  const name = `${repository.owner}/${repository.name}`;
  const stands = whereItStands(job);
  const why = job.failureReason === undefined ? '' : ` (${job.failureReason})`;
  const thread = pullNumber === undefined ? `issues/${issueNumber}` : `pull/${pullNumber}`;
  return {
    title: `Redgreen: ${name}#${issueNumber}: ${stands}`,
    body: [
      `Job ${job.id}: ${stands}${why}.`,
      `${githubUrl}/${name}/${thread}`,
      ...movesNow(job).map((form) => formLine(form)),
    ].join('\n'),
  };
}
