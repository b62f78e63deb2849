// Turns what initdb and the server wrote into one fault that names the cause. Branches on text
// only here, because PostgreSQL offers nothing else before it listens.
import { open, stat, statfs } from 'node:fs/promises';
import { AppError } from '../../errors.ts';
import { isDiskFull } from '../../machine/directories.ts';

type FailureFacts = {
  what: string;
  output: string;
  /** Directory whose file system holds the data. */
  directory: string;
  logFile: string;
  cause?: unknown;
};

/** A server without room to write says nothing at all: its log lies on the same disk. */
const FULL_BELOW_BYTES = 1024 * 1024;
const LAST_LINES = 12;

export async function toEmbeddedError(facts: FailureFacts): Promise<AppError> {
  const lines = facts.output.trim().split('\n').slice(-LAST_LINES);
  const details = { directory: facts.directory, logFile: facts.logFile, lastLines: lines };
  if (
    saysDiskFull(facts.output) ||
    isDiskFull(facts.cause) ||
    (await isNearlyFull(facts.directory))
  ) {
    const problem = `${facts.what} found no space left on the disk of ${facts.directory}`;
    return new AppError('DISK_FULL', { problem, details, cause: facts.cause });
  }
  return new AppError('EMBEDDED_POSTGRES_FAILED', {
    problem: `${facts.what} failed: ${mostTelling(lines)}`,
    details,
    cause: facts.cause,
  });
}

export async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** What was written to the log since it had that size, at most the last 64 KB. */
export async function readLogFrom(file: string, offset: number): Promise<string> {
  const size = await sizeOf(file);
  const start = Math.max(offset, size - 64 * 1024);
  if (size <= start) return '';
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(size - start),
    0,
    size - start,
    start,
  );
  return buffer.toString('utf8', 0, bytesRead);
}

function saysDiskFull(text: string): boolean {
  return /No space left on device|Disk quota exceeded/i.test(text);
}

async function isNearlyFull(directory: string): Promise<boolean> {
  const facts = await statfs(directory).catch(() => undefined);
  return facts !== undefined && facts.bavail * facts.bsize < FULL_BELOW_BYTES;
}

function mostTelling(lines: readonly string[]): string {
  const telling = lines.findLast((line) => /\b(PANIC|FATAL|error|could not)\b/i.test(line));
  return telling ?? lines.at(-1) ?? 'it said nothing';
}
