// Cases and runs as the proof needs them, and their way to and from the records. Pure.
import { createHash } from 'node:crypto';
import type { FileContent, TestCase } from '../../sandbox/protocol/cases.ts';
import { AppError } from '../errors.ts';
import type { TestCase as StoredCase, TestRun } from '../store/proof.ts';

export type ProofCase = Pick<TestCase, 'id' | 'criterion' | 'title' | 'run' | 'withheld'>;
export type ProofRun = Pick<
  TestRun,
  | 'caseId'
  | 'tree'
  | 'attemptNumber'
  | 'runNumber'
  | 'exitCode'
  | 'redKind'
  | 'durationMs'
  | 'output'
  | 'tests'
>;

type Submitted = {
  planId: string;
  jobId: string;
  cases: readonly TestCase[];
  files: readonly FileContent[];
};

/** Each case with the author's own bytes and their digests. Judged before: every file is there. */
export function toStoredCases({ planId, jobId, cases, files }: Submitted): StoredCase[] {
  return cases.map(({ id, criterion, title, run, surface, withheld, files: paths }) => ({
    id,
    planId,
    jobId,
    criterionId: criterion,
    title,
    files: files
      .filter(({ path }) => paths.includes(path))
      .map(({ path, mode, content }) => ({ path, mode, digest: digestOf(content), content })),
    run,
    surface,
    isWithheld: withheld,
  }));
}

export function toProofCase(stored: StoredCase): ProofCase {
  const { id, criterionId, title, run, isWithheld } = stored;
  return { id, criterion: criterionId, title, run, withheld: isWithheld };
}

/** All files of these cases, each once. Throws INTERNAL_ERROR when bytes and digest differ. */
export function authoredFiles(cases: readonly Pick<StoredCase, 'files'>[]): FileContent[] {
  const files = new Map(cases.flatMap((one) => one.files).map((file) => [file.path, file]));
  return [...files.values()].map(({ path, mode, digest, content }) => {
    if (digestOf(content) !== digest) {
      throw new AppError('INTERNAL_ERROR', {
        problem: `The stored bytes of ${path} are not the ones the author wrote`,
        details: { path },
      });
    }
    return { path, mode: modeOf(mode), content };
  });
}

export function runsOf(runs: readonly ProofRun[], tree: 'base' | 'head', attempt?: number) {
  return runs.filter(
    (run) => run.tree === tree && (tree === 'base' || run.attemptNumber === attempt),
  );
}

/** sha256 of the bytes, in hex. */
function digestOf(content: string): string {
  return createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex');
}

/** An authored test is never a link: the judge refused it. */
function modeOf(mode: number): FileContent['mode'] {
  return mode === 0o755 ? 0o755 : 0o644;
}
