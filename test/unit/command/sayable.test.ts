import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_NAMES, isAnswerName } from '../../../app/command/commands.ts';
import { parseComment } from '../../../app/command/parse.ts';
import { helpText, refusalText, sayable, statusText } from '../../../app/command/sayable.ts';
import { createJob } from '../../../app/job/create.ts';
import { JOB_STATES, type Job } from '../../../app/job/types.ts';

function job(wishes: Partial<Job> = {}): Job {
  const created = createJob({ id: 'j', at: 0, tierClasses: ['L1', 'L2', 'L3'] });
  assert.ok(created.ok);
  return { ...created.job, ...wishes };
}

const names = (wishes: Partial<Job>) =>
  sayable(job(wishes)).map(({ usage }) => usage.split(' ')[0]);

test('what can be said follows the state, what helps first', () => {
  const always = COMMAND_NAMES.filter(isAnswerName).map((name) => `/${name}`);
  assert.ok(['/config', '/status', '/help'].every((name) => always.includes(name)));
  const inApproval = ['/approve', '/revise', '/stop', ...always];
  assert.deepEqual(names({ state: 'WAITING_SPEC_APPROVAL' }), inApproval);
  assert.deepEqual(names({ state: 'REFACTORING', step: 'verify' }).slice(0, 1), ['/stop']);
  assert.deepEqual(names({ state: 'DELIVERED' }), ['/verify', ...always]);
  assert.deepEqual(names({ state: 'FAILED' }), always);
  const hold = { number: 3, reason: 'permission', since: 0, ask: 'rm -r build' } as const;
  const held = job({ state: 'SELF_HEALING', step: 'implement', hold });
  assert.deepEqual(names(held).slice(0, 3), ['/allow', '/deny', '/stop']);
  assert.match(statusText(held), /Question 3: rm -r build/);
});

test('every state has its help and status, and no line of ours reads as a command', () => {
  for (const state of JOB_STATES) {
    const one = job({ state });
    const text = `${helpText(one)}\n${statusText(one)}\n${refusalText('no', one)}`;
    for (const line of text.split('\n')) assert.equal(parseComment(line).kind, 'none', line);
  }
});

test('a status says what was spent', () => {
  const spent = { costUsd: 1.25, activeMs: 0 };
  const text = statusText(job({ state: 'ANALYZING', spent, attemptNumber: 1 }));
  assert.equal(text, '`ANALYZING`: the plan is being written.\nSpent $1.25 of $5.00, 1 attempt.');
});
