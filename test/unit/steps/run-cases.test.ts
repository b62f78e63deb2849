import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runOnce } from '../../../app/steps/run-cases.ts';
import type { ExecOptions, ExecResult, Sandbox } from '../../../sandbox/driver/port.ts';

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
    assert.deepEqual(await runOf(0, RAN), { exitCode: 0, durationMs: 3, output: RAN });
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
