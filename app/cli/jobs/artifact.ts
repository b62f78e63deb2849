// `redgreen jobs artifact`: what the attempts of a job left, as one tar.
import { createHash } from 'node:crypto';
import { readLocalConfig, secretValues } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { artifactEntries, operationsSummary, packAttempts } from '../../proof/artifact/artifact.ts';
import type { ArtifactFacts } from '../../proof/artifact/facts.ts';
import { time } from '../../proof/markdown/layout.ts';
import { createRedactor } from '../../redact/redact.ts';
import { readArtifact } from '../../steps/artifact/read.ts';
import { packTar } from '../../steps/tree/tar.ts';
import { findJob } from '../report/job.ts';
import type { Terminal } from '../subcommand.ts';
import { withRecords } from './records.ts';
import { writeNew } from './write-new.ts';

type Wishes = { out?: string; force?: boolean; json?: boolean };

export async function downloadArtifact(
  name: string,
  { out, force = false, json = false }: Wishes,
  terminal: Terminal,
): Promise<void> {
  const facts = await withRecords(
    terminal,
    async (records) => await readArtifact(records, await findJob(records, idIn(name))),
  );
  const { redact } = createRedactor(secretValues(readLocalConfig()));
  const tar = packTar(artifactEntries(facts, redact));
  const file = out ?? `redgreen-${facts.jobId.slice(0, 8)}.tar`;
  await writeNew(file, tar, { force });
  const lines = json ? [JSON.stringify(summaryOf(facts, file, tar))] : describe(facts, file);
  for (const line of lines) terminal.print(line);
}

/** Also by the name that a job keeps of it: `attempt_files:JOB:NUMBER`. */
function idIn(name: string): string {
  if (name === '') throw new AppError('USAGE', { problem: 'Which job? `redgreen jobs list`.' });
  return /^attempt_files:([0-9a-f-]+):\d+$/i.exec(name)?.[1] ?? name;
}

function summaryOf(facts: ArtifactFacts, file: string, tar: Uint8Array) {
  const { jobId, createdAt, expiresAt, commit } = facts;
  return {
    jobId,
    file,
    bytes: tar.byteLength,
    sha256: createHash('sha256').update(tar).digest('hex'),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(commit && { commit }),
    attempts: packAttempts(facts).map((attempt) => operationsSummary(facts, attempt)),
  };
}

function describe(facts: ArtifactFacts, file: string): string[] {
  const lines = packAttempts(facts).map(({ number, status, operations }) => {
    const files = operations.length === 1 ? '1 file' : `${operations.length} files`;
    return `attempt ${number}: ${status}, ${files}`;
  });
  return [
    ...lines,
    `wrote ${file}; it can be downloaded again until ${time(facts.expiresAt)}. Its README.md says what is verified.`,
  ];
}
