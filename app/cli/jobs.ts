// `redgreen jobs`: what an operator may see and do about jobs.
import { applyEvent } from '../engine/apply.ts';
import { AppError } from '../errors.ts';
import { type Hold, JOB_STATES } from '../job/types.ts';
import type { StoredAuditEvent } from '../store/audit.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import { parseOptions } from './arguments.ts';
import { downloadArtifact } from './jobs/artifact.ts';
import { withRecords } from './jobs/records.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

const USAGE = `list [--state STATE] [--limit N] [--json]
       redgreen jobs show JOB [--json]
       redgreen jobs events JOB [--json]
       redgreen jobs artifact JOB [--out FILE.tar] [--force] [--json]
       redgreen jobs cancel JOB [--reason TEXT]`;

type Values = { state?: string; limit?: string; reason?: string; json?: boolean };

export const jobs: Subcommand = {
  name: 'jobs',
  summary: 'list jobs, show one with its events, get what its attempts left, cancel one',
  usage: USAGE,
  async run(args, terminal) {
    const { values, positionals } = parseOptions(args, {
      state: { type: 'string' },
      limit: { type: 'string' },
      reason: { type: 'string' },
      out: { type: 'string' },
      force: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const [verb, id, ...rest] = positionals;
    if (verb === 'artifact' && id !== undefined && rest.length === 0) {
      await downloadArtifact(id, values, terminal);
      return 0;
    }
    const action = chooseAction(positionals, values);
    await withRecords(terminal, async (records) => await action(records, terminal));
    return 0;
  },
};

type Action = (records: Records, terminal: Terminal) => Promise<void>;

function chooseAction(words: string[], values: Values): Action {
  const [verb, id, ...rest] = words;
  if (verb === 'list' && id === undefined) return list(values);
  if (id === undefined || rest.length > 0 || verb === undefined) throw usage();
  const jobId = checkId(id);
  switch (verb) {
    case 'show':
      return show(jobId, values);
    case 'events':
      return events(jobId, values);
    case 'cancel':
      return cancel(jobId, values.reason);
    default:
      throw usage();
  }
}

function usage(): AppError {
  return new AppError('USAGE', { problem: `Usage: redgreen jobs ${USAGE}` });
}

function checkId(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new AppError('USAGE', {
    problem: `"${text}" is no job id; \`redgreen jobs list\` shows them.`,
  });
}

function list({ state, limit = '50', json }: Values): Action {
  if (state !== undefined && !JOB_STATES.some((known) => known === state)) {
    throw new AppError('USAGE', { problem: `--state takes one of ${JOB_STATES.join(', ')}.` });
  }
  if (!/^[1-9]\d{0,3}$/.test(limit)) {
    throw new AppError('USAGE', { problem: '--limit takes a number from 1 to 9999.' });
  }
  return async (records, terminal) => {
    const filter = { limit: Number(limit), ...(state !== undefined && { state }) };
    const found = await records.jobs.list(filter);
    if (json) terminal.print(JSON.stringify(found));
    else for (const record of found) terminal.print(line(record));
    if (!json && found.length === 0) terminal.print('no jobs');
  };
}

function line({ job, key, createdAt }: JobRecord): string {
  const why = job.failureReason ?? job.hold?.reason ?? '';
  const when = new Date(createdAt).toISOString();
  return `${job.id}  ${when}  ${job.state.padEnd(28)} ${key}  ${why}`.trimEnd();
}

function show(id: string, { json }: Values): Action {
  return async (records, terminal) => {
    const record = await find(records, id);
    if (json) {
      terminal.print(JSON.stringify(record));
      return;
    }
    const { job } = record;
    const facts: [string, string | undefined][] = [
      ['job', job.id],
      ['about', record.key],
      ['state', `${job.state} since ${new Date(job.stateSince).toISOString()}`],
      ['step', job.step],
      ['held', job.hold && heldWords(job.hold)],
      ['failed', job.failureReason && `${job.failureReason} ${job.failureDetail ?? ''}`.trim()],
      ['attempts', `${job.attemptNumber} begun, ${job.attemptCount} failed in a row`],
      ['spent', `$${job.spent.costUsd.toFixed(2)} of $${job.budget.costUsd.toFixed(2)}`],
    ];
    for (const [name, value] of facts) {
      if (value !== undefined) terminal.print(`${name.padEnd(9)} ${value}`);
    }
  };
}

function heldWords({ reason, ask, until }: Hold): string {
  const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`;
  return `${reason}${end}${ask === undefined ? '' : `: ${ask}`}`;
}

function events(id: string, { json }: Values): Action {
  return async (records, terminal) => {
    await find(records, id);
    const found = await records.audit.ofJob(id);
    if (json) terminal.print(JSON.stringify(found));
    else for (const event of found) terminal.print(eventLine(event));
  };
}

function eventLine({ sequence, at, action, actor, detail }: StoredAuditEvent): string {
  const { from, to } = { ...detail };
  const isMove = typeof from === 'string' && typeof to === 'string' && from !== to;
  const move = isMove ? `${from} → ${to}` : '';
  return `${String(sequence).padStart(6)}  ${new Date(at).toISOString()}  ${action.padEnd(20)} ${actor.padEnd(20)} ${move}`.trimEnd();
}

function cancel(id: string, reason: string | undefined): Action {
  return async (records, terminal) => {
    const event = { type: 'cancel', ...(reason !== undefined && { detail: reason }) } as const;
    const applied = await applyEvent(records, id, { event, actor: 'operator' });
    if (!applied.ok) throw new AppError(applied.code, { problem: `${applied.reason}.` });
    terminal.print(`cancelled ${id}`);
  };
}

async function find(records: Records, id: string): Promise<JobRecord> {
  const record = await records.jobs.find(id);
  if (record === undefined) throw new AppError('NOT_FOUND', { problem: `There is no job ${id}.` });
  return record;
}
