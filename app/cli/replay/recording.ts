// Everything a replay needs of a recorded job, read in one transaction; after that the records of
// the job are left alone.
import { Payload } from '../../../sandbox/protocol/transcript.ts';
import { AppError } from '../../errors.ts';
import type { Script } from '../../gateway/scripted/script.ts';
import { isTerminal, type Job } from '../../job/types.ts';
import type { HoldAnswer } from '../../store/hold-answers.ts';
import type { Repository } from '../../store/installations.ts';
import type { Records } from '../../store/records.ts';
import type { FrozenSettings } from '../../store/settings.ts';
import type { Thread } from '../../store/threads.ts';
import { findJob } from '../report/job.ts';
import { type Course, courseOf } from './course.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { type RecordedTalk, toScript } from './script.ts';

export type Recording = {
  job: Job;
  repository: Repository;
  thread: Thread & { baseSha: string };
  settings: FrozenSettings;
  conversations: number;
  script: Script;
  course: Course;
  answers: HoldAnswer[];
  outcome: Outcome;
};

export async function readRecording(records: Records, name: string): Promise<Recording> {
  const { job } = await findJob(records, name);
  if (!isTerminal(job.state)) throw cannot(job, `it has not ended: it is ${job.state}`);
  const thread = await records.threads.find(job.id);
  const repository = thread && (await records.installations.findRepository(thread.repositoryId));
  if (thread?.baseSha === undefined || repository === undefined) {
    throw cannot(job, 'it ended before it had a base commit');
  }
  const talks = await readTalks(records, job.id);
  if (talks.length === 0) {
    throw cannot(job, 'its conversations are not in this database (the Action does not keep them)');
  }
  const course = courseOf(await records.audit.ofJob(job.id));
  if (course.commands.some(({ event: { type } }) => type === 'intervene' || type === 'test')) {
    throw cannot(job, 'a person took over its branch, and what people push is not recorded');
  }
  return {
    job,
    repository,
    thread: { ...thread, baseSha: thread.baseSha },
    settings: (await records.settings.frozen(job.id)) ?? { organisation: {}, file: {}, page: {} },
    conversations: talks.length,
    script: toScript(talks),
    course,
    answers: await records.recording.answers(job.id),
    outcome: await readOutcome(records, job.id),
  };
}

async function readTalks(records: Records, jobId: string): Promise<RecordedTalk[]> {
  const talks: RecordedTalk[] = [];
  for (const { id, step, ordinal } of await records.recording.sessions(jobId)) {
    const rows = await records.sessions.transcript(id);
    talks.push({ step, ordinal, payloads: rows.map(({ payload }) => Payload.parse(payload)) });
  }
  return talks;
}

function cannot({ id }: Job, why: string): AppError {
  return new AppError('VALIDATION_ERROR', { problem: `The job ${id} cannot be replayed: ${why}.` });
}
