// What a run of the Action has left for people to see, and what it has kept for the next run.
import assert from 'node:assert/strict';
import { Carried } from '../../app/store/carry/carried.ts';
import type { RunResult } from './actions-runner.ts';
import { type ActionsStage, PLACE } from './actions-stage.ts';

export const EXPECTED_MATRIX = [
  'T1: red (assertion) → green',
  'T2: red (assertion) → green',
  'T3: red (assertion) → green',
  'T4: red (assertion) → green',
  'T5: green → green',
];

export function matrixOf(body: string): string[] {
  const row = /^\|[^|]*\| (T\d+) [^|]*\| \S+ ([^|]*) \| \S+ ([^|]*) \|(?: (?:–|\d of \d) \|)?$/gm;
  const rows = [...body.matchAll(row)];
  return rows.map(([, id, base, head]) => `${id}: ${base} → ${head}`);
}

export function assertRefused(result: RunResult, code: string, cause: RegExp, remedy = /./): void {
  assert.equal(result.exitCode, 1, result.raw);
  const [annotation, ...more] = result.annotations;
  assert.deepEqual(more, []);
  assert.equal(annotation?.level, 'error');
  assert.equal(annotation.title, `Redgreen: ${code}`, annotation.message);
  assert.match(annotation.message, cause);
  assert.match(annotation.message, remedy);
  assert.match(result.summary, cause);
  assert.doesNotMatch(result.raw, /^\s+at .*:\d+:\d+/m, 'no stack');
}

export async function whatIsShown({ octokit }: ActionsStage) {
  const { data: pulls } = await octokit.pulls.list({ ...PLACE, state: 'all' });
  const number = pulls[0]?.number ?? 0;
  const { data: said } = await octokit.issues.listComments({ ...PLACE, issue_number: number });
  const ref = pulls[0]?.head.sha ?? '';
  const { data: runs } = await octokit.checks.listForRef({ ...PLACE, ref });
  const { data: commits } = await octokit.pulls.listCommits({ ...PLACE, pull_number: number });
  return {
    pulls: pulls.map(({ number: one, draft, state }) => ({ number: one, draft, state })),
    body: pulls[0]?.body ?? '',
    ours: said.flatMap(({ user, body }) => (user?.type === 'Bot' ? [body ?? ''] : [])),
    checks: runs.check_runs.map(
      ({ name, conclusion, output }) => `${name}: ${conclusion}: ${output.title}`,
    ),
    commits: commits.map(({ commit }) => commit.message),
  };
}

export async function readKept({ octokit, issue }: ActionsStage) {
  const { data: ref } = await octokit.git.getRef({ ...PLACE, ref: `redgreen/jobs/${issue}` });
  const { data: commit } = await octokit.git.getCommit({ ...PLACE, commit_sha: ref.object.sha });
  const { data: tree } = await octokit.git.getTree({ ...PLACE, tree_sha: commit.tree.sha });
  const file_sha = tree.tree[0]?.sha ?? '';
  const { data: blob } = await octokit.git.getBlob({ ...PLACE, file_sha });
  const content = Buffer.from(blob.content, 'base64').toString('utf8');
  return { content, carried: Carried.parse(JSON.parse(content)), message: commit.message };
}
