// A process of its own that opens the embedded Postgres: says so on stdout, then does what stdin
// says (`close` or `leave`) and ends. Started by test/support/embedded-home.ts.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Paths } from '../../app/config/paths.ts';
import { toErrorBody } from '../../app/errors.ts';
import { openEmbedded } from '../../app/store/embedded/open.ts';

const [cache = '', state = '', runtime = ''] = process.argv.slice(2);
const paths: Paths = { cache, state, runtime };

try {
  const embedded = await openEmbedded({ paths });
  console.log(JSON.stringify({ isAdopted: embedded.isAdopted, url: embedded.url() }));
  const [line] = await once(createInterface({ input: process.stdin }), 'line');
  await (line === 'leave' ? embedded.leave() : embedded.close());
} catch (error) {
  console.log(JSON.stringify({ fault: String(error), ...toErrorBody(error).body }));
  process.exitCode = 1;
}
process.stdin.destroy();
