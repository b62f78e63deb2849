// A person of a proof world: what he comments on the pull request of a job is read and recorded as
// the webhook does it. Who he is and whether he may is not asked here.
import { randomUUID } from 'node:crypto';
import { type ParsedComment, parseComment } from '../../../app/command/parse.ts';
import type { CommentTrigger } from '../../../app/command/trigger.ts';
import { applyEvent, beginJob } from '../../../app/engine/apply.ts';
import type { JobRecord } from '../../../app/store/jobs.ts';
import { frozenOf } from '../../../app/text/frozen-text.ts';
import { runCommand } from '../../../app/webhook/run-command.ts';
import type { ProofWorld } from './world.ts';

export const PERSON = 'mona';

/** Throws when it is no command, or one that is refused now. */
export async function sayInThread(
  { store }: Pick<ProofWorld, 'store'>,
  record: JobRecord,
  body: string,
): Promise<void> {
  const parsed = parseComment(body);
  if (parsed.kind !== 'command') throw new Error(`no command: ${body}`);
  const { id: jobId } = record.job;
  const models = { find: () => ({ ok: false, problem: '' }) as const, credential: '', ways: '' };
  const jobs = { begin: beginJob, apply: applyEvent };
  const redact = (text: string) => text;
  const deps = { jobs, newId: randomUUID, models, isAction: false, redact };
  const recorded = await store.transaction(async (records) => {
    const trigger = triggerOf(record, parsed, await records.now());
    const layers = { organisation: {}, file: {}, page: {} };
    const thread = await records.threads.find(jobId);
    const live = { permission: 'write' as const, text: thread && frozenOf(thread) };
    return await runCommand(deps, records, {
      ok: true,
      ...parsed,
      jobId,
      trigger,
      layers,
      live,
      permission: 'write',
    });
  });
  if (recorded.outcome !== 'accepted') throw new Error(`${body}: ${recorded.outcome}`);
}

function triggerOf(
  { installationId, repositoryId }: JobRecord,
  parsed: ParsedComment,
  writtenAt: number,
): CommentTrigger {
  return {
    kind: 'comment',
    installationId,
    repository: {
      id: repositoryId,
      owner: 'acme',
      ownerId: installationId,
      name: 'repository',
      defaultBranch: 'main',
      isPrivate: false,
    },
    sender: { id: 1, login: PERSON, type: 'User' },
    thread: { number: 1, isPullRequest: true },
    comment: { id: 1, authorId: 1, writtenAt },
    parsed,
  };
}
