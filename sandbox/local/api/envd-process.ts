// E2B's process service for one sandbox: List, Start, Connect, SendInput, CloseStdin, SendSignal,
// Update. There are no terminals here, so what asks for one is refused.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { GuestProcess, Listener, ProcessEvent } from '../guest-process.ts';
import type { LiveSandbox } from '../live-sandbox.ts';
import {
  answerUnary,
  ConnectFault,
  type MessageStream,
  openStream,
  readStreamRequest,
  readUnary,
} from './connect-protocol.ts';
import { parseMessage, toConnectFault } from './envd-faults.ts';
import { requireKnownUser } from './envd-user.ts';

export type EnvdCall = { sandbox: LiveSandbox; request: IncomingMessage; response: ServerResponse };

const Selector = z.object({
  process: z.object({ pid: z.number().int().optional(), tag: z.string().optional() }),
});
const StartRequest = z.object({
  process: z.object({
    cmd: z.string(),
    args: z.array(z.string()).default([]),
    envs: z.record(z.string(), z.string()).default({}),
    cwd: z.string().optional(),
  }),
  pty: z.unknown().optional(),
  tag: z.string().optional(),
  stdin: z.boolean().default(false),
});
const InputRequest = Selector.extend({
  input: z.object({ stdin: z.base64().optional(), pty: z.base64().optional() }),
});
const SignalRequest = Selector.extend({
  signal: z.union([z.literal(['SIGNAL_SIGKILL', 'SIGNAL_SIGTERM']), z.literal([9, 15])]),
});

const NO_TERMINAL = 'there are no terminals in this sandbox';
/** Standard input waits until the process reads it, as long as E2B's client does. */
const INPUT_DEADLINE_MS = 60_000;

export async function handleProcess(method: string, call: EnvdCall): Promise<void> {
  if (method === 'Start') await answerStream(call, start);
  else if (method === 'Connect') await answerStream(call, connect);
  else answerUnary(call.response, await answerOf(method, call));
}

async function answerOf(method: string, { sandbox, request }: EnvdCall): Promise<unknown> {
  const message = await readUnary(request);
  switch (method) {
    case 'List':
      return { processes: [...sandbox.processes.values()].map(describe) };
    case 'SendInput':
      return await sendInput(sandbox, parseMessage(InputRequest, message));
    case 'CloseStdin': {
      const { pid } = findProcess(sandbox, parseMessage(Selector, message));
      return await sandbox.link.request({ operation: 'closeStdin', options: { pid } });
    }
    case 'SendSignal': {
      const { process, signal: asked } = parseMessage(SignalRequest, message);
      const { pid } = findProcess(sandbox, { process });
      const signal = asked === 15 || asked === 'SIGNAL_SIGTERM' ? 'SIGTERM' : 'SIGKILL';
      return await sandbox.link.request({ operation: 'signal', options: { pid, signal } });
    }
    case 'Update':
      findProcess(sandbox, parseMessage(Selector, message));
      throw new ConnectFault('failed_precondition', NO_TERMINAL);
    default:
      throw new ConnectFault('unimplemented', `process.Process/${method} is not offered`);
  }
}

async function sendInput(
  sandbox: LiveSandbox,
  message: z.infer<typeof InputRequest>,
): Promise<object> {
  const { pid } = findProcess(sandbox, message);
  if (message.input.stdin === undefined) throw new ConnectFault('failed_precondition', NO_TERMINAL);
  const body = Buffer.from(message.input.stdin, 'base64');
  const deadlineMs = INPUT_DEADLINE_MS;
  await sandbox.link.request({ operation: 'input', options: { pid }, body, deadlineMs });
  return {};
}

function findProcess(sandbox: LiveSandbox, { process }: z.infer<typeof Selector>): GuestProcess {
  const found =
    process.pid === undefined
      ? [...sandbox.processes.values()].find(({ config }) => config.tag === process.tag)
      : sandbox.processes.get(process.pid);
  if (found === undefined || (process.pid === undefined && process.tag === undefined)) {
    throw new ConnectFault('not_found', 'no such process');
  }
  return found;
}

function describe({ pid, config }: GuestProcess): unknown {
  const [cmd, ...args] = config.argv;
  const { requestedEnv: envs, cwd, tag } = config;
  return { pid, config: { cmd, args, envs, cwd }, ...(tag === undefined ? {} : { tag }) };
}

type StreamWork = (call: EnvdCall, message: unknown, stream: MessageStream) => Promise<void>;

