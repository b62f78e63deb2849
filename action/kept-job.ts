// A job as the content and message of a commit, and back: sealed with a digest, and believed only
// if every mark on it is right. What it says of people is checked live all the same. Pure.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jobKey } from '../app/job/names.ts';
import { CARRY_FORMAT, Carried } from '../app/store/carry/carried.ts';
import { parseJson } from '../sandbox/protocol/parse-json.ts';
import { busy, noJob, notOurs, otherRepository, tooNew } from './refusals.ts';

type Sealed = { content: string; message: string };
export type Kept = { content: string; message: string; author: string };

/** `lease`: the run that is at work on it, and until when it is to be left alone. */
export function seal(carried: Carried, { run, until }: { run: string; until?: number }): Sealed {
  const content = `${JSON.stringify(carried, undefined, 1)}\n`;
  const newest = carried.tables.jobs.at(-1);
  const lines = [
    `Keep job ${newest?.id} of issue ${carried.issue}: ${newest?.state}`,
    '',
    `Redgreen-Format: ${CARRY_FORMAT}`,
    `Redgreen-Digest: ${digestOf(content)}`,
    `Redgreen-Run: ${run}`,
    ...(until === undefined ? [] : [`Redgreen-Held-Until: ${new Date(until).toISOString()}`]),
  ];
  return { content, message: lines.join('\n') };
}

export type Expected = {
  issue: number;
  repository: { id: number; owner: string; name: string };
  installationId: number;
  /** The run that reads; its own lease does not keep it out. */
  run: string;
  now: number;
  /** Who writes with our token; undefined when that cannot be known. */
  author: string | undefined;
};

/** Throws a refusal by name; what comes back is whole and about this very issue. */
export function unseal(kept: Kept, expected: Expected): Carried {
  if (expected.author !== undefined && kept.author !== expected.author) {
    throw notOurs(`its commit is not by ${expected.author}`);
  }
  const sealed = trailer(kept.message, 'Digest');
  if (sealed === undefined) throw notOurs('its commit names no digest');
  if (sealed !== digestOf(kept.content)) throw notOurs('its content differs from its digest');
  requireFree(kept.message, expected);
  const carried = readContent(kept.content);
  requirePlace(carried, expected);
  requireWhole(carried, expected);
  return carried;
}

/** The plan people see must be the one that was kept: an approval is bound to it. */
export function requireShownPlan(carried: Carried, pullBody: string): void {
  const job = carried.tables.jobs.at(-1);
  if (job?.state !== 'WAITING_SPEC_APPROVAL' || job.facts['announcement'] !== 'done') return;
  const { planRevision } = job.facts;
  if (planRevision !== undefined && pullBody.includes(planRevision)) return;
  throw notOurs('the pull request shows another revision of the plan');
}

function readContent(content: string): Carried {
  const parsed = parseJson(content);
  const versioned = z.looseObject({ format: z.int().positive() }).safeParse(parsed);
  if (versioned.success && versioned.data.format > CARRY_FORMAT) {
    throw tooNew(versioned.data.format);
  }
  const read = Carried.safeParse(parsed);
  if (read.success) return read.data;
  const places = read.error.issues.map(({ path }) => path.map(String).join('.') || 'content');
  throw notOurs(`it has not the form of one (${places.slice(0, 4).join(', ')})`);
}

function requireFree(message: string, { run, now }: Expected): void {
  const holder = trailer(message, 'Run') ?? '';
  const until = Date.parse(trailer(message, 'Held-Until') ?? '');
  if (holder === run || !(until > now)) return;
  throw busy(holder, new Date(until).toISOString());
}

function requirePlace(carried: Carried, { repository, issue, installationId }: Expected): void {
  const { repository: kept, installation } = carried;
  if (kept.id !== repository.id || installation.id !== installationId) {
    throw otherRepository(`${kept.owner}/${kept.name}`, `${repository.owner}/${repository.name}`);
  }
  if (carried.issue !== issue) throw noJob(issue);
}

/** Rows that belong together do: every job is about this issue, its plan is the one it names. */
function requireWhole({ tables }: Carried, { repository, issue }: Expected): void {
  const key = jobKey({ kind: 'issue', repositoryId: repository.id, issueNumber: issue });
  const ids = new Set(tables.jobs.map(({ id }) => id));
  if (tables.jobs.some((job) => job.job_key !== key || job.issue_number !== issue)) {
    throw notOurs('a job in it is about another issue');
  }
  if (tables.threads.some((thread) => !ids.has(thread.job_id) || thread.issue_number !== issue)) {
    throw notOurs('a thread in it is about another issue');
  }
  for (const { id, facts } of tables.jobs) {
    const tokens = tables.plans.flatMap((plan) => (plan.job_id === id ? plan.revision_token : []));
    if (facts.planRevision !== undefined && !tokens.includes(facts.planRevision)) {
      throw notOurs('its plan is not the revision it names');
    }
  }
}

function trailer(message: string, name: string): string | undefined {
  return new RegExp(`^Redgreen-${name}: (\\S+)$`, 'm').exec(message)?.[1];
}

function digestOf(content: string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
