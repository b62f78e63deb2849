// Deliveries of GitHub that were recorded and answered: each is decided by exactly one live worker,
// and told. Postgres holds them; whoever decides holds no truth of its own.
import type { DeliveryClaim } from '../../store/deliveries.ts';
import type { Worker } from '../../store/leases/lease.ts';

/** What became of one, for the log. */
type Decided = { outcome: string; jobId?: string; reason?: string };

export type InboxFunctions = {
  /** Decides and writes. What is thrown is tried again, as long as that may help. */
  decide(worker: Worker, claim: DeliveryClaim): Promise<Decided>;
  /** Writes that it cannot be decided. */
  giveUp(worker: Worker, undecided: { claim: DeliveryClaim; problem: string }): Promise<Decided>;
  /** Says in the thread what became of it; harmless when done twice. False: not all was said. */
  tell(claim: DeliveryClaim): Promise<boolean>;
};

export type Inbox = {
  /** Begins to decide deliveries in this process. */
  start(): Promise<void>;
  /** What runs may end within `drainMs`; the next process takes the rest up. */
  stop(drainMs?: number): Promise<void>;
};
