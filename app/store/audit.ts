// Audit rows. Sequence and digests are made by the database.
import type { Connection } from './database/connection.ts';
import { toJson, withoutNulls } from './database/rows.ts';

type AuditEvent = {
  installationId: number;
  actor: string;
  subject: string;
  subjectId: string;
  jobId?: string;
  action: string;
  detail?: Record<string, unknown>;
};
export type StoredAuditEvent = AuditEvent & { sequence: number; at: number; digest: string };
type AuditRecords = {
  /** Append last: writers of one installation wait for each other until commit. */
  append(event: AuditEvent): Promise<void>;
  ofJob(jobId: string): Promise<StoredAuditEvent[]>;
  /** What moved the newest delivered jobs of an installation, job by job, in its order. */
  courses(installationId: number, most: number): Promise<{ action: string; at: number }[][]>;
};

export function auditRecords(client: Connection): AuditRecords {
  return {
    async append(event) {
      await client.query({
        name: 'audit-append',
        text: `insert into audit_events
           (installation_id, actor, subject, subject_id, job_id, action, detail)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [
          event.installationId,
          event.actor,
          event.subject,
          event.subjectId,
          event.jobId,
          event.action,
          toJson(event.detail ?? {}),
        ],
      });
    },
    async ofJob(jobId) {
      const { rows } = await client.query<StoredAuditEvent>(
        `select installation_id as "installationId", sequence, at, actor, subject,
                subject_id as "subjectId", job_id as "jobId", action, detail,
                encode(digest, 'hex') as digest
           from audit_events where job_id = $1 order by sequence`,
        [jobId],
      );
      return rows.map(withoutNulls);
    },
    async courses(installationId, most) {
      const { rows } = await client.query<{ course: { action: string; at: number }[] }>(
        `select jsonb_agg(jsonb_build_object('action', action,
                  'at', extract(epoch from at) * 1000) order by sequence) as course
           from audit_events
          where subject = 'job' and job_id in
                (select id from jobs where installation_id = $1 and state = 'DELIVERED'
                  order by created_at desc limit $2)
          group by job_id`,
        [installationId, most],
      );
      return rows.map(({ course }) => course);
    },
  };
}
