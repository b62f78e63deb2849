// The frames of the wire between host and runner, and the rules both keep (decision 66):
// - A message has the number `seq` in its direction. Its sender keeps it until the other side's
//   `ack` has reached that number, and sends it again when it turns out to be lost.
// - The host's `ack` means handled: rows are persisted, a request is answered. The frame with the
//   answer carries the ack of its request, so a request is never forgotten unanswered.
// - The runner's `ack` means received.
// - `hello` is the host's question "this far I have heard you"; the runner answers `alive` and then
//   sends again what follows `last`. From `alive` the host learns what of its own was lost.
// Nothing here does I/O.
import { z } from 'zod';
import { MAX_LINE_LENGTH } from './frame.ts';

/** The runner produces no further message while this much is unacknowledged. */
export const MAX_UNACKNOWLEDGED = 512 * 1024;
/** A longer message travels in parts of this many characters. */
export const PART_LENGTH = 64 * 1024;
/** Of one message put together again. */
export const MAX_MESSAGE_LENGTH = 32 * 1024 * 1024;
/** So many lines in a row that are no frame end the session. */
export const MAX_GARBAGE_LINES = 100;

const Sequence = z.number().int().positive();
const Count = z.number().int().nonnegative();

const MessageFrame = z.strictObject({
  t: z.literal('message'),
  seq: Sequence,
  ack: Count,
  message: z.unknown(),
});

const PartFrame = z.strictObject({
  t: z.literal('part'),
  seq: Sequence,
  ack: Count,
  text: z.string().max(MAX_LINE_LENGTH),
  isLast: z.boolean(),
});

export type DataFrame = z.infer<typeof MessageFrame> | z.infer<typeof PartFrame>;

/** The runner lives. `re` is the hello it answers; 0: none, it is a heartbeat. */
const AliveFrame = z.strictObject({
  t: z.literal('alive'),
  re: Count,
  /** Number of its last frame. */
  sent: Count,
  /** Up to here the host has acknowledged them. */
  acked: Count,
  /** Up to here it has the host's messages. */
  ack: Count,
});
export type AliveFrame = z.infer<typeof AliveFrame>;

export const RunnerFrame = z.discriminatedUnion('t', [MessageFrame, PartFrame, AliveFrame]);
export type RunnerFrame = z.infer<typeof RunnerFrame>;

const HelloFrame = z.strictObject({
  t: z.literal('hello'),
  n: Sequence,
  /** Up to here the host has heard; null: it does not know (a host that has just begun). */
  last: Count.nullable(),
  ack: Count,
});

const AckFrame = z.strictObject({ t: z.literal('ack'), ack: Count });

export const HostFrame = z.discriminatedUnion('t', [MessageFrame, HelloFrame, AckFrame]);
export type HostFrame = z.infer<typeof HostFrame>;
