// Notices through a program called apprise, a small real one on PATH.
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { noticeOf } from '../../../app/command/notice.ts';
import { createApprise } from '../../../app/notify/apprise.ts';
import { Secret } from '../../../app/secret.ts';
import { until } from '../../support/waiting.ts';
import { play, STATES } from '../job/samples.ts';

const URL = 'json://user:hunter2@host/path';
let directory = '';
let warned: { fields: object; message: string }[] = [];
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'redgreen-apprise-'));
});
after(async () => await rm(directory, { recursive: true, force: true }));
beforeEach(() => {
  warned = [];
});

const log = {
  warn: (fields: object, message?: string) => void warned.push({ fields, message: message ?? '' }),
};

async function withProgram(name: string, script: string): Promise<Record<string, string>> {
  const bin = join(directory, name);
  await mkdir(bin);
  await writeFile(join(bin, 'apprise'), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, 'apprise'), 0o755);
  return { PATH: `${bin}:/usr/bin:/bin`, OUT: join(directory, `${name}.out`) };
}

const notice = { title: 'Redgreen: a "title" $(id)', body: 'two\nlines; `id`' };

function apprise(env: Record<string, string>, deadlineMs?: number) {
  const urls = [new Secret(URL), new Secret('tgram://1/2')];
  return createApprise({ urls, env, log, ...(deadlineMs !== undefined && { deadlineMs }) });
}

test('title, body and addresses arrive as they are, and nothing else of our environment', async () => {
  const env = await withProgram('works', `printf '%s|' "$@" > "$OUT"; env | sort >> "$OUT"`);
  await apprise(env)(notice);
  const text = await readFile(env['OUT'] ?? '', 'utf8');
  assert.ok(text.startsWith(`-t|${notice.title}|-b|${notice.body}|${URL}|tgram://1/2|`), text);
  const names = text
    .split('|')
    .at(-1)
    ?.split('\n')
    .map((line) => line.split('=')[0]);
  assert.deepEqual(
    names?.filter((name) => !['', 'PWD', 'SHLVL', '_'].includes(name ?? '')),
    ['OUT', 'PATH'],
  );
  assert.deepEqual(warned, []);
});

test('what a failing program says, its addresses above all, is repeated nowhere', async () => {
  const env = await withProgram('fails', 'echo "cannot reach $5" >&2; exit 3');
  await apprise(env)(notice);
  assert.deepEqual(warned, [{ fields: { exitCode: 3 }, message: 'apprise did not send a notice' }]);
  assert.doesNotMatch(JSON.stringify(warned), /hunter2/);
});

test('a program that hangs is ended at the deadline with all it started', async () => {
  const env = await withProgram('hangs', 'sleep 30 & echo $! > "$OUT"; wait');
  await apprise(env, 1_000)(notice);
  assert.deepEqual(warned, [
    { fields: { code: 'TIMEOUT' }, message: 'apprise did not end in time' },
  ]);
  const child = Number(await readFile(env['OUT'] ?? '', 'utf8'));
  // Killed, it may still wait for somebody to take note.
  await until(async () => {
    const line = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    return line === '';
  }, 5_000);
});

test('without the program there is one line in the log, however many notices', async () => {
  const notify = apprise({ PATH: join(directory, 'nothing-here') });
  for (let count = 0; count < 3; count += 1) await notify(notice);
  assert.deepEqual(
    warned.map(({ message }) => message),
    ['CLAUDEOPS_APPRISE_URLS is set, but there is no program apprise on PATH'],
  );
});

test('a notice says where, what and what can be said, in our own words alone', () => {
  const facts = {
    repository: { owner: 'acme', name: 'shop' },
    issueNumber: 7,
    pullNumber: 8,
    githubUrl: 'https://github.test',
  };
  const waiting = noticeOf({ ...facts, job: STATES.WAITING_SPEC_APPROVAL() });
  assert.equal(waiting.title, 'Redgreen: acme/shop#7: the plan waits for approval');
  assert.match(waiting.body, /^Job [0-9a-f-]+: the plan waits for approval\./);
  assert.match(waiting.body, /https:\/\/github\.test\/acme\/shop\/pull\/8\n/);
  assert.match(waiting.body, /\/approve/);
  const stopped = play(STATES.REFACTORING(), { type: 'cancel', detail: '@everyone come' });
  const ended = noticeOf({ ...facts, pullNumber: undefined, job: stopped });
  assert.match(ended.body, /\(USER_CANCELLED\)\.\nhttps:\/\/github\.test\/acme\/shop\/issues\/7$/);
  assert.doesNotMatch(ended.title + ended.body, /everyone/);
});
