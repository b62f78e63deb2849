// What one side has heard of the other: repeats dropped, gaps noticed, parts put together. Values
// come out once, in order, and are still unchecked.
import { type DataFrame, MAX_MESSAGE_LENGTH } from './wire.ts';

export type Heard =
  | { kind: 'message'; seq: number; value: unknown; length: number }
  | { kind: 'partial' }
  | { kind: 'repeat' }
  /** Something before it is missing; the frame is dropped and will come again. */
  | { kind: 'gap' }
  /** The sender itself has sent nonsense; sending again cannot help. */
  | { kind: 'broken'; problem: string };

type Inbox = {
  accept(frame: DataFrame, length: number): Heard;
  /** Goes on after what someone before has heard. */
  startAfter(last: number): void;
  /** Number of the last frame heard without a gap before it. */
  last(): number;
};

export function createInbox(maxLength = MAX_MESSAGE_LENGTH): Inbox {
  let last = 0;
  let parts: string[] = [];
  let partsLength = 0;
  const finish = (frame: DataFrame, length: number): Heard => {
    if (frame.t === 'message') {
      if (parts.length > 0) return broken('a message stands between the parts of another');
      return { kind: 'message', seq: frame.seq, value: frame.message, length };
    }
    parts.push(frame.text);
    partsLength += frame.text.length;
    if (partsLength > maxLength) return broken(`a message is longer than ${maxLength}`);
    if (!frame.isLast) return { kind: 'partial' };
    const text = parts.join('');
    parts = [];
    partsLength = 0;
    return parse(text, frame.seq);
  };
  return {
    accept(frame, length) {
      if (frame.seq <= last) return { kind: 'repeat' };
      if (frame.seq > last + 1) return { kind: 'gap' };
      last = frame.seq;
      return finish(frame, length);
    },
    startAfter(seq) {
      last = seq;
      parts = [];
      partsLength = 0;
    },
    last: () => last,
  };
}

function parse(text: string, seq: number): Heard {
  try {
    return { kind: 'message', seq, value: JSON.parse(text), length: text.length };
  } catch {
    return broken('the parts of a message are no JSON together');
  }
}

function broken(problem: string): Heard {
  return { kind: 'broken', problem };
}