/** Errors of a stream travel inside it: a client reads nothing from another HTTP status. */
async function answerStream(call: EnvdCall, work: StreamWork): Promise<void> {
  const stream = openStream(call.response);
  const release = call.sandbox.hold();
  void stream.closed.then(release);
  const keepAlive = startKeepAlive(call.request, stream);
  void stream.closed.then(() => clearInterval(keepAlive));
  try {
    await work(call, await readStreamRequest(call.request), stream);
  } catch (error) {
    stream.end(toConnectFault(error));
  }
}

function startKeepAlive(request: IncomingMessage, stream: MessageStream): NodeJS.Timeout {
  const seconds = Number(request.headers['keepalive-ping-interval'] ?? 0);
  const everyMs = (seconds >= 1 && seconds <= 3600 ? seconds : 50) * 1000;
  return setInterval(() => void stream.send({ event: { keepalive: {} } }), everyMs);
}

const start: StreamWork = async ({ sandbox, request }, raw, stream) => {
  const message = parseMessage(StartRequest, raw);
  requireKnownUser(request);
  if (message.pty !== undefined) throw new ConnectFault('unimplemented', NO_TERMINAL);
  const { cmd, args, envs, cwd } = message.process;
  const process = await sandbox.start(
    {
      argv: [cmd, ...args],
      cwd: cwd === undefined || cwd === '' ? sandbox.home : cwd,
      requestedEnv: envs,
      stdin: message.stdin,
      tag: message.tag,
    },
    listenerOf(stream),
  );
  killAtDeadline({ sandbox, request, stream, process });
};

const connect: StreamWork = async ({ sandbox }, raw, stream) => {
  const process = findProcess(sandbox, parseMessage(Selector, raw));
  await stream.send({ event: { start: { pid: process.pid } } });
  const leave = process.listen(listenerOf(stream));
  void stream.closed.then(leave);
};

/** A client that sets a time for its command means the command, whether it still listens or not. */
function killAtDeadline(deadline: {
  sandbox: LiveSandbox;
  request: IncomingMessage;
  stream: MessageStream;
  process: GuestProcess;
}): void {
  const { sandbox, request, stream, process } = deadline;
  const timeoutMs = Number(request.headers['connect-timeout-ms'] ?? 0);
  if (!(timeoutMs > 0)) return;
  const timer = setTimeout(() => {
    stream.end(new ConnectFault('deadline_exceeded', `the command ran for ${timeoutMs} ms`));
    const options = { pid: process.pid, signal: 'SIGKILL' };
    sandbox.link.request({ operation: 'signal', options }).catch(() => undefined);
  }, timeoutMs);
  process.listen({
    async push({ kind }) {
      if (kind === 'end' || kind === 'gone') clearTimeout(timer);
    },
  });
}

function listenerOf(stream: MessageStream): Listener {
  return {
    async push(event) {
      if (event.kind === 'gone') {
        stream.end(new ConnectFault('unavailable', `the sandbox has ended: ${event.reason}`));
        return;
      }
      await stream.send({ event: toMessage(event) });
      if (event.kind === 'end') stream.end();
    },
  };
}

function toMessage(event: Exclude<ProcessEvent, { kind: 'gone' }>): unknown {
  if (event.kind === 'start') return { start: { pid: event.pid } };
  if (event.kind === 'end') return { end: toEndMessage(event) };
  return { data: { [event.kind]: event.bytes.toString('base64') } };
}

function toEndMessage({ exitCode, signal, note }: Extract<ProcessEvent, { kind: 'end' }>): unknown {
  const isSignal = signal !== '';
  const word = SIGNAL_WORDS[signal] ?? signal;
  const status = isSignal ? `signal: ${word}` : `exit status ${exitCode}`;
  const reasons = [exitCode === 0 ? undefined : status, note];
  const error = reasons.filter((reason) => reason !== undefined).join('; ');
  return { exitCode, exited: !isSignal, status, ...(error === '' ? {} : { error }) };
}

/** As E2B's daemon words them. */
const SIGNAL_WORDS: Readonly<Record<string, string>> = {
  SIGHUP: 'hangup',
  SIGINT: 'interrupt',
  SIGQUIT: 'quit',
  SIGILL: 'illegal instruction',
  SIGTRAP: 'trace/breakpoint trap',
  SIGABRT: 'aborted',
  SIGBUS: 'bus error',
  SIGFPE: 'floating point exception',
  SIGKILL: 'killed',
  SIGSEGV: 'segmentation fault',
  SIGPIPE: 'broken pipe',
  SIGALRM: 'alarm clock',
  SIGTERM: 'terminated',
  SIGXCPU: 'CPU time limit exceeded',
  SIGXFSZ: 'file size limit exceeded',
  SIGSYS: 'bad system call',
};
