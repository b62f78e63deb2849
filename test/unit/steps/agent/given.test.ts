// What is listed of a conversation's beginning, against hashes made here.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { givenTask } from '../../../../app/steps/agent/given.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('what a conversation was given', () => {
  const task = {
    step: 'write-tests',
    instruction: 'Write tests.',
    input: 'The plan.',
    tools: ['Read'],
    planning: false,
    workspace: '/workspace',
    limits: { turns: 3 },
  };
  const runner = Buffer.from('runner');

  it('is hashed part by part', () => {
    const [instruction, input, rest, program, ...files] = givenTask({ changes: [] }, task, runner);
    assert.deepEqual(instruction, { what: 'instruction', sha256: sha256('Write tests.') });
    assert.deepEqual(input, { what: 'input', sha256: sha256('The plan.') });
    assert.equal(rest?.what, 'tools, rights and limits');
    assert.deepEqual(program, { what: 'runner', sha256: sha256('runner') });
    assert.deepEqual(files, []);
  });

  it('names every file that lay on the base commit', () => {
    const content = Buffer.from('text').toString('base64');
    const changes = [
      { path: 'a.mjs', mode: 0o644, content } as const,
      { path: 'b.mjs', deleted: true } as const,
    ];
    const files = givenTask({ changes }, task, runner).slice(4);
    assert.deepEqual(files, [
      { what: 'file', path: 'a.mjs', sha256: sha256('text') },
      { what: 'file', path: 'b.mjs', sha256: sha256('') },
    ]);
  });
});
