// Two verifications of one tree, with real test runs: the reports differ in times and outputs only.
import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runProcess } from '../../../app/machine/run-process.ts';
import { buildReport } from '../../../app/proof/build-report.ts';
import type { ProofRun } from '../../../app/proof/case.ts';
import type { Report } from '../../../app/proof/report.ts';
import { reportJson } from '../../../app/proof/report-json.ts';
import { CASES, comparable, reportFacts } from './samples.ts';

const TEST = (wanted: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../../src/greet.mjs';

test('greets', () => {
  console.log(process.pid, process.hrtime.bigint());
  assert.equal(greet('Ann'), ${JSON.stringify(wanted)});
});
`;
const FILES: Record<string, string> = {
  'src/greet.mjs': 'export const greet = (name) => `Hello, ${name}`;\n',
  'test/redgreen/t1.test.mjs': TEST('Good day, Ann'),
  'test/redgreen/t5.test.mjs': TEST('Hello, Ann'),
};

/** T1 is red and T5 is green on a tree that nobody changed. */
async function verify(directory: string): Promise<Report> {
  const cases = CASES.filter(({ id }) => id === 'T1' || id === 'T5');
  const runs: ProofRun[] = [];
  for (const runNumber of [1, 2]) {
    for (const { id, files } of cases) {
      const startedAt = performance.now();
      const argv = [process.execPath, '--test', join(directory, files[0] ?? '')] as const;
      const { exitCode, output } = await runProcess(argv, { env: {}, deadlineMs: 30_000 });
      const durationMs = Math.round((performance.now() - startedAt) * 1000);
      const one = { caseId: id, runNumber, exitCode, durationMs, output };
      runs.push({ ...one, tree: 'base' }, { ...one, tree: 'head', attemptNumber: 2 });
    }
  }
  return buildReport(reportFacts({ cases, runs }));
}

test('a tree that is verified twice gives the same report but for times and outputs', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'stable-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  const [first, second] = [await verify(folder.path), await verify(folder.path)];
  assert.equal(first.matrix[0]?.cases[0]?.why, 'assertion');
  assert.equal(first.matrix[2]?.cases[0]?.head, 'green');
  assert.notEqual(reportJson(first), reportJson(second));
  assert.equal(JSON.stringify(comparable(first)), JSON.stringify(comparable(second)));
});
