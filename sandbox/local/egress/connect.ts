// Opens a connection to addresses that were checked. Takes no names, so nothing is looked up twice.
import { createConnection, type Socket } from 'node:net';

type ConnectOptions = {
  addresses: readonly string[];
  port: number;
  signal: AbortSignal;
  /** For all addresses together. */
  deadlineMs: number;
};

/** Undefined when none of them answers in time, or the signal is aborted. */
export async function connectTo(options: ConnectOptions): Promise<Socket | undefined> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.deadlineMs)]);
  for (const host of options.addresses) {
    if (signal.aborted) return undefined;
    const socket = await connectOnce({ host, port: options.port, signal });
    if (socket !== undefined) return socket;
  }
  return undefined;
}

async function connectOnce(place: {
  host: string;
  port: number;
  signal: AbortSignal;
}): Promise<Socket | undefined> {
  const { host, port, signal } = place;
  const socket = createConnection({ host, port, allowHalfOpen: true });
  return await new Promise((resolve) => {
    const give = (result: Socket | undefined) => {
      signal.removeEventListener('abort', giveUp);
      socket.removeListener('error', giveUp);
      if (result === undefined) socket.destroy();
      resolve(result);
    };
    const giveUp = () => give(undefined);
    // Whatever comes later is the owner's business, but must not end the server.
    socket.on('error', () => undefined);
    socket.once('error', giveUp);
    socket.once('connect', () => give(socket));
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
