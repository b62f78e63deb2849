// The records of one connection: one line per aggregate, each of which is a file beside this one
// with its type and its SQL. Others see the types only.
// Rules that matter are kept by Postgres itself (migrations/); a refusal arrives as AppError
// DATABASE_RULE with the rule's name, a stale worker as STALE_WORKER.

import { errandRecords } from './acts/errands.ts';
import { verdictRecords } from './acts/verdicts.ts';
import { artifactRecords, attemptFiles, attemptRecords } from './attempts.ts';
import { auditRecords } from './audit.ts';
import { branchCheckRecords } from './branch-checks.ts';
import { carryRecords } from './carry/records.ts';
import { catchUpRecords } from './catch-ups.ts';
import { challengeRecords } from './challenges.ts';
import type { Connection } from './database/connection.ts';
import { deliveryRecords, inboxRecords } from './deliveries.ts';
import { holdAnswers } from './hold-answers.ts';
import { installationRecords } from './installations.ts';
import { jobRecords } from './jobs.ts';
import { movementRecords } from './movements.ts';
import { noticeRecords } from './operator/notices.ts';
import { planRecords } from './plans.ts';
import { proofRecords } from './proof.ts';
import { recordingRecords } from './recording.ts';
import { sandboxRecords } from './sandboxes.ts';
import { sessionRecords } from './sessions.ts';
import { settingsRecords } from './settings.ts';
import { signInRecords } from './sign-ins.ts';
import { snapshotRecords } from './snapshots.ts';
import { threadRecords } from './threads.ts';
import { usageRecords } from './usage.ts';
import { workRecords } from './work.ts';
import { happeningRecords } from './world/happenings.ts';
import { placeRecords } from './world/places.ts';

export type Records = ReturnType<typeof recordsOf>;

export function recordsOf(client: Connection, clockOffsetMs: () => number) {
  return {
    /** The database's time, in milliseconds: the one clock all workers share. */
    async now(): Promise<number> {
      const { rows } = await client.query<{ now: number }>('select clock_timestamp() as now');
      return (rows[0]?.now ?? 0) + clockOffsetMs();
    },
    installations: installationRecords(client),
    deliveries: deliveryRecords(client),
    inbox: inboxRecords(client),
    catchUps: catchUpRecords(client),
    jobs: jobRecords(client),
    work: workRecords(client, clockOffsetMs),
    audit: auditRecords(client),
    plans: planRecords(client),
    attempts: attemptRecords(client),
    sessions: sessionRecords(client),
    holdAnswers: holdAnswers(client),
    usage: usageRecords(client),
    notices: noticeRecords(client),
    proof: proofRecords(client),
    challenges: challengeRecords(client),
    movements: movementRecords(client),
    sandboxes: sandboxRecords(client),
    snapshots: snapshotRecords(client),
    threads: threadRecords(client),
    files: attemptFiles(client),
    artifacts: artifactRecords(client),
    settings: settingsRecords(client),
    signIns: signInRecords(client),
    carry: carryRecords(client),
    recording: recordingRecords(client),
    branchChecks: branchCheckRecords(client),
    happenings: happeningRecords(client),
    places: placeRecords(client),
    errands: errandRecords(client),
    verdicts: verdictRecords(client),
  };
}
