// Operations as a patch for `git apply`: every file whole, as git writes binary ones, so that any
// bytes arrive as they are and what is not as on the base commit is refused. Pure.
import type { TreeEntry } from '../../workspace/port.ts';
import type { Operation } from './operations.ts';

const NOTHING = '0'.repeat(40);
const KINDS = /^(?:100644|100755|120000)$/;

/** A submodule is no file, and no patch of ours can take it away. */
export function isPatchable({ before }: Operation): boolean {
  return before === undefined || KINDS.test(before.mode);
}

export function patchOf(operations: readonly Operation[]): string {
  return operations.filter(isPatchable).map(sectionOf).join('');
}

function sectionOf(operation: Operation): string {
  const { path, before, kind } = operation;
  if (kind === 'deleted') return before === undefined ? '' : removal(path, before);
  const added = { mode: operation.mode, object: operation.object, bytes: operation.bytes };
  if (before === undefined) return addition(path, added);
  // A link where a file was is another thing at the same place.
  if (before.mode.slice(0, 3) !== added.mode.slice(0, 3)) {
    return removal(path, before) + addition(path, added);
  }
  const isMoved = before.mode !== added.mode;
  const modes = isMoved ? `old mode ${before.mode}\nnew mode ${added.mode}\n` : '';
  if (before.object === added.object) return `${headOf(path)}${modes}`;
  const index = `index ${before.object}..${added.object}${isMoved ? '' : ` ${before.mode}`}\n`;
  return `${headOf(path)}${modes}${index}${literal(added.bytes)}`;
}

function removal(path: string, { mode, object }: TreeEntry): string {
  const head = `${headOf(path)}deleted file mode ${mode}\nindex ${object}..${NOTHING}\n`;
  return head + literal(Buffer.alloc(0));
}

function addition(path: string, added: TreeEntry & { bytes: Buffer }): string {
  const head = `${headOf(path)}new file mode ${added.mode}\nindex ${NOTHING}..${added.object}\n`;
  return head + literal(added.bytes);
}

function headOf(path: string): string {
  return `diff --git ${named(`a/${path}`)} ${named(`b/${path}`)}\n`;
}

/** In quotes, with its bytes in octal, as soon as anything in it is not plain. */
function named(path: string): string {
  if (/^[\x20-\x7e]*$/.test(path) && !path.includes('"')) return path;
  const parts = Array.from(Buffer.from(path), (byte) => {
    if (byte === 0x22) return '\\"';
    const isPlain = byte >= 0x20 && byte < 0x7f;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${parts.join('')}"`;
}

function literal(bytes: Buffer): string {
  const stored = deflated(bytes);
  const lines: string[] = [];
  for (let at = 0; at < stored.byteLength; at += LINE_BYTES) {
    const part = stored.subarray(at, at + LINE_BYTES);
    lines.push(`${lengthLetter(part.byteLength)}${base85(part)}\n`);
  }
  return `GIT binary patch\nliteral ${bytes.byteLength}\n${lines.join('')}\n`;
}

const LINE_BYTES = 52;

/** A is one byte, Z 26, a 27, z 52. */
function lengthLetter(length: number): string {
  return String.fromCharCode(length <= 26 ? 64 + length : 70 + length);
}

const DIGITS =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

function base85(part: Buffer): string {
  const padded = Buffer.alloc(Math.ceil(part.byteLength / 4) * 4);
  part.copy(padded);
  let text = '';
  for (let at = 0; at < padded.byteLength; at += 4) {
    let rest = padded.readUInt32BE(at);
    let group = '';
    for (let digit = 0; digit < 5; digit += 1) {
      group = `${DIGITS[rest % 85]}${group}`;
      rest = Math.floor(rest / 85);
    }
    text += group;
  }
  return text;
}

const BLOCK_BYTES = 0xffff;

/** A zlib stream that is stored and not compressed: the same bytes whatever zlib is about. */
function deflated(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [Buffer.from([0x78, 0x01])];
  for (let at = 0; at === 0 || at < bytes.byteLength; at += BLOCK_BYTES) {
    const part = bytes.subarray(at, at + BLOCK_BYTES);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + BLOCK_BYTES >= bytes.byteLength ? 1 : 0, 0);
    head.writeUInt16LE(part.byteLength, 1);
    head.writeUInt16LE(part.byteLength ^ 0xffff, 3);
    blocks.push(head, part);
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(bytes), 0);
  return Buffer.concat([...blocks, sum]);
}

function adler32(bytes: Buffer): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}
