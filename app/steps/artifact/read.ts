// The package of a job, from the records: what is in it, or why there is none. For the command line,
// and for whoever else hands it out.
import { AppError } from '../../errors.ts';
import { isTerminal } from '../../job/types.ts';
import type { ArtifactFacts } from '../../proof/artifact/facts.ts';
import { failureLine } from '../../proof/markdown/failure-body.ts';
import { time } from '../../proof/markdown/layout.ts';
import type { JobRecord } from '../../store/jobs.ts';
import type { Records } from '../../store/records.ts';
import type { Thread } from '../../store/threads.ts';
import { leftPaths, readLeft } from './left.ts';
import { isLeft, readWorkLeft } from './where.ts';

/** Throws NOT_FOUND with the reason, and ARTIFACT_EXPIRED. */
export async function readArtifact(records: Records, { job }: JobRecord): Promise<ArtifactFacts> {
  const artifact = await records.artifacts.find(job.id);
  const thread = await records.threads.find(job.id);
  const repository = thread && (await records.installations.findRepository(thread.repositoryId));
  if (thread?.baseSha === undefined || repository === undefined || artifact === undefined) {
    const { size } = await leftPaths(records, job.id, job.attemptNumber);
    throw new AppError('NOT_FOUND', whyNone(job, thread, size > 0));
  }
  const left = await readWorkLeft(records, job);
  const { createdAt, expiresAt, attemptNumber } = artifact;
  if ((await records.now()) >= expiresAt) throw expired(job.id, expiresAt, left?.commit);
  const plan = await records.recording.planOfAttempt(job.id, attemptNumber);
  const goal = plan?.content['goal'];
  return {
    jobId: job.id,
    repository: `${repository.owner}/${repository.name}`,
    issue: thread.issueNumber,
    goal: typeof goal === 'string' ? goal : thread.issueTitle,
    stands: failureLine(job),
    baseBranch: thread.baseBranch,
    baseSha: thread.baseSha,
    ...(left?.commit && { commit: left.commit }),
    createdAt,
    expiresAt,
    base: new Map(Object.entries(artifact.base)),
    attempts: await readLeft(records, job.id, attemptNumber),
  };
}

type Job = JobRecord['job'];

function whyNone(
  job: Job,
  thread: Thread | undefined,
  hasWork: boolean,
): { problem: string; hint: string } {
  const branch = thread?.branch ?? 'its branch';
  if (job.state === 'DELIVERED') {
    const problem = `The job ${job.id} was delivered: its work is on ${branch}, not in a package.`;
    return { problem, hint: `Fetch ${branch}; \`redgreen report ${job.id}\` shows its report.` };
  }
  if (job.attemptNumber === 0) {
    const ended = isTerminal(job.state) ? 'It ended' : `It is ${job.state}, still`;
    const problem = `The job ${job.id} has no work yet. ${ended} before a first attempt.`;
    return { problem, hint: `\`redgreen jobs events ${job.id}\` shows how it came there.` };
  }
  if (!isLeft(job)) {
    const problem = `The job ${job.id} is at work (${job.state}); there is a package once it waits, stops or fails.`;
    return { problem, hint: `\`redgreen jobs cancel ${job.id}\` stops it now.` };
  }
  if (hasWork) {
    const problem = `What job ${job.id} left could not be packed: GitHub did not let us read its base commit.`;
    return { problem, hint: 'Read the log of the time it stopped; the files are in the records.' };
  }
  return {
    problem: `The job ${job.id} left no work: none of its attempts (${job.attemptNumber}) changed a file.`,
    hint: `\`redgreen jobs events ${job.id}\` shows how they ended.`,
  };
}

function expired(jobId: string, at: number, commit: ArtifactFacts['commit']): AppError {
  const still = commit && `Its newest work may still be commit ${commit.sha} on ${commit.branch}.`;
  return new AppError('ARTIFACT_EXPIRED', {
    problem: `What the attempts of job ${jobId} left could be downloaded until ${time(at)}.`,
    hint: [
      'A package can be had for 30 days after the job last waited, stopped or failed: download it within them.',
      still,
      'A new job for the issue makes a new one.',
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  });
}
