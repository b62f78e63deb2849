// Agent conversations, their transcript and their permission log, appended in batches.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { Submission } from '../../sandbox/protocol/messages.ts';
import type { PermissionDecision } from '../../sandbox/protocol/permission-decision.ts';
import type { HostQuestion } from '../../sandbox/protocol/question.ts';
import type { RunnerState } from '../../sandbox/protocol/runner-state.ts';
import type { OutcomeBody } from '../job/events.ts';
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';

export type TranscriptEntry = {
  sequence: number;
  entryType: string;
  payload: unknown;
  toolUseId?: string;
};

/** Which conversation is meant: a step of a job may have several, one after the other. */
export type ConversationKey = { jobId: string; step: string; ordinal: number };

export type StoredSession = {
  id: string;
  /** Known once the runner was started. */
  runnerPid?: number;
  /** What it handed over and was accepted. */
  submission?: Submission;
  isEnded: boolean;
};

export type Parking = {
  number: number;
  /** How its effect ended, and the hold that follows from it; absent: it goes on by itself. */
  held?: { outcome: OutcomeBody; holdNumber: number };
  question?: HostQuestion;
  state: RunnerState;
  changes: FileChange[];
  isResumed: boolean;
};

type SessionRecords = {
  begin(session: ConversationKey & { id: string; fence: number }): Promise<void>;
  started(id: string, runnerPid: number): Promise<void>;
  /** Once: what was accepted first stays. */
  handOver(id: string, submission: Submission): Promise<void>;
  end(id: string): Promise<void>;
  /** The newest conversation of that key. */
  find(key: ConversationKey): Promise<StoredSession | undefined>;
  /** Those of a job that have not ended. */
  open(jobId: string): Promise<StoredSession[]>;
  /** One batch: consecutive, beginning right after the last stored row. */
  append(sessionId: string, fence: number, entries: readonly TranscriptEntry[]): Promise<void>;
  log(sessionId: string, decisions: readonly PermissionDecision[]): Promise<void>;
  decisions(sessionId: string): Promise<PermissionDecision[]>;
  transcript(sessionId: string): Promise<TranscriptEntry[]>;
  /** The ids of a job's conversations of one step, oldest first. */
  ofStep(jobId: string, step: string): Promise<string[]>;
  park(
    sessionId: string,
    fence: number,
    parking: Omit<Parking, 'number' | 'isResumed'>,
  ): Promise<void>;
  /** The newest of the conversation; it counts as long as it is not resumed. */
  parking(sessionId: string): Promise<Parking | undefined>;
  resumed(sessionId: string, number: number): Promise<void>;
  /** A person drops what is open or parked; answers how many conversations that were. */
  clear(jobId: string): Promise<number>;
  /** The files that the conversation of that key had when it was dropped. */
  filesOfCleared(key: ConversationKey): Promise<FileChange[] | undefined>;
};

const SESSION = `select id, runner_pid as "runnerPid", submission, ended_at is not null as "isEnded"
  from agent_sessions`;

export function sessionRecords(client: Connection): SessionRecords {
  const many = async (where: string, values: unknown[]) => {
    const { rows } = await client.query<StoredSession>(`${SESSION} where ${where}`, values);
    return rows.map(withoutNulls);
  };
  return {
    async begin({ id, jobId, step, ordinal, fence }) {
      await client.query(
        `insert into agent_sessions (id, job_id, step, ordinal, fence) values ($1, $2, $3, $4, $5)`,
        [id, jobId, step, ordinal, fence],
      );
    },
    async started(id, runnerPid) {
      await client.query('update agent_sessions set runner_pid = $2 where id = $1', [
        id,
        runnerPid,
      ]);
    },
    async handOver(id, submission) {
      await client.query(
        'update agent_sessions set submission = $2 where id = $1 and submission is null',
        [id, toJson(submission)],
      );
    },
    async end(id) {
      await client.query(
        `update agent_sessions set ended_at = now() where id = $1 and ended_at is null`,
        [id],
      );
    },
    async find({ jobId, step, ordinal }) {
      const where = 'job_id = $1 and step = $2 and ordinal = $3 order by started_at desc limit 1';
      return (await many(where, [jobId, step, ordinal]))[0];
    },
    open: async (jobId) => await many('job_id = $1 and ended_at is null', [jobId]),
    append: async (id, fence, entries) => await append(client, { id, fence, entries }),
    log: async (id, decisions) => await log(client, id, decisions),
    async decisions(sessionId) {
      const { rows } = await client.query<PermissionDecision>(
        `select tool_use_id, tool, decision, decided_by as by, rule, reason
           from permission_log where session_id = $1 order by id`,
        [sessionId],
      );
      return rows.map(withoutNulls);
    },
    async ofStep(jobId, step) {
      const where = 'job_id = $1 and step = $2 order by started_at';
      return (await many(where, [jobId, step])).map(({ id }) => id);
    },
    async transcript(sessionId) {
      const { rows } = await client.query<TranscriptEntry>(
        `select sequence, entry_type as "entryType", payload, tool_use_id as "toolUseId"
           from transcript_entries where session_id = $1 order by sequence`,
        [sessionId],
      );
      return rows.map(withoutNulls);
    },
    ...parkingRecords(client),
    ...clearing(client),
  };
}

