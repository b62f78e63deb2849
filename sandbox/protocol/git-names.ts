// Names as git keeps them: bytes, which need not be UTF-8. A part of a path that is not stands in text
// with a lone surrogate (U+DC80 to U+DCFF) for each of its bytes above ASCII, which no text that came
// of UTF-8 holds. So every name has one text, and every such text one name. Pure.

const SLASH = 0x2f;
const ODD = 0xdc00;

/** Parts one by one: a folder is called the same whatever lies in it. */
function pathOf(bytes: Buffer): string {
  const whole = textOf(bytes);
  if (whole !== undefined) return whole;
  const parts: string[] = [];
  for (let at = 0; at <= bytes.length; ) {
    const end = bytes.indexOf(SLASH, at);
    const part = bytes.subarray(at, end === -1 ? bytes.length : end);
    parts.push(textOf(part) ?? oddName(part));
    at = end === -1 ? bytes.length + 1 : end + 1;
  }
  return parts.join('/');
}

/** Undefined for what is no UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

export function bytesOfPath(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path);
  const parts = path.split('/').map((part) => {
    if (part.isWellFormed()) return Buffer.from(part);
    return Buffer.from(Array.from(part, (letter) => letter.charCodeAt(0) & 0xff));
  });
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.of(SLASH), part])));
}

function oddName(part: Uint8Array): string {
  return String.fromCharCode(...Array.from(part, (byte) => (byte < 0x80 ? byte : ODD + byte)));
}

const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;
const ESCAPE = /\\([0-7]{3}|.)/g;
const LETTERS: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** As git writes a name into a listing: plain, or in quotes where a letter of it is anything unusual. */
export function pathOfListing(name: string): string {
  const inner = QUOTED.exec(name)?.[1];
  if (inner === undefined) return name;
  const latin = inner.replaceAll(ESCAPE, (_all, code: string) =>
    String.fromCharCode(
      code.length === 3 ? Number.parseInt(code, 8) : (LETTERS[code] ?? code.charCodeAt(0)),
    ),
  );
  return pathOf(Buffer.from(latin, 'latin1'));
}

/** Git's records that end in NUL, as text in which no byte is lost. */
export function recordsOf(listing: Uint8Array): string[] {
  const whole = Buffer.from(listing.buffer, listing.byteOffset, listing.byteLength);
  const records: string[] = [];
  for (let at = 0; at < whole.length; ) {
    const end = whole.indexOf(0, at);
    const stop = end === -1 ? whole.length : end;
    records.push(pathOf(whole.subarray(at, stop)));
    at = stop + 1;
  }
  return records;
}

/** For people: each byte that is no text as `\xE9`. */
export function shownPath(path: string): string {
  if (path.isWellFormed()) return path;
  return path.replaceAll(/[\udc80-\udcff]/g, (letter) => {
    return `\\x${(letter.charCodeAt(0) & 0xff).toString(16).toUpperCase()}`;
  });
}
