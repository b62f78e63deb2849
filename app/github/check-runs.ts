// The check run `redgreen` of a commit: one, made or updated.
import { z } from 'zod';
import { AppError, isAppError } from '../errors.ts';
import type { Api } from './connection.ts';
import { ensure } from './ensure.ts';
import { requireSha } from './job-branch.ts';
import type { CheckConclusion, RepositoryRef } from './port.ts';
import { at, parse } from './reading.ts';
import { requireSummary, requireTitle } from './size-limits.ts';

const NAME = 'redgreen';
const RunAnswer = z.object({ id: z.number().int() });

type Check = {
  sha: string;
  status: 'in_progress' | 'completed';
  conclusion?: CheckConclusion;
  title: string;
  summary: string;
};

export async function putCheckRun(
  api: Api,
  { repository, appId }: { repository: RepositoryRef; appId: number },
  check: Check,
): Promise<{ id: number }> {
  requireCheck(check);
  const { status, conclusion, title, summary } = check;
  const state = {
    status,
    ...(conclusion === undefined ? {} : { conclusion }),
    output: { title, summary },
  };
  let isFresh = false;
  const { id } = await ensure(api, {
    what: `the check of ${check.sha}`,
    find: async () => await find(api, { repository, appId }, check.sha),
    create: async () => {
      const input = { ...at(repository), name: NAME, head_sha: check.sha, ...state };
      const data = await api.once(
        'making a check',
        async () => await api.rest.checks.create(input),
      );
      isFresh = data !== undefined;
      return data === undefined ? undefined : parse('a check', RunAnswer, data);
    },
  });
  if (!isFresh) {
    await api.ask(
      'changing a check',
      async () => await api.rest.checks.update({ ...at(repository), check_run_id: id, ...state }),
    );
  }
  return { id };
}

/**
 * Throws GITHUB_UNAVAILABLE when checks may not be written. No check has this number, so nothing is
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
