// Runs `redgreen` as a person would, and gives back what he saw.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const BIN = join(import.meta.dirname, '..', '..', 'app', 'cli', 'redgreen.mjs');

export type Seen = { code: number | null; out: string; err: string };

export async function redgreen(args: string[], env: Record<string, string> = {}): Promise<Seen> {
  const child = spawn(process.execPath, [BIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...compileCache(), ...env },
  });
  const code = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

/** Of this run of the tests, for a program that has no home. */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const directory = process.env['NODE_COMPILE_CACHE'];
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
}

/** Of copied programs, in this run of the tests. */
export function sharedCache(): string | undefined {
  return process.env['REDGREEN_CACHE'];
}
