// A tar of files and symbolic links made in memory, for a tree that goes into a sandbox in one piece.
// Pure: names and contents come from the caller, owners and times are those of nobody.

export type TarEntry = { path: string; mode: number } & (
  | { kind: 'file'; bytes: Uint8Array }
  /** Bytes, which need not be text. */
  | { kind: 'link'; target: Uint8Array }
);

const BLOCK = 512;
/** What the old header holds; longer ones, and names outside ASCII, go before it as pax records. */
const NAME_BYTES = 100;

const NOTHING = new Uint8Array();

export function packTar(entries: readonly TarEntry[]): Uint8Array {
  const end = Buffer.alloc(2 * BLOCK);
  return new Uint8Array(Buffer.concat([...entries.flatMap(toBlocks), end]));
}

function toBlocks(entry: TarEntry): Buffer[] {
  const target = entry.kind === 'link' ? entry.target : NOTHING;
  const bytes = entry.kind === 'file' ? entry.bytes : NOTHING;
  const isPlain = /^[\x20-\x7e]*$/.test(entry.path) && entry.path.length <= NAME_BYTES;
  const records = Buffer.concat([
    ...(isPlain ? [] : [recordOf('path', Buffer.from(entry.path))]),
    ...(target.byteLength <= NAME_BYTES ? [] : [recordOf('linkpath', target)]),
  ]);
  const header = headerOf({
    name: entry.path,
    mode: entry.mode,
    size: bytes.byteLength,
    type: entry.kind === 'link' ? '2' : '0',
    target,
  });
  return [...paxOf(records), header, ...padded(bytes)];
}

function paxOf(records: Uint8Array): Buffer[] {
  const size = records.byteLength;
  if (size === 0) return [];
  const header = { name: 'pax', mode: 0o644, size, type: 'x', target: NOTHING };
  return [headerOf(header), ...padded(records)];
}

/** `LENGTH key=value\n`, where LENGTH counts itself too. */
function recordOf(key: string, value: Uint8Array): Buffer {
  const start = ` ${key}=`;
  const length = start.length + value.byteLength + 1;
  const digits = String(length + String(length).length).length;
  return Buffer.concat([Buffer.from(`${length + digits}${start}`), value, Buffer.from('\n')]);
}

type Header = Record<'name' | 'type', string> &
  Record<'mode' | 'size', number> & { target: Uint8Array };

function headerOf({ name, mode, size, type, target }: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  const put = (text: string, at: number, bytes: number) => block.write(text, at, bytes, 'latin1');
  const octal = (value: number, at: number, digits: number) =>
    put(value.toString(8).padStart(digits, '0'), at, digits);
  put(name, 0, NAME_BYTES);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  put(type, 156, 1);
  block.set(target.subarray(0, NAME_BYTES), 157);
  put('ustar\x0000', 257, 8);
  // The sum counts its own field as spaces.
  put(' '.repeat(8), 148, 8);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  put('\0 ', 154, 2);
  return block;
}

function padded(bytes: Uint8Array): Buffer[] {
  const rest = (BLOCK - (bytes.byteLength % BLOCK)) % BLOCK;
  return [Buffer.from(bytes), Buffer.alloc(rest)];
}
