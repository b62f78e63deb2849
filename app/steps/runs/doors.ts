// Which doors changed code opened in a run, as the runtimes noted it: read, and nothing is left there.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { readDoors } from '../../proof/world/doors.ts';
import type { ChangedText } from './hunk-plans.ts';
import { isUnheard } from './traces.ts';

const READ_MS = 60_000;
const LARGEST = 4_096;

/** A line each; empty: none, or nothing was noted. */
export async function openedDoors(
  sandbox: Sandbox,
  {
    marks,
    texts,
    signal,
  }: { marks: string | undefined; texts: readonly ChangedText[]; signal: AbortSignal },
): Promise<string> {
  if (marks === undefined) return '';
  const command = `head -c ${LARGEST} ${marks} 2>/dev/null; rm -f ${marks}`;
  const exec = { command, cwd: '/', timeoutMs: READ_MS, signal };
  const { stdout } = await sandbox.exec(exec).catch((error: unknown) => {
    signal.throwIfAborted();
    if (isUnheard(error)) throw error;
    // A sandbox that the run itself has ended tells nothing.
    return { stdout: '' };
  });
  return readDoors(stdout, new Set(texts.map(({ path }) => path))).join('\n');
}
