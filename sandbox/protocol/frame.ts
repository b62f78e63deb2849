// One line of the wire: text in, checked value out. Knows no message. A frame is one JSON object in
// plain ASCII, alone on its line, and carries a sum of the rest of its line: a line with a piece
// missing or doubled can still be valid JSON, and must not pass for what was sent.
import { createHash } from 'node:crypto';

/** A longer line is dropped unread. */
export const MAX_LINE_LENGTH = 4 * 1024 * 1024;

const SUM_LENGTH = 12;
const HEAD = /^\{"sum":"([0-9a-f]{12})",/;

/** Begins and ends with a newline, so that whatever stands before or after it spoils no frame. */
export function encodeFrame(frame: object): string {
  const rest = toAscii(JSON.stringify(frame)).slice(1);
  return `\n{"sum":"${sumOf(rest)}",${rest}\n`;
}

export type DecodedLine = { kind: 'frame'; frame: unknown; length: number } | { kind: 'garbage' };

type LineDecoder = {
  /** Text as it arrives, split anywhere. Never throws. */
  push(text: string): DecodedLine[];
};

/** One for each connection: pieces of two must not be joined. */
export function createLineDecoder(maxLength = MAX_LINE_LENGTH): LineDecoder {
  let pending = '';
  return {
    push(text) {
      const lines = text.split('\n');
      const decoded: DecodedLine[] = [];
      for (const [index, piece] of lines.entries()) {
        pending += piece;
        const isWhole = index < lines.length - 1;
        if (pending.length > maxLength) {
          // The rest of this line, when it comes, is garbage by its sum.
          decoded.push({ kind: 'garbage' });
          pending = '';
        } else if (isWhole && pending !== '') {
          decoded.push(decodeLine(pending));
          pending = '';
        }
      }
      return decoded;
    },
  };
}

function decodeLine(line: string): DecodedLine {
  const head = HEAD.exec(line);
  if (head === null) return { kind: 'garbage' };
  const rest = line.slice(head[0].length);
  if (sumOf(rest) !== head[1]) return { kind: 'garbage' };
  try {
    return { kind: 'frame', frame: JSON.parse(`{${rest}`), length: line.length };
  } catch {
    return { kind: 'garbage' };
  }
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, SUM_LENGTH);
}

/** In JSON anything but ASCII stands in strings only, where an escape means the same. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
