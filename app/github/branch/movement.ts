// What a branch got between two commits, as GitHub compares them.
import { z } from 'zod';
import type { Api } from '../connection.ts';
import type { RepositoryRef } from '../port.ts';
import { at, parse } from '../reading.ts';
import type { Movement } from '../shapes/port.ts';
import { requireSha } from './job-branch.ts';

/** GitHub lists no more files of a comparison. */
const MOST_FILES = 300;

const ComparisonAnswer = z.object({
  status: z.enum(['identical', 'ahead', 'behind', 'diverged']),
  ahead_by: z.number().int(),
  files: z
    .array(z.object({ filename: z.string(), previous_filename: z.string().optional() }))
    .optional(),
});

export async function readMovement(
  api: Api,
  repository: RepositoryRef,
  { from, to }: { from: string; to: string },
): Promise<Movement> {
  for (const sha of [from, to]) requireSha(sha);
  const what = `what changed from ${from} to ${to}`;
  const input = { ...at(repository), basehead: `${from}...${to}` };
  const data = await api.ask(
    what,
    async () => await api.rest.repos.compareCommitsWithBasehead(input),
  );
  const { status, ahead_by: commits, files = [] } = parse(what, ComparisonAnswer, data);
  const paths = files.flatMap(({ filename, previous_filename: before }) =>
    before === undefined ? [filename] : [filename, before],
  );
  const isForward = status === 'identical' || status === 'ahead';
  return { isForward, commits, paths, isCut: files.length >= MOST_FILES };
}
