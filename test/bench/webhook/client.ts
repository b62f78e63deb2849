// Sends deliveries at an even pace, whoever answers slowly: in turn one to the product and one to the
// reference. A process of its own, so that what it does itself is in neither's figures.
// Usage: node client.ts < PLAN.json   prints one line of JSON: milliseconds and statuses of each.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

const Plan = z.object({
  /** Path and all, the product's first. */
  targets: z.tuple([z.string(), z.string()]),
  secret: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
  /** Sent before, and not counted. */
  warmSeconds: z.number(),
  /** Sent one after the other, over and over; each as if it were new. */
  deliveries: z.array(z.object({ event: z.string(), payload: z.string() })).min(1),
});
export type ClientPlan = z.infer<typeof Plan>;

type Answer = { ms: number; status: number };
export type ClientFigures = [Answer[], Answer[]];

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const plan = Plan.parse(JSON.parse(await text(process.stdin)));
await sendAll({ ...plan, seconds: plan.warmSeconds }, 0);
const figures = await sendAll(plan, plan.warmSeconds * plan.perSecond);
process.stdout.write(`${JSON.stringify(figures)}\n`);
agent.destroy();

async function sendAll(of: ClientPlan, first: number): Promise<ClientFigures> {
  const answers: [Promise<Answer>[], Promise<Answer>[]] = [[], []];
  const begin = performance.now();
  const count = of.perSecond * of.seconds;
  for (let n = 0; n < count; n += 1) {
    await pause(Math.max(0, begin + (n * 1_000) / of.perSecond - performance.now()));
    const { event, body } = fresh(of, first + n);
    // Each goes first as often as the other.
    for (const place of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      answers[place].push(send(of.targets[place], { event, body, secret: of.secret }));
    }
  }
  return [await Promise.all(answers[0]), await Promise.all(answers[1])];
}

/** `@N@` stands for the number of the delivery. */
function fresh({ deliveries }: ClientPlan, n: number): { event: string; body: string } {
  const { event, payload } = deliveries[n % deliveries.length] ?? { event: '', payload: '' };
  return { event, body: payload.replaceAll('"@N@"', String(n + 1)) };
}

async function send(
  url: string,
  { event, body, secret }: { event: string; body: string; secret: string },
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-github-event': event,
    'x-github-delivery': randomUUID(),
    'x-github-hook-id': '1',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
  const begin = performance.now();
  return await new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', () => {
        resolve({ ms: performance.now() - begin, status: response.statusCode ?? 0 });
      });
    });
    sent.once('error', () => resolve({ ms: performance.now() - begin, status: 0 }));
    sent.end(body);
  });
}
