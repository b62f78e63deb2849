// `refs/redgreen/jobs/<issue>`: where a job waits between two runs of the Action. One file, one
// commit per writing, each on the one that was read: of two writers the second is refused.
import { z } from 'zod';
import { AppError, isAppError } from '../errors.ts';
import type { Api } from './connection.ts';
import { refused, says } from './faults.ts';
import type { JobRef, RepositoryRef } from './port.ts';
import { at, parse, RefAnswer } from './reading.ts';

const FILE = 'job.json';
export const LARGEST_JOB_BYTES = 8 * 1024 * 1024;

const CommitAnswer = z.object({
  sha: z.string(),
  message: z.string(),
  author: z.object({ name: z.string() }),
  tree: z.object({ sha: z.string() }),
});
const TreeAnswer = z.object({
  tree: z.array(
    z.object({
      path: z.string().optional(),
      sha: z.string().optional(),
      size: z.number().optional(),
    }),
  ),
});
const BlobAnswer = z.object({ content: z.string(), encoding: z.literal('base64') });
const ObjectAnswer = z.object({ sha: z.string() });

export async function readJobRef(
  api: Api,
  repository: RepositoryRef,
  issue: number,
): Promise<JobRef | undefined> {
  const sha = await readTip(api, repository, issue);
  if (sha === undefined) return undefined;
  const { git } = api.rest;
  const place = at(repository);
  const what = `the job of issue ${issue}`;
  const commit = parse(
    what,
    CommitAnswer,
    await api.ask(what, async () => await git.getCommit({ ...place, commit_sha: sha })),
  );
  const { tree } = parse(
    what,
    TreeAnswer,
    await api.ask(what, async () => await git.getTree({ ...place, tree_sha: commit.tree.sha })),
  );
  const file = tree.find(({ path }) => path === FILE);
  const { message, author } = commit;
  const facts = { sha, message, author: author.name };
  if (file?.sha === undefined) return { ...facts, content: '' };
  requireSize(file.size ?? 0);
  const { sha: file_sha } = file;
  const blob = parse(
    what,
    BlobAnswer,
    await api.ask(what, async () => await git.getBlob({ ...place, file_sha })),
  );
  return { ...facts, content: Buffer.from(blob.content, 'base64').toString('utf8') };
}

type NewJobRef = {
  issue: number;
  /** What was read before; undefined when there was none. */
  parent: string | undefined;
  message: string;
  content: string;
};

/** Answers with the new commit; refused as `ref-moved` when another run wrote meanwhile. */
export async function writeJobRef(
  api: Api,
  repository: RepositoryRef,
  wanted: NewJobRef,
): Promise<string> {
  requireSize(Buffer.byteLength(wanted.content));
  const sha = await makeCommit(api, repository, wanted);
  try {
    const moved = await move(api, repository, { ...wanted, sha });
    if (moved !== undefined) return sha;
  } catch (error) {
    if (!isAppError(error) || !says(error, /already exists|fast forward|does not exist/i)) {
      throw error;
    }
  }
  // Without an answer, or refused: what stands there now tells whose writing won.
  if ((await readTip(api, repository, wanted.issue)) === sha) return sha;
  throw refused('ref-moved', `the job of issue ${wanted.issue} was moved by another run`);
}

async function makeCommit(
  api: Api,
  repository: RepositoryRef,
  { issue, parent, message, content }: NewJobRef,
): Promise<string> {
  const { git } = api.rest;
  const place = at(repository);
  const what = `keeping the job of issue ${issue}`;
  const encoded = Buffer.from(content).toString('base64');
  const blob = parse(
    what,
    ObjectAnswer,
    await api.ask(
      what,
      async () => await git.createBlob({ ...place, content: encoded, encoding: 'base64' }),
    ),
  );
  const entry = { path: FILE, mode: '100644', type: 'blob', sha: blob.sha } as const;
  const tree = parse(
    what,
    ObjectAnswer,
    await api.ask(what, async () => await git.createTree({ ...place, tree: [entry] })),
  );
  const parents = parent === undefined ? [] : [parent];
  const input = { ...place, message, tree: tree.sha, parents };
  const data = await api.ask(what, async () => await git.createCommit(input));
  return parse(what, ObjectAnswer, data).sha;
}

async function move(
  api: Api,
  repository: RepositoryRef,
  { issue, parent, sha }: NewJobRef & { sha: string },
): Promise<unknown> {
  const { git } = api.rest;
  const what = `moving the job of issue ${issue}`;
  const ref = refName(issue);
  if (parent === undefined) {
    const input = { ...at(repository), ref: `refs/${ref}`, sha };
    return await api.once(what, async () => await git.createRef(input));
  }
  const input = { ...at(repository), ref, sha, force: false };
  return await api.once(what, async () => await git.updateRef(input));
}

async function readTip(
  api: Api,
  repository: RepositoryRef,
  issue: number,
): Promise<string | undefined> {
  const what = `the job of issue ${issue}`;
  const input = { ...at(repository), ref: refName(issue) };
  try {
    const data = await api.ask(what, async () => await api.rest.git.getRef(input));
    return parse(what, RefAnswer, data).object.sha;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

function refName(issue: number): string {
  return `redgreen/jobs/${issue}`;
}

function requireSize(bytes: number): void {
  if (bytes <= LARGEST_JOB_BYTES) return;
  throw new AppError('VALIDATION_ERROR', {
    problem: `the kept job has ${bytes} bytes, at most ${LARGEST_JOB_BYTES} are taken`,
    details: { bytes },
  });
}
