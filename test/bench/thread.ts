// The thread's own time: from label to DELIVERED without the test commands, against the same number
// of clones, bubblewraps, commits and database commits run bare.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NAME, OWNER, openStage, type Stage } from '../../app/cli/demo/stage.ts';
import { type Told, tell, withApp } from '../../app/cli/demo/tell.ts';
import type { Store } from '../../app/store/store.ts';
import { type Bench, median, timed } from './bench.ts';

const execute = promisify(execFile);
const ROUNDS = 3;
/** The first measured ratio × 1.3; only ever lowered. */
const LIMIT = 4;

export const thread: Bench = async (say) => {
  const ratios: number[] = [];
  let waitsMs = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    await using stage = await openStage();
    // The first story pays for what is done once: schemas compiled, the sandbox server's self-test.
    await withApp(stage, async (parts) => await tell(stage, parts, () => undefined));
    const { ownMs, bareMs, told } = await withApp(
      stage,
      async (parts) => await measure(stage, parts),
    );
    if (told.problems.length > 0) throw new Error(told.problems.join('; '));
    waitsMs = Math.max(waitsMs, told.waitsMs);
    ratios.push(ownMs / bareMs);
    say(`round ${round}: own ${Math.round(ownMs)} ms, bare ${Math.round(bareMs)} ms`);
  }
  const ratio = Math.round(median(ratios) * 100) / 100;
  return [
    {
      name: 'thread, test commands aside, to bare operations',
      value: ratio,
      limit: LIMIT,
      unit: 'x',
    },
    { name: 'waits for limits and back-off', value: waitsMs, limit: 0, unit: 'ms' },
  ];
};

async function measure(stage: Stage, parts: Parameters<typeof tell>[1]) {
  let told: Told | undefined;
  const wholeMs = await timed(async () => {
    told = await tell(stage, parts, () => undefined);
  });
  if (told === undefined) throw new Error('nothing was told');
  const facts = await readFacts(parts.store, told.job.id);
  const bareMs = await timed(async () => await bare(stage, parts.store, facts));
  return { ownMs: wholeMs - facts.testsMs, bareMs, told };
}

type Facts = { sandboxes: number; commits: number; rows: number; testsMs: number };

async function readFacts(store: Store, jobId: string): Promise<Facts> {
  return await store.transaction(async (records) => {
    const plan = await records.plans.latest(jobId);
    const runs = plan === undefined ? [] : await records.proof.runsOfPlan(plan.id);
    const { created: sandboxes } = await records.sandboxes.count(jobId);
    const testsMs = runs.reduce((sum, { durationMs }) => sum + durationMs, 0);
    return {
      sandboxes,
      commits: 2,
      rows: (await records.audit.ofJob(jobId)).length,
      // They run side by side, so no more than their share is taken off.
      testsMs: testsMs / availableParallelism(),
    };
  });
}

/** What cannot be done without: the same work by the programs themselves. */
async function bare(stage: Stage, store: Store, facts: Facts): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-bench-'));
  try {
    for (let n = 0; n < facts.sandboxes; n += 1) await cloneAndOpen(stage, join(directory, `${n}`));
    for (let n = 0; n < facts.commits; n += 1) await commit(join(directory, '0'), n);
    for (let n = 0; n < facts.rows; n += 1) {
      await store.transaction(async ({ audit }) => {
        const subject = { subject: 'bench', subjectId: String(n) };
        await audit.append({ installationId: 0, actor: 'bench', action: 'commit', ...subject });
      });
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function cloneAndOpen(stage: Stage, directory: string): Promise<void> {
  const url = `${stage.forge.url}/${OWNER}/${NAME}.git`;
  await execute('git', ['clone', '--quiet', '--bare', '--depth=50', url, `${directory}/bare`]);
  await execute('tar', ['-C', `${directory}/bare`, '-cf', `${directory}/bare.tar`, '.']);
  const inside = `mkdir -p /tmp/w/.git && tar -C /tmp/w/.git -xf /bare.tar && cd /tmp/w &&
    git config core.bare false && git checkout --quiet --force`;
  const system = ['/usr', '/bin', '/lib', '/lib64', '/etc'].flatMap((path) => [
    '--ro-bind-try',
    path,
    path,
  ]);
  const profile =
    '--unshare-all --die-with-parent --proc /proc --dev /dev --tmpfs /tmp --setenv HOME /tmp';
  const tar = ['--ro-bind', `${directory}/bare.tar`, '/bare.tar'];
  await execute('bwrap', [...system, ...profile.split(' '), ...tar, 'sh', '-c', inside]);
}

async function commit(directory: string, n: number): Promise<void> {
  const git = ['--git-dir', `${directory}/bare`];
  await writeFile(`${directory}/file`, `change ${n}\n`);
  const { stdout: blob } = await execute('git', [...git, 'hash-object', '-w', `${directory}/file`]);
  const tree = await withInput([...git, 'mktree'], `100644 blob ${blob.trim()}\tfile\n`);
  const who = {
    GIT_AUTHOR_NAME: 'b',
    GIT_AUTHOR_EMAIL: 'b@b',
    GIT_COMMITTER_NAME: 'b',
    GIT_COMMITTER_EMAIL: 'b@b',
  };
  const env = { ...process.env, ...who };
  const { stdout: sha } = await execute(
    'git',
    [...git, 'commit-tree', tree.trim(), '-m', 'bench'],
    { env },
  );
  await execute('git', [...git, 'update-ref', 'refs/heads/bench', sha.trim()]);
}

async function withInput(args: string[], input: string): Promise<string> {
  const running = execute('git', args);
  running.child.stdin?.end(input);
  return (await running).stdout;
}
