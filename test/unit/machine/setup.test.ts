// `setup` on machines with and without the programs it needs: each machine is a directory of real
// scripts that is the whole PATH, with an apt-get that writes down how it was called.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { AppError, isAppError } from '../../../app/errors.ts';
import { runProcess } from '../../../app/machine/run-process.ts';
import { type SetupOptions, setup } from '../../../app/machine/setup.ts';
import { cacheBinaries } from '../../../app/store/embedded/binaries.ts';

const base = await mkdtemp('/tmp/rg-setup-');
await chmod(base, 0o755);
after(async () => await rm(base, { recursive: true, force: true }));

const ROOT = 0;
const SOMEBODY = 1000;

test('with everything there it installs nothing, says nothing and is fast', async () => {
  const machine = await makeMachine({ programs: ['bwrap', 'git', 'python3', 'apt-get'] });
  const first = await setup(machine.options);
  assert.equal((await runProcess([first.node, '--version'], quick)).output.trim(), process.version);
  assert.ok(first.postgresBin);
  const { output } = await runProcess([join(first.postgresBin, 'postgres'), '--version'], quick);
  assert.match(output, /^postgres \(PostgreSQL\) \d+/);

  assert.deepEqual(await setup(machine.options), first);
  assert.deepEqual(machine.said, []);
  assert.deepEqual(machine.calls(), []);
});

test('root installs exactly what is missing, after one line that says so', async () => {
  const machine = await makeMachine({ programs: ['git', 'apt-get'] });
  await setup(machine.options);
  assert.deepEqual(machine.said, ['Installing bubblewrap python3 with apt-get (once).']);
  assert.deepEqual(machine.calls(), [
    'noninteractive: -o DPkg::Lock::Timeout=300 update',
    'noninteractive: -o DPkg::Lock::Timeout=300 install -y --no-install-recommends bubblewrap python3',
  ]);
  await setup(machine.options);
  assert.equal(machine.calls().length, 2, 'the second setup installs nothing');
});

test('an ordinary user installs through sudo when it asks for no password', async () => {
  const machine = await makeMachine({ programs: ['git', 'python3', 'apt-get', 'sudo'] });
  await setup({ ...machine.options, uid: SOMEBODY });
  assert.deepEqual(machine.said, ['Installing bubblewrap with apt-get (once).']);
  assert.equal(machine.calls().length, 2);
});

test('without the right to install it gives the exact line to run', async () => {
  const machine = await makeMachine({ programs: ['python3', 'apt-get'] });
  await assert.rejects(setup({ ...machine.options, uid: SOMEBODY }), (error) => {
    assert.ok(isAppError(error, 'TOOL_MISSING'));
    assert.equal(
      error.message,
      'bubblewrap git are missing. Run: sudo apt-get update && ' +
        'sudo apt-get install -y --no-install-recommends bubblewrap git',
    );
    assert.deepEqual(error.details['missing'], ['bwrap', 'git']);
    return true;
  });
  assert.deepEqual(machine.calls(), []);
});

test('in production it installs nothing, even as root', async () => {
  const machine = await makeMachine({ programs: ['git', 'python3', 'apt-get'] });
  await assert.rejects(setup({ ...machine.options, isProduction: true }), (error) => {
    assert.ok(isAppError(error, 'TOOL_MISSING'));
    assert.match(error.message, /^bubblewrap is missing \(nothing is installed in production\)/);
    return true;
  });
  assert.deepEqual(machine.calls(), []);
});

test('a failed installation says what apt-get said', async () => {
  const machine = await makeMachine({ programs: ['git', 'python3'] });
  await machine.add('apt-get', 'echo "E: Unable to locate package"; test "$1" = --version');
  await assert.rejects(setup(machine.options), (error) => {
    assert.ok(isAppError(error, 'TOOL_MISSING'));
    assert.deepEqual(error.details['aptGetSaid'], ['E: Unable to locate package']);
    return true;
  });
});

test('a machine without PostgreSQL is told, not refused: DATABASE_URL may be set', async () => {
  const machine = await makeMachine({ programs: ['bwrap', 'git', 'python3'] });
  const result = await setup({ ...machine.options, cachePostgres: cacheNothing });
  assert.equal(result.postgresBin, undefined);
  assert.deepEqual(machine.said, ['There is none; set DATABASE_URL to use another.']);
});

async function cacheNothing(): Promise<string> {
  throw new AppError('EMBEDDED_POSTGRES_UNAVAILABLE', { problem: 'There is none' });
}

const quick = { env: {}, deadlineMs: 10_000 };

type Machine = {
  options: SetupOptions;
  said: string[];
  /** How apt-get was called, except for its version. */
  calls(): string[];
  add(program: string, script: string): Promise<void>;
};

async function makeMachine({ programs }: { programs: string[] }): Promise<Machine> {
  const bin = await mkdtemp(join(base, 'machine-'));
  const record = join(bin, 'apt-get.calls');
  await symlink('/usr/bin/env', join(bin, 'env'));
  const add = async (program: string, script: string) =>
    await writeFile(join(bin, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  for (const program of programs) await add(program, SCRIPTS[program] ?? 'echo version 1');
  const said: string[] = [];
  await mkdir(join(base, 'cache'), { recursive: true });
  return {
    said,
    add,
    calls: () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []),
    options: {
      cache: join(base, 'cache'),
      isProduction: false,
      uid: ROOT,
      run: async (argv, wait) => await runProcess(argv, { ...wait, env: { PATH: bin } }),
      say: (line) => said.push(line),
      cachePostgres: cacheBinaries,
    },
  };
}

/** An apt-get that installs: the program appears beside it. */
const SCRIPTS: Record<string, string | undefined> = {
  'apt-get': `
    test "$1" = --version && exit 0
    here=\${0%/*}
    echo "$DEBIAN_FRONTEND: $*" >> "$here/apt-get.calls"
    for package in "$@"; do
      test "$package" = bubblewrap && /bin/cp "$here/git" "$here/bwrap"
      test "$package" = python3 && /bin/cp "$here/git" "$here/python3"
    done
    exit 0`,
  sudo: 'test "$1" = -n && shift && test "$1" = true && exit 0; exec "$@"',
};
