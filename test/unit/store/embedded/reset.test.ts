// Stopping the embedded Postgres from outside, and throwing its data away.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { isAppError } from '../../../../app/errors.ts';
import { openEmbedded } from '../../../../app/store/embedded/open.ts';
import { resetEmbedded, stopEmbedded } from '../../../../app/store/embedded/reset.ts';
import { isAlive, makeHomes, postmasterPid, query } from '../../../support/embedded-home.ts';

const homes = await makeHomes();
after(async () => await homes[Symbol.asyncDispose]());

test('stop says whether a server was running, and starts none', async () => {
  const paths = homes.home('a');
  assert.equal(await stopEmbedded({ paths, force: false }), false);
  assert.deepEqual(readdirSync(paths.state), []);
  const embedded = await openEmbedded({ paths });
  await embedded.leave();
  assert.equal(await stopEmbedded({ paths, force: false }), true);
  assert.equal(await stopEmbedded({ paths, force: false }), false);
});

test('reset refuses while others are connected and loses nothing', async () => {
  const paths = homes.home('a');
  const embedded = await openEmbedded({ paths });
  const pid = postmasterPid(embedded.dataDirectory);
  await query(embedded.url(), 'CREATE TABLE kept (n int)');
  for (const act of [resetEmbedded, stopEmbedded]) {
    await assert.rejects(act({ paths, force: false }), (error) => {
      assert.ok(isAppError(error, 'DATABASE_BUSY'));
      assert.match(error.message, /1 other connection.*--force/);
      return true;
    });
  }
  assert.equal(isAlive(pid), true);
  assert.deepEqual(await query(embedded.url(), 'SELECT * FROM kept'), []);
  await embedded.close();
});

test('reset with force stops the server and the next start begins with nothing', async () => {
  const paths = homes.home('a');
  const embedded = await openEmbedded({ paths });
  const pid = postmasterPid(embedded.dataDirectory);
  await resetEmbedded({ paths, force: true });
  assert.equal(isAlive(pid), false);
  assert.deepEqual(readdirSync(paths.state), []);
  await embedded.close();
  await using fresh = await openEmbedded({ paths });
  assert.equal(fresh.isAdopted, false);
  await assert.rejects(query(fresh.url(), 'SELECT * FROM kept'), /does not exist/);
});
