// A host with some sandboxes in use, to be killed: it says `begun` when it starts to make them and
// `ready` when all are in use, and would use them for ever.
// Usage: node session-host.ts '{"url": …, "jobId": …, "sessions": 5, "server": {…}}'
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import { findOrStartServer } from '../../../sandbox/local/find-server.ts';
import type { ServerOptionsInput } from '../../../sandbox/local/options.ts';
import { openWorker, SANDBOX_MS, useSandbox } from './session-parts.ts';

export type SessionHostOptions = {
  url: string;
  jobId: string;
  sessions: number;
  server: ServerOptionsInput;
};

const { url, jobId, sessions, server } = JSON.parse(process.argv[2] ?? '{}') as SessionHostOptions;

const driver = createE2bDriver({
  async connect() {
    const found = await findOrStartServer({ server });
    const { url: address, apiKey } = found;
    return { apiKey, apiUrl: address, sandboxUrl: address, hasExactPorts: true };
  },
  now: Date.now,
});
const worker = await openWorker(url, driver);
const context = await worker.claim(jobId);
process.stdout.write('begun\n');
let inUse = 0;
await Promise.allSettled(
  Array.from({ length: sessions }, async () => {
    await useSandbox(worker, context, async (sandbox) => {
      inUse += 1;
      if (inUse === sessions) process.stdout.write('ready\n');
      await sandbox.exec({ command: ['sleep', 'infinity'], timeoutMs: SANDBOX_MS });
    });
  }),
);
