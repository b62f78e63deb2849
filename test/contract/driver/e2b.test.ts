// The same contract on a real E2B, cloud or self-hosted. Needs a key and a template with Node 24,
// git, python3 and a writable /workspace:
//   REDGREEN_TEST_E2B_API_KEY, REDGREEN_TEST_E2B_TEMPLATE, REDGREEN_TEST_E2B_DOMAIN (optional)
import { it } from 'node:test';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import { describeDriverContract } from './driver-contract.ts';

const apiKey = process.env['REDGREEN_TEST_E2B_API_KEY'];
const template = process.env['REDGREEN_TEST_E2B_TEMPLATE'];
const domain = process.env['REDGREEN_TEST_E2B_DOMAIN'];

if (apiKey === undefined || template === undefined) {
  it('sandbox driver on E2B', { skip: 'REDGREEN_TEST_E2B_API_KEY and _TEMPLATE are not set' });
} else {
  const connection = { apiKey, ...(domain === undefined ? {} : { domain }) };
  describeDriverContract('E2B', async () => ({
    driver: createE2bDriver({ connect: async () => connection, now: Date.now }),
    template,
    close: async () => undefined,
  }));
}
