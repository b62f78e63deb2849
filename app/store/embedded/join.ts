// Joins a server that already runs on our data directory, whoever started it. Starts nothing.

import { AppError } from '../../errors.ts';
import type { Deadline } from '../../machine/deadline.ts';
import { findPostmaster, isReady, type Postmaster, stopPostmaster } from './postmaster.ts';
import { type ConnectOutcome, connectPresence, type Presence } from './presence.ts';

export type Server = { presence: Presence; postmaster: Postmaster };

type JoinRequest = {
  dataDirectory: string;
  /** Called when the server goes away under us. */
  onLost: (error: Error) => void;
};

export const ATTEMPT_MS = 15;
/** A server that says it is ready has a socket; if it is gone for this long, it was removed. */
const LOST_SOCKET_MS = 1_000;

/** Undefined when no server runs there, or when it ended while we waited for it. */
export async function joinServer(
  request: JoinRequest,
  deadline: Deadline,
): Promise<Server | undefined> {
  let absentMs = 0;
  for (;;) {
    deadline.check();
    const postmaster = await findPostmaster(request.dataDirectory);
    if (postmaster === undefined) return undefined;
    const outcome = await connectTo(postmaster.socketDirectory, request);
    if (outcome.kind === 'ready') return { presence: outcome.presence, postmaster };
    const isLost = outcome.kind === 'absent' && (await isReady(postmaster));
    absentMs = isLost ? absentMs + ATTEMPT_MS : 0;
    // Nobody can reach it any more (a cleaned runtime directory): make way for one that is reached.
    if (absentMs > LOST_SOCKET_MS) await stopPostmaster(postmaster, deadline);
    else await deadline.pause(ATTEMPT_MS);
  }
}

/** Refuses a server that sits on our socket but serves other data. */
export async function connectTo(
  socketDirectory: string,
  { dataDirectory, onLost }: JoinRequest,
): Promise<ConnectOutcome> {
  const outcome = await connectPresence(socketDirectory, onLost);
  if (outcome.kind !== 'ready' || outcome.presence.dataDirectory === dataDirectory) return outcome;
  await outcome.presence.end();
  throw new AppError('EMBEDDED_POSTGRES_FAILED', {
    problem: `The socket in ${socketDirectory} belongs to a server with the data directory ${outcome.presence.dataDirectory}; stop it, or choose another REDGREEN_HOME`,
    details: { directory: socketDirectory },
  });
}
