// `redgreen report`: the newest report of a job in the form one wants, or made again from the
// records and compared.
import { writeFile } from 'node:fs/promises';
import { createParsers } from '../../sandbox/syntax/parsers.ts';
import { openStore } from '../compose/store.ts';
import { readLocalConfig, secretValues } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { readGrammars } from '../machine/grammar-files.ts';
import { reportPage } from '../proof/html/page.ts';
import { reportBody } from '../proof/markdown/report-body.ts';
import { damageOf, readReport, versionOf } from '../proof/read-report.ts';
import { type Mismatch, type Recheck, recheck } from '../proof/recheck.ts';
import type { Report } from '../proof/report.ts';
import { reportJson } from '../proof/report-json.ts';
import { reportSchemaText } from '../proof/report-schema.ts';
import { createRedactor } from '../redact/redact.ts';
import type { Report as StoredReport } from '../store/proof.ts';
import type { Records } from '../store/records.ts';
import { parseOptions } from './arguments.ts';
import { grammarsDirectory, migrationsDirectory } from './package-root.ts';
import { findClone } from './replay/clone.ts';
import { readFacts, type StoredFacts, seenWithBase } from './report/facts.ts';
import { findJob } from './report/job.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

const USAGE = `JOB [--format json|md|html] [--out FILE]
       redgreen report JOB --recheck [--repo DIR] [--json]
       redgreen report --schema [--out FILE]`;
const FORMATS = ['json', 'md', 'html'] as const;
type Format = (typeof FORMATS)[number];

export const report: Subcommand = {
  name: 'report',
  summary: 'show the report of a job, or make it again from the records and compare',
  usage: USAGE,
  async run(args, terminal) {
    const { values, positionals } = parseOptions(args, {
      format: { type: 'string' },
      out: { type: 'string' },
      recheck: { type: 'boolean' },
      repo: { type: 'string' },
      schema: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    if (values.schema && positionals.length === 0) {
      await put(reportSchemaText(), values.out, terminal);
      return 0;
    }
    const [name] = positionals;
    if (name === undefined || positionals.length > 1 || values.schema) throw usage();
    if (values.recheck) return await check({ name, ...values }, terminal);
    const format = formatOf(values.format);
    const content = await withNewest(name, terminal, async (_, stored) => stored.content);
    await put(render(content, format), values.out, terminal);
    return 0;
  },
};

function usage(): AppError {
  return new AppError('USAGE', { problem: `Usage: redgreen report ${USAGE}` });
}

function formatOf(text = 'json'): Format {
  const format = FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new AppError('USAGE', { problem: `--format takes one of ${FORMATS.join(', ')}.` });
}

function render(content: Report, format: Format): string {
  const { redact } = redactor();
  switch (format) {
    case 'json':
      return reportJson(content);
    case 'md':
      return `${reportBody(content, redact)}\n`;
    case 'html':
      return reportPage(content, redact);
  }
}

function redactor() {
  return createRedactor(secretValues(readLocalConfig()));
}

async function put(text: string, file: string | undefined, terminal: Terminal): Promise<void> {
  if (file === undefined) {
    terminal.print(text.replace(/\n$/, ''));
    return;
  }
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new AppError('USAGE', { problem: `--out: ${file} cannot be written.`, cause });
  }
  terminal.print(`wrote ${file}`);
}

type Stored = { row: StoredReport; content: Report };
type More<T> = (records: Records, stored: Stored) => Promise<T>;

async function withNewest<T>(name: string, { signal }: Terminal, more: More<T>): Promise<T> {
  const { store } = await openStore(readLocalConfig(), {
    migrations: migrationsDirectory(),
    signal,
  });
  try {
    return await store.transaction(
      async (records) => await more(records, await newest(records, name)),
    );
  } finally {
    await store.close();
  }
}

async function newest(records: Records, name: string): Promise<Stored> {
  const { job } = await findJob(records, name);
  const row = (await records.proof.reportsOfJob(job.id)).at(-1);
  if (row === undefined) {
    throw new AppError('NOT_FOUND', {
      problem: `The job ${job.id} has no report yet; it is ${job.state}.`,
    });
  }
  const content = readReport(row.content);
  if (content !== undefined) return { row, content };
  throw new AppError('VALIDATION_ERROR', {
    problem: `The stored report of attempt ${row.attemptNumber} is damaged at ${damageOf(row.content)}.`,
  });
}

type Check = { name: string; repo?: string; json?: boolean };

async function check({ name, repo, json }: Check, terminal: Terminal): Promise<number> {
  const { content, version, facts } = await withNewest(name, terminal, async (records, stored) => ({
    content: stored.content,
    version: versionOf(stored.row.content),
    facts: await readFacts(records, stored.row),
  }));
  const seen = repo === undefined ? {} : await seenIn(repo, facts, terminal);
  const found = recheck(content, { ...facts, version, ...seen, redact: redactor().redact });
  const same = found.mismatches.length === 0;
  if (json)
    terminal.print(
      JSON.stringify({ jobId: facts.jobId, headline: content.headline, same, ...found }),
    );
  else for (const line of describe(found, content)) terminal.print(line);
  return same ? 0 : 1;
}

async function seenIn(directory: string, facts: StoredFacts, { signal }: Terminal) {
  const clone = await findClone({ directory, sha: facts.baseSha }, signal);
  const parsers = createParsers(readGrammars(grammarsDirectory()));
  if (clone !== undefined) return await seenWithBase(parsers, facts, clone.textOf);
  throw new AppError('USAGE', {
    problem: `--repo: ${directory} is no clone that has the commit ${facts.baseSha}.`,
  });
}

function describe({ mismatches, unchecked }: Recheck, { headline }: Report): string[] {
  const left = unchecked.map((one) => `not checked: ${one}`);
  if (mismatches.length === 0) return [`same: ${headline}`, ...left];
  return [...mismatches.map(mismatchLine), ...left];
}

function mismatchLine({ path, stored, recomputed }: Mismatch): string {
  return `${path}: stored ${shown(stored)}, recomputed ${shown(recomputed)}`;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 200)}… (${text.length} characters)`;
}
