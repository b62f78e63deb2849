import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepDeps } from '../../../../app/steps/deps.ts';
import type { SandboxHolder } from '../../../../app/steps/tree/sandbox-use.ts';
import { openVariantTree } from '../../../../app/steps/tree/variant.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';

const CHANGES: readonly FileChange[] = [
  { path: 'src/a.mjs', mode: 0o644, content: Buffer.from('head a').toString('base64') },
  { path: 'bin/b', mode: 0o755, content: Buffer.from('head b').toString('base64') },
  { path: 'old/c.mjs', deleted: true },
];

/** Sandboxes that only write down what is done to them; `isUntouched` answers for all of them. */
function recording() {
  const done: string[] = [];
  const answer = { isUntouched: true };
  let made = 0;
  const create = async () => {
    made += 1;
    const id = `s${made}`;
    done.push(`${id} made`);
    return {
      id,
      exec: async ({ command }: { command: readonly string[] }) => {
        done.push(`${id} ${command.join(' ')}`);
        return { exitCode: 0, stdout: '', isStdoutCut: false };
      },
      uploadTar: async (_directory: string, tar: Uint8Array) => {
        const texts =
          Buffer.from(tar)
            .toString('latin1')
            .match(/head \w|other \w/g) ?? [];
        done.push(`${id} laid ${texts.join(', ')}`);
      },
      mark: async () => done.push(`${id} marked`),
      traces: async () => await Promise.resolve(answer),
    };
  };
  const driver = {
    create,
    list: async () => [{ sandboxId: `s${made}` }],
    destroy: async (sandboxId: string) => {
      done.push(`${sandboxId} ended`);
      const at = new Date(0);
      return { sandboxId, method: 'kill', requestedAt: at, confirmedAt: at, providerAnswer: '' };
    },
  };
  const nothing = async () => undefined;
  const records = { sandboxes: { begin: nothing, running: nothing, end: nothing }, now: () => 0 };
  const deps = {
    newId: () => 'id',
    sandboxes: { driver, provider: 'local', template: 'base', atOnce: 1 },
    store: { transaction: async (work: (all: unknown) => unknown) => await work(records) },
  };
  const holder = {
    record: { job: { id: 'job', attemptNumber: 1 } },
    fence: 1,
    signal: new AbortController().signal,
  };
  const laid = { from: { kind: 'snapshot', snapshotId: 'x' } } as const;
  const request = { laid, changes: CHANGES, purpose: 'hunks' };
  // Of what a step is given only this much is asked for here.
  const tree = openVariantTree(
    deps as unknown as StepDeps,
    holder as unknown as SandboxHolder,
    request,
  );
  return { tree, answer, take: () => done.splice(0) };
}

const A = [{ path: 'src/a.mjs', content: 'other a' }];
const B = [{ path: 'bin/b', content: 'other b' }];
const C = [{ path: 'old/c.mjs', content: 'other c' }];

test('what is replaced is laid and marked once, for all runs that leave no trace', async () => {
  const { tree, take } = recording();
  const first = await tree.hold(A);
  await tree.settle();
  assert.equal(await tree.hold(A), first);
  await tree.settle();
  assert.deepEqual(take(), ['s1 made', 's1 laid other a', 's1 marked']);
});

test('the next one stands on the head again, laid from outside', async () => {
  const { tree, take } = recording();
  await tree.hold(A);
  await tree.settle();
  await tree.hold(B);
  assert.deepEqual(take().slice(3), ['s1 laid head a, other b', 's1 marked']);
});

test('after a run that left a trace another sandbox is taken, also for the same files', async () => {
  const { tree, answer, take } = recording();
  await tree.hold(A);
  answer.isUntouched = false;
  await tree.settle();
  answer.isUntouched = true;
  await tree.hold(A);
  const again = ['s1 ended', 's2 made', 's2 laid other a', 's2 marked'];
  assert.deepEqual(take().slice(3), again);
});

test('a file that the head has not is not taken away again: its directories would stay', async () => {
  const { tree, take } = recording();
  await tree.hold(C);
  await tree.settle();
  await tree.hold(A);
  const again = ['s1 ended', 's2 made', 's2 laid other a', 's2 marked'];
  assert.deepEqual(take().slice(3), again);
});

test('a file can be gone, and all ends with the tree', async () => {
  const { tree, take } = recording();
  await tree.hold([{ path: 'src/a.mjs', content: undefined }]);
  await tree[Symbol.asyncDispose]();
  assert.deepEqual(take(), ['s1 made', 's1 rm -rf -- src/a.mjs', 's1 marked', 's1 ended']);
});
