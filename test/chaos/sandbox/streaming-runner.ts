// A guest program with the runner's own end of the wire that streams numbered messages: most are
// progress, which is not answered; every so often one is a turn request with a row of the transcript,
// which is answered before the next. The task's input says how many, how often, and how long a row is
// at least. Bundled by stream.ts.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { HostMessage } from '../../../sandbox/protocol/messages.ts';
import { createLink } from '../../../sandbox/runner/link.ts';

const never = new AbortController().signal;
/** As JSON in the task's input. A task has at most 1,000 turns. */
export type StreamPlan = { messages: number; messagesATurn: number; rowLength: number };

const task = Promise.withResolvers<StreamPlan>();
let answered = Promise.withResolvers<void>();
const output = createWriteStream('', { fd: 1, autoClose: false });
output.on('error', () => process.exit(0));
const link = createLink({
  write: (line) => void output.write(line),
  backlog: () => output.writableLength,
  onMessage(message: HostMessage) {
    if (message.kind === 'task') task.resolve(JSON.parse(message.task.input) as StreamPlan);
    if (message.kind === 'turn_reply') answered.resolve();
  },
});
process.stdin
  .setEncoding('utf8')
  .on('data', link.receive)
  .once('end', () => process.exit(0));
setInterval(link.heartbeat, Number(process.env['REDGREEN_HEARTBEAT_MS'] ?? 5_000)).unref();

await stream(await task.promise);
output.end(() => process.exit(0));

async function stream(plan: StreamPlan): Promise<void> {
  for (let number = 1; number <= plan.messages; number += 1) {
    if (number % plan.messagesATurn === 0) await turn(number, plan);
    else await link.send({ kind: 'progress', todos: [todo(`${number}`)] }, never);
  }
  const outcome = { kind: 'ended', text: 'all was said' } as const;
  await link.send({ kind: 'done', outcome, entries: [], decisions: [] }, never);
  await link.drained(never);
}

function todo(content: string) {
  return { content, status: 'in_progress', activeForm: content } as const;
}

async function turn(number: number, { messagesATurn, rowLength }: StreamPlan): Promise<void> {
  answered = Promise.withResolvers<void>();
  const call = number / messagesATurn;
  const content = [{ type: 'text', text: `${number}`.padEnd(rowLength) } as const];
  const payload = { _t: 'user', uuid: randomUUID(), content } as const;
  // The reply takes the row behind this one.
  const entries = [{ row: 2 * call - 1, payload }];
  await link.send({ kind: 'turn_request', call, entries, decisions: [] }, never);
  await answered.promise;
}
