// Lets finders read a text that arrives in pieces and gives it out without what they marked. A
// marked character is never given out, and the pieces make no difference to the result. Pure.

const REDACTED = '[redacted]';

/** Holds back what may still become a secret: under 16 characters in ordinary text, 1100 at most. */
export type RedactionStream = { write(chunk: string): string; end(): string };

/** What a finder reads and marks. The first characters may have been given out already. */
export type View = { text: string; hidden: Uint8Array; isEnd: boolean };

export type Finder = {
  /** Marks what must be hidden and returns the place up to which that is settled. */
  scan(view: View): number;
  /** The first characters of the text have been dropped. */
  forget(count: number): void;
};

/** How far back a finder may look from the first character that is not settled. */
const CONTEXT = 32;

export function createRedactionStream(finders: readonly Finder[]): RedactionStream {
  let text = '';
  let hidden = new Uint8Array(0);
  let given = 0;
  let wasHidden = false;

  function advance(chunk: string, isEnd: boolean): string {
    text += chunk;
    hidden = grow(hidden, text.length);
    const settled = Math.min(...finders.map((finder) => finder.scan({ text, hidden, isEnd })));
    const output = show({ text, hidden, from: given, to: settled, wasHidden });
    if (settled > given) wasHidden = hidden[settled - 1] === 1;
    const dropped = Math.max(0, settled - CONTEXT);
    text = text.slice(dropped);
    hidden = hidden.slice(dropped);
    given = settled - dropped;
    for (const finder of finders) finder.forget(dropped);
    return output;
  }

  return { write: (chunk) => advance(chunk, false), end: () => advance('', true) };
}

function grow(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(length);
  grown.set(bytes);
  return grown;
}

type Range = { text: string; hidden: Uint8Array; from: number; to: number; wasHidden: boolean };

/** One mark per hidden run, also when the run began in an earlier piece. */
function show({ text, hidden, from, to, wasHidden }: Range): string {
  let output = '';
  let isHidden = wasHidden;
  for (let at = from; at < to; ) {
    const value = hidden[at] ?? 0;
    const change = hidden.indexOf(1 - value, at);
    const end = change === -1 ? to : Math.min(change, to);
    if (value === 0) output += text.slice(at, end);
    else if (!isHidden) output += REDACTED;
    isHidden = value === 1;
    at = end;
  }
  return output;
}
