// Writes nothing and nobody else's: every write to a branch names a job's own branch, or is refused.
import { AppError } from '../../errors.ts';
import { isJobBranch } from '../../job/names.ts';

export function requireJobBranch(branch: string): void {
  if (isJobBranch(branch)) return;
  throw new AppError('VALIDATION_ERROR', {
    problem: `'${branch}' is not a branch of a job; only those are written to`,
    details: { branch },
  });
}

export function requireSha(sha: string): void {
  if (/^[0-9a-f]{40}$/.test(sha)) return;
  throw new AppError('VALIDATION_ERROR', {
    problem: `'${sha}' is not a commit`,
    details: { sha },
  });
}
