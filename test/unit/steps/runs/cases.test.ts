import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refined, runOnce } from '../../../../app/steps/runs/cases.ts';
import { readTests } from '../../../../app/steps/runs/traces.ts';
import type { ExecOptions, ExecResult, Sandbox } from '../../../../sandbox/driver/port.ts';

const RAN = 'ℹ tests 1\nℹ pass 1\nℹ fail 0\nℹ cancelled 0\n';
const SKIPPED = 'ℹ tests 1\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\n';

/** Answers every command with this exit code and output. */
function sandboxSaying(exitCode: number, stdout: string): Sandbox {
  const refuse = async () => assert.fail('not asked of a run');
  return {
    id: 'one',
    exec: async (_options: ExecOptions): Promise<ExecResult> => ({
      ended: 'exit',
      exitCode,
      signal: undefined,
      stdout,
      stderr: '',
      isStdoutCut: false,
      isStderrCut: false,
      resourceLimit: undefined,
      durationMs: 3,
    }),
    start: refuse,
    connect: refuse,
    upload: refuse,
    uploadTar: refuse,
    download: refuse,
    snapshot: refuse,
    setNetwork: refuse,
    extend: refuse,
    mark: refuse,
    traces: refuse,
    destroy: refuse,
  };
}

async function runOf(exitCode: number, output: string) {
  const deps = { redact: (text: string) => text };
  const { signal } = new AbortController();
  const line = 'node --test a.mjs';
  return await runOnce(deps, sandboxSaying(exitCode, output), { line, signal });
}

describe('a run', () => {
  it('is green by its exit code', async () => {
    const green = { exitCode: 0, durationMs: 3, output: RAN };
    assert.deepEqual(await runOf(0, RAN), { ...green, stdout: RAN });
  });

  it('that executed no test is never green, and says so', async () => {
    const { exitCode, redKind, output } = await runOf(0, SKIPPED);
    assert.deepEqual({ exitCode, redKind }, { exitCode: 5, redKind: 'load' });
    assert.match(output, /^No test ran: /m);
  });

  it('that is red stays as it is', async () => {
    const run = await runOf(1, SKIPPED);
    assert.equal(run.exitCode, 1);
    assert.equal(run.output, SKIPPED);
  });
});

describe('the report of a run', () => {
  const seen = { exitCode: 0, durationMs: 3, output: 'said', stdout: '' };

  it('is kept, and changes nothing where it agrees', () => {
    const tests = [{ name: 'a', status: 'passed' } as const];
    assert.deepEqual(refined(seen, tests), { exitCode: 0, durationMs: 3, output: 'said', tests });
    const red = { ...seen, exitCode: 3, redKind: 'error' } as const;
    assert.equal(refined(red, tests).exitCode, 3);
  });

  it('can only make it worse', () => {
    const failed = refined(seen, [{ name: 'a', status: 'failed' }]);
    assert.deepEqual([failed.exitCode, failed.redKind], [1, 'assertion']);
    assert.match(failed.output, /^said\nIts own report says that a test failed/);
    const none = refined(seen, [{ name: 'a', status: 'skipped' }]);
    assert.deepEqual([none.exitCode, none.redKind], [5, 'load']);
  });

  it('is what it prints as TAP, also behind what a package manager says', async () => {
    const stdout =
      '\n> app@1.0.0 test\n> node --test\n\nTAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n';
    const { signal } = new AbortController();
    const read = async (text: string) =>
      await readTests(sandboxSaying(0, ''), { stdout: text, written: [] }, signal);
    assert.deepEqual(
      (await read(stdout))?.map(({ name, status }) => [name, status]),
      [
        ['a', 'passed'],
        ['b', 'failed'],
      ],
    );
    assert.equal(await read('all is well\n'), undefined);
  });

  it('counts what is written beside what is printed', async () => {
    const text = '<testsuite><testcase name="x"><failure/></testcase></testsuite>';
    const sandbox = { ...sandboxSaying(0, ''), download: async () => Buffer.from(text) };
    const said = { stdout: 'TAP version 13\nok 1 - x\n1..1\n', written: ['report.xml'] };
    const report = await readTests(sandbox, said, new AbortController().signal);
    assert.deepEqual(
      report?.map(({ status }) => status),
      ['passed', 'failed'],
    );
  });
});
