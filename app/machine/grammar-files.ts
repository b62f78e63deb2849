// The bytes of grammars from a directory that holds them plain or packed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unpack = promisify(gunzip);

export function readGrammars(directory: string): (file: string) => Promise<Uint8Array> {
  return async (file) => {
    const path = join(directory, file);
    const plain = await readFile(path).catch(() => undefined);
    return plain ?? (await unpack(await readFile(`${path}.gz`)));
  };
}
