import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Act } from '../../../app/command/act.ts';
import { COMMAND_NAMES, commandName } from '../../../app/command/commands.ts';
import { parseComment } from '../../../app/command/parse.ts';
import { fuzzBodies } from './fuzz.ts';

const REVISION = '5f1d7a84-9c1b-4c3e-8f57-2b1c9a0d4e6f';

describe('a command', () => {
  const job: [string, unknown, unknown?][] = [
    ['/approve', { type: 'approve' }],
    [`/approve ${REVISION}`, { type: 'approve', revision: REVISION }],
    [
      `/approve ${REVISION.toUpperCase()} max=$3`,
      { type: 'approve', revision: REVISION, maxUsd: 3 },
    ],
    ['/approve max=$3.50 escalate=L2', { type: 'approve', maxUsd: 3.5, escalate: 'L2' }],
    [`/approve \`${REVISION}\``, { type: 'approve', revision: REVISION }],
    ['/approve max=3$', { type: 'approve', maxUsd: 3 }],
    ['\u00a0/approve', { type: 'approve' }],
    ['/revise A\u2028and B', { type: 'revise', text: 'A and B' }],
    ['/approve escalate=l2 max=2', { type: 'approve', escalate: 'L2', maxUsd: 2 }],
    ['/Approve\r\n\r\nThank you!', { type: 'approve' }],
    ['  /approve  ', { type: 'approve' }],
    ['\n\n/approve', { type: 'approve' }],
    ['/strategy 2', { type: 'choose_strategy', strategy: 2 }],
    ['/revise use `Map`\nand keep order', { type: 'revise', text: 'use `Map`\nand keep order' }],
    ['/revise\nonly below', { type: 'revise', text: 'only below' }],
    ['/answer yes, both', { type: 'answer' }, { text: 'yes, both' }],
    ['/continue', { type: 'continue' }],
    ['/deep-fix', { type: 'deep_fix' }],
    ['/deep-fix yes', { type: 'confirm_deep_fix' }],
    ['/deep-fix no', { type: 'decline_deep_fix' }],
    ['/intervene', { type: 'intervene' }],
    ['/test', { type: 'test' }],
    ['/escalate yes', { type: 'escalate' }],
    ['/escalate no', { type: 'decline_escalation' }],
    ['/extend $2', { type: 'extend', costUsd: 2 }],
    ['/extend 2', { type: 'extend', costUsd: 2 }],
    ['/extend 30m', { type: 'extend', wallTimeMs: 1_800_000 }],
    ['/extend $1 2h', { type: 'extend', costUsd: 1, wallTimeMs: 7_200_000 }],
    ['/extend', { type: 'extend' }],
    ['/open', { type: 'open' }],
    ['/widen src/lib/', { type: 'widen' }, { path: 'src/lib/' }],
    ['/widen `src/a.ts`', { type: 'widen' }, { path: 'src/a.ts' }],
    ['/widen "src/a.ts"', { type: 'widen' }, { path: 'src/a.ts' }],
    ['/widen ./src/a.ts', { type: 'widen' }, { path: 'src/a.ts' }],
    ['/allow #3', { type: 'allow', hold: 3 }],
    ['/widen docs/two words.md', { type: 'widen' }, { path: 'docs/two words.md' }],
    ['/allow 3', { type: 'allow', hold: 3 }],
    ['/allow 3 always', { type: 'allow', hold: 3 }, { isAlways: true }],
    ['/deny 4', { type: 'deny', hold: 4 }],
    ['/stop', { type: 'cancel' }],
    ['/stop please, at once', { type: 'cancel', detail: 'please, at once' }],
    ['/clear', { type: 'clear' }],
    ['/reset', { type: 'clear' }],
    ['/new', { type: 'clear' }],
  ];
  for (const [body, command, said] of job) {
    test(`${JSON.stringify(body)} moves the job`, () => {
      const parsed = parseComment(body);
      assert.ok(parsed.kind === 'command');
      assert.deepEqual(parsed.command, { kind: 'job', command, ...(said ? { said } : {}) });
    });
  }

  const answer = (name: string) => ({ kind: 'command', name, command: { kind: 'answer', name } });
  const others: [string, unknown][] = [
    ['/verify', { kind: 'check', name: 'verify' }],
    ['/config', answer('config')],
    ['/settings', answer('config')],
    ['/status', answer('status')],
    ['/help', answer('help')],
    ['/login', answer('login')],
    ['/logout', answer('logout')],
  ];
  for (const [body, expected] of others) {
    test(`${JSON.stringify(body)} asks for something else`, () => {
      assert.deepEqual(parseComment(body), expected);
    });
  }

  const acts: [string, Act][] = [
    ['/accept', { type: 'accept', isOverride: false }],
    ['/accept override', { type: 'accept', isOverride: true }],
    ['/fix the typo', { type: 'fix', text: 'the typo' }],
    ['/fix\nthe typo\n\nand the other', { type: 'fix', text: 'the typo\n\nand the other' }],
    ['/retry', { type: 'retry' }],
    ['/revert', { type: 'revert' }],
    ['/rate 4 good, but slow', { type: 'rate', stars: 4, why: 'good, but slow' }],
    ['/rate `3` so\nso', { type: 'rate', stars: 3, why: 'so\nso' }],
    ['/rate 5', { type: 'rate', stars: 5 }],
    ['/model claude-opus-5-5', { type: 'model', model: 'claude-opus-5-5' }],
    ['/model `sonnet`', { type: 'model', model: 'sonnet' }],
    ['/model openai_compatible/x', { type: 'model', model: 'openai_compatible/x' }],
  ];
  for (const [body, act] of acts) {
    test(`${JSON.stringify(body)} acts beside the course of the job`, () => {
      const parsed = parseComment(body);
      assert.ok(parsed.kind === 'command');
      assert.deepEqual(parsed.command, { kind: 'act', act });
    });
  }

  test('every command of the table is covered above', () => {
    const used = [...job, ...others, ...acts].map(([body]) =>
      commandName(/\/([\w-]+)/.exec(body)?.[1] ?? ''),
    );
    assert.deepEqual([...new Set(used.map(String))].toSorted(), COMMAND_NAMES.toSorted());
  });
});

