// What a turn of a session leaves in the records, in two transactions: the results of tools with the
// decisions about them, and the model's reply with what it cost. The money is looked at in the first
// of them and counted on from there: nobody else spends for the job meanwhile.
import type { PermissionDecision } from '../../../sandbox/protocol/permission-decision.ts';
import type { Entry } from '../../../sandbox/protocol/transcript.ts';
import type { CallUsage } from '../../gateway/port.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { toStored } from './rows.ts';

type TurnPlace = {
  store: Store;
  jobId: string;
  sessionId: string;
  attemptNumber: number;
  fence: number;
};

type ModelClass = CallUsage['modelClass'];
type Look = { spentUsd: number; capUsd: number; callNumber: number };

/** `money`, `nextCallNumber` and `record` are those of a budgeted gateway. */
export type TurnRecords = {
  /** Committed when it resolves, and with it what the last call cost. */
  rows(entries: readonly Entry[], decisions: readonly PermissionDecision[]): Promise<void>;
  money(): Promise<{ spentUsd: number; capUsd: number }>;
  nextCallNumber(): Promise<number>;
  /** Kept until the reply's own row, the next look or `close`, whichever is first. */
  record(usage: CallUsage): Promise<void>;
  /** Writes what is kept. Whoever opened it closes it, however the session ended. */
  close(): Promise<void>;
};

export function createTurnRecords(place: TurnPlace, modelClass: ModelClass): TurnRecords {
  const { store, sessionId, fence } = place;
  let unwritten: CallUsage[] = [];
  let look: Look | undefined;
  const writeUsage = async ({ usage }: Records): Promise<void> => {
    await Promise.all(unwritten.map(async (one) => await usage.record(one)));
  };
  const close = async (): Promise<void> => {
    if (unwritten.length === 0) return;
    await store.transaction(writeUsage);
    unwritten = [];
  };
  const lookAnew = async (): Promise<Look> => {
    const found = await store.transaction(async (records) => {
      await writeUsage(records);
      return await lookAt(records, place, modelClass);
    });
    unwritten = [];
    return found;
  };
  const write = async (
    entries: readonly Entry[],
    decisions: readonly PermissionDecision[],
  ): Promise<Look | undefined> =>
    await store.transaction(async (records) => {
      const isReply = entries.at(-1)?.payload._t === 'assistant';
      // Said in one breath: the statements leave together and are answered together.
      const [seen] = await Promise.all([
        isReply || look !== undefined ? look : lookAt(records, place, modelClass),
        records.sessions.append(sessionId, fence, entries.map(toStored)),
        records.sessions.log(sessionId, decisions),
        writeUsage(records),
      ]);
      return seen;
    });
  return {
    async rows(entries, decisions) {
      try {
        look = await write(entries, decisions);
      } catch (error) {
        // The rows of a worker that was replaced are refused; the call has cost money all the same.
        await close();
        throw error;
      }
      unwritten = [];
    },
    async money() {
      // People may have raised the cap since.
      if (look === undefined || look.spentUsd >= look.capUsd) look = await lookAnew();
      return look;
    },
    async nextCallNumber() {
      look ??= await lookAnew();
      const { callNumber } = look;
      look = { ...look, callNumber: callNumber + 1 };
      return callNumber;
    },
    async record(usage) {
      unwritten.push(usage);
      if (look !== undefined) look = { ...look, spentUsd: look.spentUsd + usage.costUsd };
    },
    close,
  };
}

async function lookAt(records: Records, place: TurnPlace, modelClass: ModelClass): Promise<Look> {
  const { jobId, attemptNumber } = place;
  const [found, spentUsd, callNumber] = await Promise.all([
    records.jobs.find(jobId),
    records.usage.costOfJob(jobId),
    records.usage.nextCall({ jobId, modelClass, attemptNumber }),
  ]);
  return { spentUsd, capUsd: found?.job.budget.costUsd ?? 0, callNumber };
}
