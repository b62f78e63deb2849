// Webhook deliveries of GitHub, each recorded once.
import type { Connection } from './database/connection.ts';

type WebhookDelivery = {
  hookId: number;
  guid: string;
  event: string;
  action?: string;
  installationId?: number;
  jobId?: string;
  outcome: 'accepted' | 'ignored' | 'refused';
  reason?: string;
};
type DeliveryRecords = {
  /** False when this delivery was recorded before: then nothing must be done for it again. */
  record(delivery: WebhookDelivery): Promise<boolean>;
};

export function deliveryRecords(client: Connection): DeliveryRecords {
  return {
    async record(delivery) {
      const { rowCount } = await client.query(
        `insert into webhook_deliveries
           (hook_id, guid, event, action, installation_id, job_id, outcome, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [
          delivery.hookId,
          delivery.guid,
          delivery.event,
          delivery.action,
          delivery.installationId,
          delivery.jobId,
          delivery.outcome,
          delivery.reason,
        ],
      );
      return rowCount === 1;
    },
  };
}
