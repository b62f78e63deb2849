// What model calls cost, once per call.
import { usageKey } from '../job/names.ts';
import type { ModelClass } from '../job/types.ts';
import type { Connection } from './database/connection.ts';

type Usage = {
  jobId: string;
  modelClass: ModelClass;
  attemptNumber: number;
  callNumber: number;
  model: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costUsd: number;
};
type UsageRecords = {
  /** Once per call: false when this call was written before. */
  record(usage: Usage): Promise<boolean>;
  costOfJob(jobId: string): Promise<number>;
  /** One more than the highest number of this job, class and attempt. */
  nextCall(of: Pick<Usage, 'jobId' | 'modelClass' | 'attemptNumber'>): Promise<number>;
};

export function usageRecords(client: Connection): UsageRecords {
  return {
    async record(usage) {
      const { rowCount } = await client.query({
        // Said at every turn: parsed and planned once a connection.
        name: 'usage_record',
        text: `insert into usage_ledger (idempotency_key, job_id, model_class, attempt_number,
           call_number, model, input_tokens, output_tokens, cache_read_tokens,
           cache_write_tokens, cost_usd)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (idempotency_key) do nothing`,
        values: [
          usageKey(usage),
          usage.jobId,
          usage.modelClass,
          usage.attemptNumber,
          usage.callNumber,
          usage.model,
          usage.inputTokens,
          usage.outputTokens,
          usage.cacheReadTokens,
          usage.cacheWriteTokens,
          usage.costUsd,
        ],
      });
      return rowCount === 1;
    },
    async nextCall({ jobId, modelClass, attemptNumber }) {
      const { rows } = await client.query<{ next: number }>(
        `select coalesce(max(call_number), 0) + 1 as next from usage_ledger
          where job_id = $1 and model_class = $2 and attempt_number = $3`,
        [jobId, modelClass, attemptNumber],
      );
      return rows[0]?.next ?? 1;
    },
    async costOfJob(jobId) {
      const { rows } = await client.query<{ cost: number }>(
        'select coalesce(sum(cost_usd), 0) as cost from usage_ledger where job_id = $1',
        [jobId],
      );
      return rows[0]?.cost ?? 0;
    },
  };
}
