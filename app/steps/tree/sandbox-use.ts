// The life of a sandbox within one effect or check: a row before it exists, evidence after it is gone.
import type {
  CreateOptions,
  DestroyEvidence,
  NetworkPolicy,
  Sandbox,
} from '../../../sandbox/driver/port.ts';
import type { EffectContext } from '../../engine/effects/port.ts';
import type { SandboxRow, WipeEvidence } from '../../store/sandboxes.ts';
import type { StepDeps } from '../deps.ts';

type SandboxRequest = {
  purpose: string;
  /** The agent conversation it is for, if it is for one. */
  sessionId?: string;
  timeoutMs: number;
  /** Unset: the bare template. */
  from?: CreateOptions['from'];
  /** Unset: none. */
  network?: NetworkPolicy;
  elsewhere?: CreateOptions['elsewhere'];
};

/** Who makes a sandbox, and by which claim. */
export type SandboxHolder = Pick<EffectContext, 'record' | 'fence' | 'signal'> & {
  /** A check of a branch, whose claim it then is; else the job's own. */
  checkId?: string;
};

export type OpenSandbox = { rowId: string; sandbox: Sandbox };

/** The sandbox is gone, with evidence, when this returns or throws. */
export async function withSandbox<T>(
  deps: StepDeps,
  context: SandboxHolder,
  request: SandboxRequest,
  work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  return await inSandbox(deps, await openSandbox(deps, context, request), work);
}

/** The same of one that is open. */
export async function inSandbox<T>(
  deps: StepDeps,
  { rowId, sandbox }: OpenSandbox,
  work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  let isDone = false;
  try {
    const result = await work(sandbox);
    isDone = true;
    return result;
  } finally {
    await endSandbox(deps, { id: rowId }, isDone ? 'COMPLETED' : 'FAILED');
  }
}

/** The caller ends it; one that cannot be made is ended here. */
export async function openSandbox(
  deps: StepDeps,
  context: SandboxHolder,
  request: SandboxRequest,
): Promise<OpenSandbox> {
  const id = deps.newId();
  const { purpose, sessionId } = request;
  const { id: jobId, attemptNumber } = context.record.job;
  const { driver, provider, template } = deps.sandboxes;
  const { fence, checkId } = context;
  const row = { id, jobId, provider, purpose, fence, ...(checkId !== undefined && { checkId }) };
  await deps.store.transaction(async ({ sandboxes }) => {
    await sandboxes.begin({ ...row, ...(sessionId !== undefined && { sessionId }) });
  });
  try {
    const sandbox = await driver.create({
      from: request.from ?? { kind: 'template', name: template },
      metadata: { job: jobId, session: id, attempt: String(attemptNumber) },
      network: request.network ?? { kind: 'none' },
      timeoutMs: request.timeoutMs,
      ...(request.elsewhere !== undefined && { elsewhere: request.elsewhere }),
      signal: context.signal,
    });
    await deps.store.transaction(async ({ sandboxes }) => await sandboxes.running(id, sandbox.id));
    return { rowId: id, sandbox };
  } catch (error) {
    await endSandbox(deps, { id }, 'FAILED');
    throw error;
  }
}

/** Ends what a killed process left of this job, but for one; whoever holds the claim may. */
export async function endLeftovers(deps: StepDeps, jobId: string, except?: string): Promise<void> {
  const living = await deps.store.transaction(
    async ({ sandboxes }) => await sandboxes.living(jobId),
  );
  for (const sandbox of living) {
    if (sandbox.id !== except) await endSandbox(deps, sandbox, 'FAILED');
  }
}

/** The same of a check. */
export async function endLeftoversOfCheck(deps: StepDeps, checkId: string): Promise<void> {
  const living = await deps.store.transaction(
    async ({ sandboxes }) => await sandboxes.livingOfCheck(checkId),
  );
  for (const sandbox of living) await endSandbox(deps, sandbox, 'FAILED');
}

/** Found by metadata, not by a stored id: a create whose answer was lost left one as well. */
export async function endSandbox(
  deps: Pick<StepDeps, 'store' | 'sandboxes'>,
  { id }: Pick<SandboxRow, 'id'>,
  status: 'COMPLETED' | 'FAILED',
): Promise<void> {
  const { driver } = deps.sandboxes;
  const requestedAt = await deps.store.transaction(async (records) => await records.now());
  const found = await driver.list({ metadata: { session: id } });
  const evidence: DestroyEvidence[] = [];
  for (const { sandboxId } of found) evidence.push(await driver.destroy(sandboxId));
  const wipe = toWipeEvidence(evidence, requestedAt);
  await deps.store.transaction(async ({ sandboxes }) => await sandboxes.end(id, status, wipe));
}

function toWipeEvidence(evidence: readonly DestroyEvidence[], listedAt: number): WipeEvidence {
  const [first] = evidence;
  if (first === undefined) {
    const answer = 'the provider lists no sandbox of this row';
    return { method: 'list', requestedAt: listedAt, confirmedAt: listedAt, providerAnswer: answer };
  }
  return {
    providerSandboxId: first.sandboxId,
    method: first.method,
    requestedAt: first.requestedAt.getTime(),
    confirmedAt: first.confirmedAt.getTime(),
    providerAnswer: evidence.map(({ providerAnswer }) => providerAnswer).join('; '),
  };
}
