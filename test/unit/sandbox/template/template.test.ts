// The template says everything that the driver's port promises of a sandbox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SANDBOX_PATHS } from '../../../../sandbox/driver/port.ts';
import { describeTemplate } from '../../../../sandbox/template/template.ts';

test('the template has the tools and paths of every sandbox, and no way to become root', () => {
  const text = describeTemplate();
  assert.match(text, /^FROM node:24/m);
  for (const path of Object.values(SANDBOX_PATHS)) assert.ok(text.includes(path), path);
  for (const tool of ['git', 'python3']) assert.match(text, new RegExp(`install.*\\b${tool}\\b`));
  assert.match(text, /-m 111 .*sealed-node/);
  assert.match(text, /purge -y sudo/);
  const users = [...text.matchAll(/^USER (\w+)$/gm)].map(([, user]) => user);
  assert.equal(users.at(-1), 'user', 'sandboxes do not run as root');
});
