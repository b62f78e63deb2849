// The way in at 50 deliveries a second while 20 jobs run, against a handler that only verifies the
// signature, delivery by delivery in turn.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Check } from '../support/figures.ts';
import { until } from '../support/waiting.ts';
import type { Bench } from './bench.ts';
import type { ClientFigures, ClientPlan } from './webhook/client.ts';
import { openPlace, SECRET } from './webhook/place.ts';

const LOAD = { jobs: 20, perSecond: 50, seconds: 60, warmSeconds: 10 };
const DECIDED_WITHIN_MS = 60_000;

export const webhook: Bench = async (say) => {
  await using place = await openPlace(LOAD.jobs);
  const { perSecond, seconds, warmSeconds } = LOAD;
  const pace = { perSecond, seconds, warmSeconds };
  const deliveries = await mixture();
  const figures = await drive({ ...pace, targets: place.targets, secret: SECRET, deliveries });
  const [own, bare] = figures.map((answers) => answers.map(({ ms }) => ms));
  const p99 = { own: quantile(own ?? [], 0.99), bare: quantile(bare ?? [], 0.99) };
  say(
    `p50 ${quantile(own ?? [], 0.5)} ms of ours, ${quantile(bare ?? [], 0.5)} ms of the bare one`,
  );
  say(`p99 ${p99.own} ms of ours, ${p99.bare} ms of the bare one`);
  const failed = figures[0].map(({ status }) => status).filter((status) => status !== 200);
  if (failed.length > 0) say(`answers other than 200: ${failed.join(' ')}`);
  const left = async () => await place.store.transaction(async ({ inbox }) => await inbox.left());
  await until(async () => (await left()).undecided === 0, DECIDED_WITHIN_MS).catch(() => undefined);
  const checks: Check[] = [
    {
      name: 'p99 of an answer to that of a bare signature check',
      value: Math.round((p99.own / p99.bare) * 100) / 100,
      limit: 5,
      unit: 'x',
    },
    {
      name: 'answers other than 2xx',
      value: figures[0].filter(({ status }) => status < 200 || status > 299).length,
      limit: 0,
      unit: `of ${figures[0].length}`,
    },
    {
      name: 'deliveries undecided a minute after the last',
      value: (await left()).undecided,
      limit: 0,
      unit: 'deliveries',
    },
  ];
  return checks;
};

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 100) / 100;
}

async function drive(plan: ClientPlan): Promise<ClientFigures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook', 'client.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(plan));
  return JSON.parse(await text(child.stdout)) as ClientFigures;
}

type Delivery = ClientPlan['deliveries'][number];
type Example = { name: string; examples: Record<string, unknown>[] };

/**
 * What a busy hook is told, in GitHub's own payloads: of ten deliveries a label of ours, a command,
 * two other labels, four comments that are none of our business, and two events nobody listens to.
 */
async function mixture(): Promise<Delivery[]> {
  const path = createRequire(import.meta.url).resolve('@octokit/webhooks-examples');
  const events = JSON.parse(await readFile(path, 'utf8')) as Example[];
  const example = (event: string, action: string) => {
    const all = events.find(({ name }) => name === event)?.examples ?? [];
    const found = all.find((one) => one['action'] === action);
    if (found === undefined) throw new Error(`no example of ${event}.${action}`);
    return { ...found, installation: { id: 5 } };
  };
  const labels = { ...example('issues', 'labeled'), installation: { id: 5 } };
  const label = (name: string): Delivery => ({
    event: 'issues',
    payload: JSON.stringify({
      ...labels,
      // A hundred jobs an hour are all that one repository may begin.
      repository: { ...Object(Reflect.get(labels, 'repository')), id: '@N@' },
      label: { name },
      issue: { ...Object(Reflect.get(labels, 'issue')), number: '@N@' },
    }),
  });
  const comments = example('issue_comment', 'created');
  const comment = (body: string): Delivery => ({
    event: 'issue_comment',
    payload: JSON.stringify({
      ...comments,
      // What is said in one thread is decided one after the other; nobody talks that fast.
      issue: { ...Object(Reflect.get(comments, 'issue')), number: '@N@' },
      comment: { ...Object(Reflect.get(comments, 'comment')), id: '@N@', body },
    }),
  });
  const other = { event: 'star', payload: JSON.stringify(example('star', 'created')) };
  const talk = comment('I have seen this too, on another machine and with an older version.');
  return [
    label('redgreen'),
    talk,
    other,
    label('bug'),
    talk,
    comment('/status'),
    talk,
    label('help wanted'),
    talk,
    other,
  ];
}