function parkingRecords(client: Connection): Pick<SessionRecords, 'park' | 'parking' | 'resumed'> {
  return {
    async park(sessionId, fence, { held, question, state, changes }) {
      await client.query(
        `insert into parkings
           (session_id, number, outcome, hold_number, question, state, changes, fence)
         select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7
           from parkings where session_id = $1`,
        [
          sessionId,
          held && toJson(held.outcome),
          held?.holdNumber,
          question && toJson(question),
          toJson(state),
          toJson(changes),
          fence,
        ],
      );
    },
    async parking(sessionId) {
      const { rows } = await client.query<Parking>(
        `select number, question, state, changes, resumed_at is not null as "isResumed",
                case when hold_number is not null then
                  jsonb_build_object('outcome', outcome, 'holdNumber', hold_number) end as held
           from parkings where session_id = $1 order by number desc limit 1`,
        [sessionId],
      );
      return rows[0] && withoutNulls(rows[0]);
    },
    async resumed(sessionId, number) {
      await client.query(
        `update parkings set resumed_at = now()
          where session_id = $1 and number = $2 and resumed_at is null`,
        [sessionId, number],
      );
    },
  };
}

function clearing(client: Connection): Pick<SessionRecords, 'clear' | 'filesOfCleared'> {
  return {
    async clear(jobId) {
      const { rowCount } = await client.query(
        `update agent_sessions set ended_at = now(), cleared_at = now()
          where job_id = $1 and ended_at is null`,
        [jobId],
      );
      return rowCount ?? 0;
    },
    async filesOfCleared({ jobId, step, ordinal }) {
      const { rows } = await client.query<{ changes: FileChange[] }>(
        `select changes from agent_sessions join parkings on session_id = id
          where job_id = $1 and step = $2 and ordinal = $3 and cleared_at is not null
          order by cleared_at desc, number desc limit 1`,
        [jobId, step, ordinal],
      );
      return rows[0]?.changes;
    },
  };
}

async function append(
  client: Connection,
  { id, fence, entries }: { id: string; fence: number; entries: readonly TranscriptEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  await client.query({
    // Said at every turn: parsed and planned once a connection.
    name: 'transcript_append',
    text: `insert into transcript_entries
       (session_id, sequence, entry_type, payload, tool_use_id, fence)
     select $1, * , $6 from unnest($2::int[], $3::text[], $4::jsonb[], $5::text[])`,
    values: [
      id,
      entries.map(({ sequence }) => sequence),
      entries.map(({ entryType }) => entryType),
      entries.map(({ payload }) => toJson(payload)),
      entries.map(({ toolUseId }) => toolUseId),
      fence,
    ],
  });
}

async function log(
  client: Connection,
  sessionId: string,
  decisions: readonly PermissionDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  await client.query({
    name: 'permission_log',
    text: `insert into permission_log (session_id, tool_use_id, tool, decision, decided_by, rule, reason)
     select $1, d.tool_use_id, d.tool, d.decision, d.by, d.rule, d.reason
       from jsonb_to_recordset($2::jsonb) as
         d(tool_use_id text, tool text, decision text, by text, rule text, reason text)`,
    values: [sessionId, toJson(decisions)],
  });
}
