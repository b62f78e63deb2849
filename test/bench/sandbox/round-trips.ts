// Round trips on the wire of a session: from the host's reply to the runner's next request, through
// SDK, server, guest agent and both pipes of the runner, and back; between any two of them one fetch
// of the same size on loopback.
import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { runSession, SYSTEM_TIMERS } from '../../../sandbox/driver/session/session.ts';
import type { StreamPlan } from '../../chaos/sandbox/streaming-runner.ts';
import { timed } from '../bench.ts';
import type { Echo } from './bare.ts';

const ROW_LENGTH = 1_024;
const WARM_UP = 20;

export type RoundTrips = { wireMs: number[]; fetchMs: number[] };

export async function measureRoundTrips(
  sandbox: Sandbox,
  { runnerPath, turns, echo }: { runnerPath: string; turns: number; echo: Echo },
): Promise<RoundTrips> {
  const plan: StreamPlan = { messages: WARM_UP + turns, messagesATurn: 1, rowLength: ROW_LENGTH };
  const trips: RoundTrips = { wireMs: [], fetchMs: [] };
  const words = 'x'.repeat(ROW_LENGTH);
  const bytes = Buffer.from(words);
  let repliedAt = 0;
  const end = await runSession({
    sandbox,
    runnerPath,
    task: {
      step: 'implement',
      instruction: 'Count.',
      input: JSON.stringify(plan),
      tools: ['Bash'],
      permissions: { mode: 'bypassPermissions' },
      planning: false,
      workspace: '/workspace',
      limits: { turns: WARM_UP + turns },
    },
    handlers: {
      rows: async () => undefined,
      async turn({ call }) {
        const wireMs = performance.now() - repliedAt;
        const fetchMs = await timed(async () => await echo.send(bytes));
        if (call > WARM_UP) {
          trips.wireMs.push(wireMs);
          trips.fetchMs.push(fetchMs);
        }
        repliedAt = performance.now();
        const content = [{ type: 'text', text: words } as const];
        return { ok: true, reply: { content, stopReason: 'end_turn' } };
      },
      submit: async () => ({ accepted: false, reasons: ['nothing is to be handed over'] }),
      ask: async () => ({ kind: 'deny', reason: 'nobody is here' }),
      progress: async () => undefined,
    },
    signal: AbortSignal.timeout(120_000),
    deps: { timers: SYSTEM_TIMERS, newId: () => randomUUID() },
  });
  if (end.kind !== 'done') throw new Error(`the session ended: ${JSON.stringify(end)}`);
  return trips;
}
