// Ends a sandbox or a snapshot and asks the provider until it says that it is gone. Only that is
// evidence; a request that went well is not.
import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxNotFoundError, Sandbox as Sdk } from 'e2b';
import { AppError, isAppError, isForPeople } from '../../../app/errors.ts';
import type { CallOptions, DestroyEvidence } from '../port.ts';
import type { SdkConnection } from './connection.ts';
import { toFault } from './faults.ts';

export type DestroyDeps = { connect(): Promise<SdkConnection>; now(): number };
type DestroyOptions = CallOptions & { deadlineMs?: number };

const DEADLINE_MS = 30_000;
const REQUEST_TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

export async function destroySandbox(
  deps: DestroyDeps,
  sandboxId: string,
  options: DestroyOptions = {},
): Promise<DestroyEvidence> {
  return await destroyUntilGone(deps, options, {
    id: sandboxId,
    method: 'kill',
    what: 'destroy a sandbox',
    request: async (connection) => {
      const wasThere = await Sdk.kill(sandboxId, connection);
      return wasThere ? 'kill: done' : 'kill: not found';
    },
    isGone: async (connection) => {
      try {
        await Sdk.getInfo(sandboxId, connection);
        return undefined;
      } catch (error) {
        if (error instanceof SandboxNotFoundError) return 'info: not found';
        throw error;
      }
    },
  });
}

export async function destroySnapshot(
  deps: DestroyDeps,
  snapshotId: string,
  options: DestroyOptions = {},
): Promise<DestroyEvidence> {
  return await destroyUntilGone(deps, options, {
    id: snapshotId,
    method: 'deleteSnapshot',
    what: 'delete a snapshot',
    request: async (connection) => {
      const wasThere = await Sdk.deleteSnapshot(snapshotId, connection);
      return wasThere ? 'delete: done' : 'delete: not found';
    },
    isGone: async (connection) => {
      const ids = await listSnapshotIds(connection);
      return ids.includes(snapshotId) ? undefined : 'list: not in it';
    },
  });
}

export async function listSnapshotIds(connection: SdkConnection): Promise<string[]> {
  const pages = Sdk.listSnapshots(connection);
  const ids: string[] = [];
  while (pages.hasNext) {
    for (const { snapshotId } of await pages.nextItems(connection)) ids.push(snapshotId);
  }
  return ids;
}

type Target = {
  id: string;
  method: string;
  what: string;
  request(connection: SdkConnection): Promise<string>;
  /** The provider's answer when it is gone. */
  isGone(connection: SdkConnection): Promise<string | undefined>;
};

async function destroyUntilGone(
  deps: DestroyDeps,
  options: DestroyOptions,
  target: Target,
): Promise<DestroyEvidence> {
  const { id: sandboxId, method, what } = target;
  const requestedAt = new Date(deps.now());
  const endAt = deps.now() + (options.deadlineMs ?? DEADLINE_MS);
  const context = { what, signal: options.signal, details: { id: sandboxId } };
  let failure: Error | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    if (options.signal?.aborted === true) throw toFault(options.signal.reason, context);
    try {
      const connection = { ...(await deps.connect()), requestTimeoutMs: REQUEST_TIMEOUT_MS };
      const requested = await target.request(connection);
      const gone = await target.isGone(connection);
      if (gone !== undefined) {
        const confirmedAt = new Date(deps.now());
        const providerAnswer = `${requested}; ${gone}`;
        return { sandboxId, method, requestedAt, confirmedAt, providerAnswer };
      }
    } catch (error) {
      failure = toFault(error, context);
      if (isFinal(failure)) throw failure;
    }
    if (deps.now() + pauseMs >= endAt) break;
    await sleep(
      pauseMs,
      undefined,
      options.signal === undefined ? {} : { signal: options.signal },
    ).catch(() => undefined);
  }
  throw new AppError('SANDBOX_NOT_DESTROYED', {
    problem: 'The provider did not say in time that it is gone.',
    details: { id: sandboxId, method },
    cause: failure,
  });
}

/** Trying again cannot help. */
function isFinal(failure: Error): boolean {
  return (
    isForPeople(failure) ||
    isAppError(failure, 'SANDBOX_SNAPSHOT_IN_USE') ||
    isAppError(failure, 'SANDBOX_UNAUTHORIZED')
  );
}
