// A machine that has little time for us: what takes long only by the clock is not given up.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const WORLD = new URL('../runner/permissions/permission-world.ts', import.meta.url).href;
const LIMIT_MS = 250;
const PROGRAM = `
const { openParsers } = await import(${JSON.stringify(WORLD)});
const parsers = openParsers();
await parsers.parse('bash', 'ls');
const text = 'mkdir -p "$(dirname a)" && echo QUJD | base64 -d > a\\n'.repeat(400);
process.stdout.write('begins');
const begin = performance.now();
const tree = await parsers.parse('bash', text, { cpuMs: ${LIMIT_MS}, maxNodes: 1_000_000 });
console.log(JSON.stringify({ hasError: tree.hasError, ms: performance.now() - begin }));
`;

test('a line is read while others have the processor', async () => {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const ended = once(child, 'close');
  while (child.exitCode === null && !said.includes('begins')) await pause(1);
  // It has a small share of the time, as beside many others.
  while (child.exitCode === null && !said.includes('}')) {
    child.kill('SIGSTOP');
    await pause(60);
    child.kill('SIGCONT');
    await pause(3);
  }
  await ended;
  const { hasError, ms } = JSON.parse(said.slice('begins'.length));
  assert.ok(ms > LIMIT_MS, `it took ${ms} ms by the clock`);
  assert.equal(hasError, false);
});
