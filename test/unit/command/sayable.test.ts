import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_NAMES, isAnswerName } from '../../../app/command/commands.ts';
import { parseComment } from '../../../app/command/parse.ts';
import { helpText, refusalText, sayable } from '../../../app/command/sayable.ts';
import { createJob } from '../../../app/job/create.ts';
import { JOB_STATES, type Job } from '../../../app/job/types.ts';
import { statusAnswer } from '../../../app/proof/markdown/status-answer.ts';

function job(wishes: Partial<Job> = {}): Job {
  const created = createJob({ id: 'j', at: 0, tierClasses: ['L1', 'L2', 'L3'] });
  assert.ok(created.ok);
  return { ...created.job, ...wishes };
}

const asIs = (text: string) => text;

const names = (wishes: Partial<Job>) =>
  sayable(job(wishes)).map(({ usage }) => usage.split(' ')[0]);

test('what can be said follows the state, what helps first', () => {
  // In the order of the table.
  const answers = COMMAND_NAMES.filter(isAnswerName).map((name) => `/${name}`);
  const [config = '', status = '', help = '', ...login] = answers;
  const open = [config, status, help, '/model', ...login];
  const inApproval = ['/approve', '/revise', '/stop', '/clear', ...open];
  assert.deepEqual(names({ state: 'WAITING_SPEC_APPROVAL' }), inApproval);
  assert.deepEqual(names({ state: 'REFACTORING', step: 'verify' }).slice(0, 1), ['/stop']);
  const delivered = ['/accept', '/fix', '/revert', '/rate'];
  const asked = [config, status, help];
  assert.deepEqual(names({ state: 'DELIVERED' }), ['/verify', ...asked, ...delivered, ...login]);
  assert.deepEqual(names({ state: 'FAILED' }), [...asked, '/retry', '/rate', ...login]);
  const hold = { number: 3, reason: 'permission', since: 0, ask: 'rm -r build' } as const;
  const held = job({ state: 'SELF_HEALING', step: 'implement', hold });
  assert.deepEqual(names(held).slice(0, 3), ['/allow', '/deny', '/stop']);
  assert.match(statusAnswer(held, { redact: asIs }), /Question 3:\n\nrm -r build/);
});

test('what is waited for is no question, and says when it goes on', () => {
  const hold = { number: 2, reason: 'unavailable', since: 0, until: 3_600_000 } as const;
  const held = job({ state: 'ANALYZING', hold: { ...hold, ask: 'GitHub did not answer.' } });
  const text = statusAnswer(held, { redact: asIs });
  assert.match(text, /^GitHub did not answer\.$/m);
  assert.match(text, /^It goes on by itself at 1970-01-01 01:00 UTC\.$/m);
  assert.doesNotMatch(text, /Question/);
});

test('every state has its help and status, and no line of ours reads as a command', () => {
  for (const state of JOB_STATES) {
    const one = job({ state });
    const text = `${helpText(one)}\n${statusAnswer(one, { redact: asIs })}\n${refusalText('no', one)}`;
    for (const line of text.split('\n')) assert.equal(parseComment(line).kind, 'none', line);
  }
});

test('a status says who pays, which model was chosen and by whom, and who accepted', () => {
  const text = statusAnswer(job({ state: 'DELIVERED' }), {
    redact: asIs,
    credential: 'API key of ANTHROPIC_API_KEY',
    model: { model: 'claude-opus-5-5', chosenBy: 'mona' },
    acceptedBy: 'ann',
  });
  assert.match(text, /\n- accepted by `ann`\n- models are paid by: API key of ANTHROPIC_API_KEY\n/);
  assert.match(text, /\nThe coming turns ask `claude-opus-5-5`, as `mona` chose with `\/model`\.$/);
});

test('a status says what was spent', () => {
  const spent = { costUsd: 1.25, activeMs: 0 };
  const promise = { dueAt: 60_000, missed: 0 };
  const text = statusAnswer(job({ state: 'ANALYZING', spent, attemptNumber: 1, promise }), {
    redact: asIs,
  });
  assert.equal(
    text,
    [
      '**The plan is being written.**',
      '',
      '- state: `ANALYZING`',
      '- spent: $1.25 of $5.00',
      '- attempts: 1',
      '- next message by 1970-01-01 00:01 UTC',
    ].join('\n'),
  );
});

test('what an agent asks passes the filter', () => {
  const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');
  const ask = '@acme <img src=x> hunter2';
  const hold = { number: 1, reason: 'question', since: 0, ask } as const;
  const text = statusAnswer(job({ state: 'ANALYZING', hold }), { redact });
  assert.doesNotMatch(text, /@acme|<img|hunter2/);
});
