// What happens to branches: pushes and deletions → happenings. Tags are nothing of ours. Pure.
import { z } from 'zod';
import { isJobBranch } from '../../job/names.ts';
import type { Place } from '../happening.ts';
import { Branch, FromRepository, happened, nothing, reader, Sha } from './shapes.ts';

/** Counted only. */
const Commit = z.unknown().transform(() => 0);

const Push = FromRepository.extend({
  ref: z.string().max(300),
  after: Sha,
  deleted: z.boolean().default(false),
  created: z.boolean().default(false),
  forced: z.boolean().default(false),
  commits: z.array(Commit).default([]),
});
const HEADS = 'refs/heads/';

export const readPush = reader(Push, (given) => {
  const { ref, after, deleted, created, forced, commits, repository } = given;
  if (!ref.startsWith(HEADS)) return nothing('it is no branch');
  if (deleted || created)
    return nothing('a branch came or went; that is told by an event of its own');
  const place = placeOf(repository.id, ref.slice(HEADS.length));
  const detail = { headSha: after, commits: commits.length, isForced: forced };
  const name = place.kind === 'branch' ? 'push/branch' : 'push/base';
  return happened(name, given, { place, at: repository.pushed_at, detail });
});

const Deletion = FromRepository.extend({ ref: Branch, ref_type: z.string() });

export const readDeletion = reader(Deletion, (given) => {
  const { ref, ref_type: type, repository } = given;
  if (type !== 'branch') return nothing('it is no branch');
  const place = placeOf(repository.id, ref);
  const name = place.kind === 'branch' ? 'delete/branch' : 'delete/base';
  return happened(name, given, { place, at: repository.pushed_at });
});

function placeOf(repositoryId: number, branch: string): Extract<Place, { branch: string }> {
  return { kind: isJobBranch(branch) ? 'branch' : 'base', repositoryId, branch };
}
