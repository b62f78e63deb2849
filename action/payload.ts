// The event as GitHub describes it, in a file that the runner wrote.
import { readFile } from 'node:fs/promises';
import { badPayload } from './refusals.ts';

export async function readPayload(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw badPayload('it cannot be read');
  }
}
