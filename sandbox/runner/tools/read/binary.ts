// The beginning of a binary file in hexadecimal. Pure.

const HEX_BYTES = 512;

export function hexDump(path: string, bytes: Buffer): string {
  const shown = bytes.subarray(0, HEX_BYTES);
  const rows = Array.from({ length: Math.ceil(shown.length / 16) }, (_, index) => {
    const row = shown.subarray(index * 16, index * 16 + 16);
    const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = row.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.');
    return `${(index * 16).toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${letters}`;
  });
  return `${path} (binary, ${bytes.length} bytes)\n${rows.join('\n')}`;
}
