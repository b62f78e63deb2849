// What a conversation was given when it began, listed and hashed in the record (decision 25): who
// doubts that a test author knew nothing of an implementation can hash it all again.
import { createHash } from 'node:crypto';
import type { TaskInput } from '../../../sandbox/protocol/task.ts';
import type { StepDeps } from '../deps.ts';
import { readBase } from '../thread.ts';
import type { AgentContext, AgentRequest } from './request.ts';

type Given = { what: string; path?: string; sha?: string; sha256?: string };

export async function recordGiven(
  deps: StepDeps,
  { record }: AgentContext,
  { request, sessionId, task }: { request: AgentRequest; sessionId: string; task: TaskInput },
): Promise<void> {
  const { id: jobId } = record.job;
  const { thread } = await readBase(deps, jobId);
  const runner = await deps.agent.runner();
  const given = [{ what: 'base commit', sha: thread.baseSha }, ...givenTask(request, task, runner)];
  const { step, ordinal } = request;
  await deps.store.transaction(async ({ audit }) => {
    await audit.append({
      installationId: record.installationId,
      actor: 'engine',
      subject: 'session',
      subjectId: sessionId,
      jobId,
      action: 'given',
      detail: { step, ordinal, given },
    });
  });
}

/** Everything but the base commit. Pure. */
export function givenTask(
  { changes }: Pick<AgentRequest, 'changes'>,
  { instruction, input, ...rest }: Pick<TaskInput, 'instruction' | 'input'>,
  runner: Uint8Array,
): Given[] {
  return [
    ...givenWords(instruction, input),
    { what: 'tools, rights and limits', sha256: digest(JSON.stringify(rest)) },
    { what: 'runner', sha256: digest(runner) },
    ...changes.map((change) => ({
      what: 'file',
      path: change.path,
      sha256: digest('deleted' in change ? '' : Buffer.from(change.content, 'base64')),
    })),
  ];
}

/** Of a conversation without a sandbox: all of it. */
export function givenWords(instruction: string, input: string): Given[] {
  return [
    { what: 'instruction', sha256: digest(instruction) },
    { what: 'input', sha256: digest(input) },
  ];
}

function digest(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