describe('a comment without a command', () => {
  const bodies = [
    '',
    'Looks good to me',
    'I would say /approve',
    '> /approve',
    '> /approve\n\nNo.',
    'Hello\n/approve',
    '`/approve`',
    '```\n/approve\n```',
    '~~~\n/approve',
    '    /approve',
    '\t/approve',
    '- /approve',
    '/usr/bin/env is missing',
    '/approve/reject',
    '/test.mjs fails',
    '/usr.',
    '／usr/bin',
    '//approve',
    '/ approve',
    '/4',
    '/approve_all',
    '<!-- /approve -->',
    '<!--\n/approve\n-->',
    '<details>\n/approve',
  ];
  for (const body of bodies) {
    test(`${JSON.stringify(body)} is none`, () => {
      assert.deepEqual(parseComment(body), { kind: 'none' });
    });
  }
});

describe('a command that cannot be understood', () => {
  const bodies: [string, RegExp][] = [
    ['/lgtm', /^There is no command `\/lgtm`\. `\/help` lists what can be said now\.$/],
    ['/constructor', /no command/],
    ['/aprove', /^There is no command `\/aprove`; did you mean `\/approve`\?$/],
    ['/Deepfix', /did you mean `\/deep-fix`\?/],
    ['/deep_fix', /^There is no command `\/deep_fix`; did you mean `\/deep-fix`\?$/],
    ['/approve!', /^There is no command `\/approve!`; did you mean `\/approve`\?$/],
    ['/approve.', /did you mean `\/approve`\?/],
    ['/status?', /did you mean `\/status`\?/],
    ['/stop, please', /^There is no command `\/stop,`; did you mean `\/stop`\?$/],
    ['／approve', /^There is no command `／approve`; did you mean `\/approve`\?$/],
    ['/approve now', /`now` is neither the token of a revision.*written `\/approve \[REVISION\]/],
    ['/approve 5f1d7a84-9c1b-1c3e-8f57-2b1c9a0d4e6f', /neither the token/],
    ['/approve max=3,50', /`3,50` is no amount of dollars.* such as `\$3` or `\$3\.50`/],
    ['/approve max=1000000', /`1000000` is no amount of dollars.* at most 999999/],
    ['/approve max= 3', /`max` needs an amount/],
    ['/approve $3', /`\$3` is neither the token of a revision nor `max=\$N`/],
    ['/approve budget=3', /`budget=3` is neither/],
    ['/approve max=0', /dollars above 0/],
    ['/approve max=-1', /dollars above 0/],
    ['/approve max=$1 max=$2', /said twice/],
    ['/approve escalate=L3', /only `escalate=L2`/],
    ['/approve `x`', /`x` is neither/],
    ['/approve a`b', /`a'b` is neither/],
    ['/strategy', /number of a strategy/],
    ['/strategy two', /number of a strategy/],
    ['/strategy 1 2', /nothing else/],
    ['/revise', /does not say what to change/],
    ['/answer  ', /answer is missing/],
    ['/escalate', /`yes` or `no`/],
    ['/escalate yes please', /`yes` or `no`/],
    ['/deep-fix maybe', /only `yes` or `no`/],
    ['/extend lots', /neither an amount/],
    ['/extend $1 $2', /`\$2` is said twice/],
    ['/extend 30m 1h', /`1h` is said twice/],
    ['/extend 2,50', /`2,50` is neither an amount/],
    ['/extend 30 minutes', /`minutes` is neither/],
    ['/widen', /path inside/],
    ['/widen ../other', /path inside/],
    ['/widen /etc/passwd', /path inside/],
    ['/widen .git/config', /path inside/],
    ['/widen a/../../b', /path inside/],
    ['/widen -rf', /path inside/],
    ['/widen "src', /path inside/],
    ['/widen `a` `b`', /path inside/],
    ['/allow', /number of the question/],
    ['/allow x', /number of the question/],
    ['/allow 1 never', /at most `always`/],
    ['/status now', /nothing may follow/],
    [`/revise ${'x'.repeat(20_000)}`, /at most 16384 characters/],
  ];
  for (const [body, problem] of bodies) {
    test(`${JSON.stringify(body.slice(0, 50))} is told why`, () => {
      const parsed = parseComment(body);
      assert.ok(parsed.kind === 'malformed');
      assert.match(parsed.problem, problem);
    });
  }
});

test('no comment of ten thousand makes the parser throw, and quotes and code are never commands', () => {
  const kinds: Record<string, number> = { none: 0, command: 0, malformed: 0 };
  for (const body of fuzzBodies(10_000, 7)) {
    const { kind } = parseComment(body);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    assert.equal(parseComment(`> ${body.replaceAll('\n', '\n> ')}`).kind, 'none');
    assert.equal(parseComment(`\`\`\`\n${body}`).kind, 'none');
  }
  for (const count of Object.values(kinds)) assert.ok(count > 200, JSON.stringify(kinds));
});
