// Packs one file into a tar under any name, also one that an honest tool would not write. Pure.

const BLOCK = 512;

export function packTar(path: string, text: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  for (const at of [100, 108, 116]) header.write('0000644', at);
  header.write(text.length.toString(8).padStart(11, '0'), 124);
  header.write('00000000000', 136);
  // The sum is made as if it were blank.
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(text.length / BLOCK) * BLOCK + 2 * BLOCK);
  body.write(text);
  return Buffer.concat([header, body]);
}
