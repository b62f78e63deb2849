// What a session may do: the baseline, what the repository adds at its base commit
// (`.redgreen/agent.json`, rules of `.claude/settings.json`), and what people allowed for good in
// this job. Whoever may merge into the base may write the files; what an agent changes never counts.
import {
  BASELINE,
  mergeAgentConfig,
  mergePermissions,
  type ReadConfig,
  readAgentConfig,
  readClaudePermissions,
  toPermissionPolicy,
} from '../../../sandbox/protocol/agent-config.ts';
import { type PermissionPolicy, tierOfStep } from '../../../sandbox/protocol/permission-policy.ts';
import type { Task } from '../../../sandbox/protocol/task.ts';
import { AppError } from '../../errors.ts';
import type { StepDeps } from '../deps.ts';
import { readBase } from '../thread.ts';
import type { AgentRequest } from './request.ts';

const AGENT_CONFIG = '.redgreen/agent.json';
const CLAUDE_SETTINGS = '.claude/settings.json';

/** Throws CONFIG_INVALID with the file, the key and what to do. */
export async function readPolicy(
  deps: StepDeps,
  jobId: string,
  { step, isPlanning }: Pick<AgentRequest, 'step' | 'isPlanning'>,
): Promise<PermissionPolicy> {
  const own = await readConfig(deps, { jobId, path: AGENT_CONFIG, read: readAgentConfig });
  const claude = await readConfig(deps, {
    jobId,
    path: CLAUDE_SETTINGS,
    read: readClaudePermissions,
  });
  // The mode is the step's: another tool's choice for people at a terminal is none for us.
  const { defaultMode: _, ...rules } = claude ?? {};
  const below = mergePermissions(BASELINE.permissions, rules);
  const merged = mergeAgentConfig({ ...BASELINE, permissions: below }, own ?? {});
  const mode = isPlanning ? 'plan' : 'bypassPermissions';
  const policy = toPermissionPolicy(merged, { mode, tier: tierOfStep(step) });
  return isPlanning ? { ...policy, mode } : policy;
}

/** Exactly the calls that a person saw, and allowed for good. */
export async function readGranted(deps: StepDeps, jobId: string): Promise<Task['granted']> {
  const allowed = await deps.store.transaction(
    async ({ holdAnswers }) => await holdAnswers.always(jobId),
  );
  return allowed.flatMap((question) => {
    return question.kind === 'permission' ? [{ tool: question.tool, input: question.input }] : [];
  });
}

async function readConfig<Config>(
  deps: StepDeps,
  request: { jobId: string; path: string; read: (text: string) => ReadConfig<Config> },
): Promise<Config | undefined> {
  const { jobId, path } = request;
  const { thread, repository } = await readBase(deps, jobId);
  const text = await deps.github.file(repository, { path, ref: thread.baseSha });
  if (text === undefined) return undefined;
  const read = request.read(text);
  if ('problems' in read) {
    throw new AppError('CONFIG_INVALID', {
      problem: `${path} on ${thread.baseBranch} cannot be used: ${read.problems.join('; ')}. Correct it there.`,
    });
  }
  for (const warning of read.warnings) deps.log.warn({ jobId, path, warning }, 'a key was ignored');
  return read.config;
}
