// A tar of files and symbolic links made in memory, for a tree that goes into a sandbox in one piece.
// Pure: names and contents come from the caller, owners and times are those of nobody.

export type TarEntry = { path: string; mode: number } & (
  | { kind: 'file'; bytes: Uint8Array }
  | { kind: 'link'; target: string }
);

const BLOCK = 512;
/** What the old header holds; longer ones, and those outside ASCII, go before it as pax records. */
const NAME_BYTES = 100;

export function packTar(entries: readonly TarEntry[]): Uint8Array {
  const end = Buffer.alloc(2 * BLOCK);
  return new Uint8Array(Buffer.concat([...entries.flatMap(toBlocks), end]));
}

function toBlocks(entry: TarEntry): Buffer[] {
  const target = entry.kind === 'link' ? entry.target : '';
  const bytes = entry.kind === 'file' ? entry.bytes : new Uint8Array();
  const records = [...recordOf('path', entry.path), ...recordOf('linkpath', target)].join('');
  const header = headerOf({
    name: entry.path,
    mode: entry.mode,
    size: bytes.byteLength,
    type: entry.kind === 'link' ? '2' : '0',
    target,
  });
  return [...paxOf(records), header, ...padded(bytes)];
}

function paxOf(records: string): Buffer[] {
  if (records === '') return [];
  const bytes = Buffer.from(records);
  const header = { name: 'pax', mode: 0o644, size: bytes.byteLength, type: 'x', target: '' };
  return [headerOf(header), ...padded(bytes)];
}

/** `LENGTH key=value\n`, where LENGTH counts itself too. */
function recordOf(key: string, value: string): string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(value) && value.length <= NAME_BYTES;
  if (isPlain) return [];
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  const digits = String(length + String(length).length).length;
  return [`${length + digits}${rest}`];
}

type Header = { name: string; mode: number; size: number; type: string; target: string };

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
  put(target, 157, NAME_BYTES);
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
