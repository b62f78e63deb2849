// Bash itself runs each line, with no program to be found: whatever it looks for must be among the
// commands that were found in the line.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { isLiteral, isUnreadable } from '../../../../../sandbox/runner/permissions/shell/line.ts';
import { createTakeApart } from '../../../../../sandbox/runner/permissions/shell/take-apart.ts';
import { openParsers } from './permission-world.ts';

/** Paths would reach real programs, and these builtins other processes or no end. */
const UNSAFE = /\/|\0|\b(?:kill|until|coproc|watch)\b/;
const SCRIPT = `command_not_found_handle() {
  local words; printf -v words '%s\\x1f' "$@"; printf '%s\\x1e' "$words" >&3; return 1
}
export -f command_not_found_handle
for line; do ( eval "$line"; wait ); printf '\\x1d' >&3; done`;

const directory = mkdtempSync(join(tmpdir(), 'redgreen-bash-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** Of each line the names of the programs that bash looked for. */
function namesRun(lines: readonly string[]): string[][] {
  const { output } = spawnSync('/bin/bash', ['--norc', '-c', SCRIPT, 'bash', ...lines], {
    cwd: directory,
    env: { PATH: '/nonexistent', HOME: directory },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    timeout: 60_000,
    encoding: 'utf8',
  });
  return (output[3] ?? '').split('\x1d').map((ofLine) => {
    const calls = ofLine.split('\x1e').filter((call) => call !== '');
    return calls.map((call) => call.split('\x1f')[0] ?? '');
  });
}

test('bash runs nothing that was not found in a line', async () => {
  const Line = z.object({ line: z.string() });
  const takeApart = createTakeApart(openParsers());
  const lines = readFileSync('test/fixtures/shell/lines.jsonl', 'utf8').trim().split('\n');
  const foundIn = new Map<string, Set<string | undefined>>();
  for (const line of new Set(lines.map((text) => Line.parse(JSON.parse(text)).line))) {
    const apart = UNSAFE.test(line) ? undefined : await takeApart(line);
    if (apart === undefined || isUnreadable(apart) || apart.hazards.length > 0) continue;
    const names = apart.commands.map(({ words }) => words[0]);
    if (names.some((name) => name === undefined || !isLiteral(name))) continue;
    foundIn.set(line, new Set(names.map((name) => name?.text)));
  }
  assert.ok(foundIn.size > 250, `only ${foundIn.size} lines are run`);
  const ran = namesRun([...foundIn.keys()]);
  assert.equal(ran.length, foundIn.size + 1, 'bash went through all lines');
  assert.ok(ran.flat().length > 250);
  for (const [at, [line, found]] of [...foundIn].entries()) {
    for (const name of ran[at] ?? []) assert.ok(found.has(name), `${name} of ${line}`);
  }
});
