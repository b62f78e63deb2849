// A program of ours beside the tree of a sandbox: put there, run, and what it wrote is read.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { Program } from '../../proof/world/asked.ts';
import type { StepDeps } from '../deps.ts';
import { runOnce } from './cases.ts';
import { isUnheard } from './traces.ts';

const ASK_MS = 30_000;
/** What is in no order stays in the same one. */
export const SAME_ORDER = { PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' };
const LARGEST = 1_048_576;

type Asked = {
  asked: Pick<Program, 'calls' | 'files'>;
  directory: string;
  signal: AbortSignal;
};

export async function putProgram(
  sandbox: Sandbox,
  { asked: { calls, files }, directory, signal }: Asked,
): Promise<void> {
  const program = { ...files, 'calls.json': JSON.stringify(calls) };
  for (const [name, text] of Object.entries(program)) {
    await sandbox.upload(`${directory}/${name}`, Buffer.from(text), { signal });
  }
}

export async function runProgram(
  deps: StepDeps,
  sandbox: Sandbox,
  { line, writes, signal }: { line: string; writes: string; signal: AbortSignal },
): Promise<{ written: string; exitCode: number }> {
  const { exitCode } = await runOnce(deps, sandbox, {
    line,
    env: SAME_ORDER,
    limitMs: ASK_MS,
    signal,
  });
  return { written: await readText(sandbox, writes, signal), exitCode };
}

/** Empty where there is no such file. */
export async function readText(
  sandbox: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const bytes = await sandbox.download(path, { maxBytes: LARGEST, signal });
    return Buffer.from(bytes).toString('utf8');
  } catch (error) {
    signal.throwIfAborted();
    if (isUnheard(error)) throw error;
    return '';
  }
}
