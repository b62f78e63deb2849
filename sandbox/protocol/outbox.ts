// What one side has sent and the other has not acknowledged: numbered, kept as lines, ready to be
// sent again. A message may be several frames; the other side acknowledges whole messages.
import { encodeFrame } from './frame.ts';
import { PART_LENGTH } from './wire.ts';

type Outbox = {
  /** Numbers and keeps a message; returns the lines to write now. */
  push(message: unknown, ack: number): string[];
  /** The other side has everything up to here. Numbers never sent are taken as the last sent. */
  confirm(upTo: number): void;
  /** The kept lines after this number, in order. */
  after(last: number): string[];
  /** Goes on with numbers that someone before has given. Only while nothing is kept. */
  startAfter(last: number): void;
  sent(): number;
  acked(): number;
  /** Of all kept lines. */
  size(): number;
};

export function createOutbox(partLength = PART_LENGTH): Outbox {
  const kept: { seq: number; line: string }[] = [];
  let sent = 0;
  let acked = 0;
  let size = 0;
  const keep = (frame: object): string => {
    sent += 1;
    const line = encodeFrame({ ...frame, seq: sent });
    kept.push({ seq: sent, line });
    size += line.length;
    return line;
  };
  return {
    push(message, ack) {
      const text = JSON.stringify(message);
      if (text.length <= partLength) return [keep({ t: 'message', ack, message })];
      return partsOf(text, partLength).map((part) => keep({ t: 'part', ack, ...part }));
    },
    confirm(upTo) {
      acked = Math.max(acked, Math.min(upTo, sent));
      while (kept[0] !== undefined && kept[0].seq <= acked) size -= kept.shift()?.line.length ?? 0;
    },
    after: (last) => kept.filter(({ seq }) => seq > last).map(({ line }) => line),
    startAfter(last) {
      if (kept.length > 0) throw new Error('an outbox in use cannot be numbered anew');
      sent = last;
      acked = last;
    },
    sent: () => sent,
    acked: () => acked,
    size: () => size,
  };
}

function partsOf(text: string, length: number): { text: string; isLast: boolean }[] {
  const count = Math.ceil(text.length / length);
  return Array.from({ length: count }, (_, index) => ({
    text: text.slice(index * length, (index + 1) * length),
    isLast: index === count - 1,
  }));
}
