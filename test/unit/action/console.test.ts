// What is printed can be no workflow command; a summary stays below its limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutSummary, oneLine } from '../../../action/console.ts';
import { denied, toRefused } from '../../../action/refusals.ts';
import { AppError } from '../../../app/errors.ts';

test('no text can end its line, begin a command or move the cursor', () => {
  const texts = [
    '::set-output name=x::y',
    '  ::add-mask::a',
    'a\n::error::b',
    'a\r::error::b',
    '##[error]x',
    '\u001b[2J::error::x',
    '\u202e::error::x',
    'a\u2028::error::b',
  ];
  for (const text of texts) {
    const line = oneLine(text);
    assert.doesNotMatch(line, /^\s*::/);
    assert.doesNotMatch(line, /##\[/);
    assert.doesNotMatch(line, /\p{Cc}/u);
  }
  assert.equal(oneLine('The job is DELIVERED; 10:30::20'), 'The job is DELIVERED; 10:30::20');
});

test('a summary is cut at a character, below its limit, and says so', () => {
  assert.equal(cutSummary('short'), 'short');
  const cut = cutSummary('🟢'.repeat(400_000));
  assert.ok(Buffer.byteLength(cut) <= 1024 * 1024);
  assert.match(cut, /^(?:🟢)+\n\n… cut here: a summary may hold 1 MiB/u);
});

test('a refusal names cause and remedy; a foreign error tells nothing of itself', () => {
  const missing = denied({
    message: 'Resource not accessible by integration',
    accepted: 'checks=write',
  });
  assert.match(toRefused(missing).cause, /checks=write/);
  assert.match(
    toRefused(missing).remedy,
    /permissions:\n {2}contents: write\n {2}issues: write\n {2}pull-requests: write\n {2}checks: write/,
  );
  const pulls = denied({ message: 'not permitted to create or approve pull requests.' });
  assert.match(toRefused(pulls).remedy, /Allow GitHub Actions to create and approve pull requests/);
  const foreign = toRefused(new Error('connect to postgres://user:secret@host'));
  assert.doesNotMatch(JSON.stringify(foreign), /secret/);
  assert.match(toRefused(new AppError('TIMEOUT')).remedy, /\w/);
});
