// Finds the job a person means by its id or by the beginning of it.
import { AppError } from '../../errors.ts';
import type { JobRecord } from '../../store/jobs.ts';
import type { Records } from '../../store/records.ts';

const LEAST = 4;

export async function findJob(
  { recording, jobs }: Pick<Records, 'recording' | 'jobs'>,
  name: string,
): Promise<JobRecord> {
  if (!/^[0-9a-f][0-9a-f-]*$/i.test(name) || name.length < LEAST || name.length > 36) {
    throw new AppError('USAGE', {
      problem: `"${name}" is no job: give its id or at least its first ${LEAST} characters; \`redgreen jobs list\` shows them.`,
    });
  }
  const [id, another] = await recording.jobsLike(name);
  if (another !== undefined) {
    throw new AppError('USAGE', { problem: `More than one job begins with ${name}.` });
  }
  const record = id === undefined ? undefined : await jobs.find(id);
  if (record === undefined) {
    throw new AppError('NOT_FOUND', { problem: `There is no job ${name}.` });
  }
  return record;
}
