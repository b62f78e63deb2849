// Whom a job that waits calls: those its repository names, and nobody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionsLine } from '../../../../app/proof/markdown/mentions.ts';

test('those that the settings name are mentioned in one line, and without them there is none', () => {
  assert.equal(mentionsLine(['mona', 'octo/reviewers']), 'cc @mona @octo/reviewers');
  assert.equal(mentionsLine([]), '');
});
