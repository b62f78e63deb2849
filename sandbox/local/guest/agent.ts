// The first program in every local sandbox: starts commands and moves files for the server, over
// the one socket it was started with. Runs as the sandbox's user with nothing to lose; the server
// trusts nothing it says beyond its form. It must not write logs, nor listen unless told to relay.
import { Socket } from 'node:net';
import { createChannel } from './channel.ts';
import {
  type FileWriter,
  listDirectory,
  makeDirectory,
  moveEntry,
  readFile,
  removeEntry,
  statEntry,
  writeFile,
} from './files.ts';
import {
  createFrameReader,
  decodeCredit,
  decodeData,
  decodeRequest,
  type Frame,
} from './frames.ts';
import { createProcesses, type Processes } from './processes.ts';
import { createRelay } from './relay.ts';

/** Not one of the first three: those the sandbox's reaper holds as well. */
const CHANNEL_DESCRIPTOR = 3;

runAgent();

function runAgent(): void {
  // A person's `pkill node` inside means his own processes, not this one.
  process.title = 'guest-agent';
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, () => undefined);
  }
  const socket = new Socket({ fd: CHANNEL_DESCRIPTOR, readable: true, writable: true });
  const handle = createHandler(socket);
  const read = createFrameReader(handle);
  socket.on('data', read);
  // Without the server nobody owns this sandbox: end it.
  socket.on('close', () => process.exit(0));
  socket.on('error', () => process.exit(1));
  handle.greet();
}

type Handler = ((frame: Frame) => void) & { greet(): void };

function createHandler(socket: Socket): Handler {
  const channel = createChannel(socket);
  const processes = createProcesses(channel);
  const writers = new Map<number, FileWriter>();
  const simple = simpleOperations(processes);
  const run = async (stream: number, payload: Buffer): Promise<void> => {
    const { operation, options, body } = decodeRequest(payload);
    if (operation === 'start') processes.start(stream, options);
    else if (operation === 'input') processes.input(stream, options, body);
    else if (operation === 'read') await readFile(channel, stream, options);
    else if (operation === 'write') {
      writers.set(stream, await writeFile(channel, stream, options));
    } else {
      const answer = await simple[operation]?.(options);
      if (answer === undefined) throw new Error(`unknown operation ${operation}`);
      channel.reply(stream, answer);
    }
  };
  const endWriter = (stream: number, payload: Buffer) => {
    const writer = writers.get(stream);
    writers.delete(stream);
    if (payload.byteLength === 0) writer?.end();
    else writer?.abort();
  };
  const handle = ({ kind, stream, payload }: Frame): void => {
    if (kind === 'request') {
      run(stream, payload).catch((error: unknown) => channel.refuse(stream, error));
    } else if (kind === 'data') writers.get(stream)?.write(decodeData(payload).bytes);
    else if (kind === 'credit') channel.takeCredit(stream, decodeCredit(payload));
    else if (kind === 'end') endWriter(stream, payload);
  };
  return Object.assign(handle, { greet: () => channel.reply(0, { ready: true }) });
}

type Operation = (options: Record<string, unknown>) => object | Promise<object>;

/** Those that are one answer to one question. */
function simpleOperations(processes: Processes): Record<string, Operation> {
  return {
    closeStdin: processes.closeStdin,
    signal: processes.signal,
    freeze: processes.killEverything,
    stat: statEntry,
    makeDirectory,
    move: moveEntry,
    remove: removeEntry,
    listDirectory,
    ...createRelay(),
  };
}
