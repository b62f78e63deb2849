// The check run `redgreen` of a commit: one, made or updated.
import { z } from 'zod';
import { AppError, isAppError } from '../errors.ts';
import { requireSha } from './branch/job-branch.ts';
import type { Api } from './connection.ts';
import { ensure } from './ensure.ts';
import type { RepositoryRef } from './port.ts';
import { at, parse } from './reading.ts';
import type { Annotation, Check } from './shapes/port.ts';
import { requireSummary, requireTitle } from './size-limits.ts';

const NAME = 'redgreen';
const RunAnswer = z.object({
  id: z.number().int(),
  output: z.object({ annotations_count: z.number().int() }),
});

/** GitHub takes no more with one request. */
const MOST_ANNOTATIONS = 50;

export async function putCheckRun(
  api: Api,
  { repository, appId }: { repository: RepositoryRef; appId: number },
  check: Check,
): Promise<{ id: number }> {
  requireCheck(check);
  const { status, conclusion, title, summary, detailsUrl, annotations = [] } = check;
  const remarks = annotations.slice(0, MOST_ANNOTATIONS).map(toRemark);
  const stateWith = (own: typeof remarks) => ({
    status,
    ...(conclusion === undefined ? {} : { conclusion }),
    ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
    output: { title, summary, ...(own.length === 0 ? {} : { annotations: own }) },
  });
  let isFresh = false;
  const { id, output } = await ensure(api, {
    what: `the check of ${check.sha}`,
    find: async () => await find(api, { repository, appId }, check.sha),
    create: async () => {
      const input = { ...at(repository), name: NAME, head_sha: check.sha, ...stateWith(remarks) };
      const data = await api.once(
        'making a check',
        async () => await api.rest.checks.create(input),
      );
      isFresh = data !== undefined;
      return data === undefined ? undefined : parse('a check', RunAnswer, data);
    },
  });
  if (isFresh) return { id };
  // They would be added to those that it has.
  const state = stateWith(output.annotations_count > 0 ? [] : remarks);
  await api.ask(
    'changing a check',
    async () => await api.rest.checks.update({ ...at(repository), check_run_id: id, ...state }),
  );
  return { id };
}

function toRemark({ path, startLine, endLine, level, title, message }: Annotation) {
  const lines = { start_line: startLine, end_line: endLine };
  return { path, ...lines, annotation_level: level, title, message };
}

/**
 * Throws GITHUB_PERMISSION_MISSING when checks may not be written. No check has this number, so nothing is
 * changed: GitHub looks at the permission first.
 */
export async function probeChecks(api: Api, repository: RepositoryRef): Promise<void> {
  try {
    const input = { ...at(repository), check_run_id: 0, name: NAME };
    await api.ask('checks', async () => await api.rest.checks.update(input));
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND') || isAppError(error, 'VALIDATION_ERROR')) return;
    throw error;
  }
}

async function find(
  api: Api,
  { repository, appId }: { repository: RepositoryRef; appId: number },
  sha: string,
) {
  const what = `checks of ${sha}`;
  const filter = { check_name: NAME, app_id: appId, filter: 'latest' as const, per_page: 100 };
  const data = await api.ask(
    what,
    async () => await api.rest.checks.listForRef({ ...at(repository), ref: sha, ...filter }),
  );
  const Runs = z.object({
    check_runs: z.array(RunAnswer.extend({ app: z.object({ id: z.number() }).nullish() })),
  });
  return parse(what, Runs, data).check_runs.find(({ app }) => app?.id === appId);
}

function requireCheck({ sha, status, conclusion, title, summary }: Check): void {
  requireSha(sha);
  requireTitle(title);
  requireSummary(summary);
  if ((status === 'completed') === (conclusion !== undefined)) return;
  throw new AppError('VALIDATION_ERROR', {
    problem: 'a completed check has a conclusion, another has none',
  });
}
