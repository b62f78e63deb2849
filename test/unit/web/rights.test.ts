// Who may see and change the settings of a repository: GitHub's live answer decides, every time.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isAppError } from '../../../app/errors.ts';
import type { Permission } from '../../../app/github/port.ts';
import type { VisibleInstallation, VisibleRepository } from '../../../app/web/port.ts';
import { administeredBy, type RightsDeps, requireAdmin } from '../../../app/web/rights.ts';
import { type Browser, fieldsOf } from './browser-double.ts';
import { OWNER, openWorld, REPOSITORY, SETTINGS, type WebWorld } from './web-world.ts';

let world: WebWorld;
before(async () => {
  world = await openWorld();
});
after(async () => await world[Symbol.asyncDispose]());

const elsewhere = (name: string) => `/repositories/${OWNER}/${name}/settings`;
const form = async (browser: Browser) => fieldsOf((await browser.get('/')).html);
const savedRows = async () => (await world.sql.query('select from repository_settings')).rowCount;
const grant = (login: string, permission: Permission) => {
  world.forge.operator.setPermission({ repository: REPOSITORY, login, permission });
};

suite('who is let in', () => {
  const cases: [login: string, path: string, status: number][] = [
    ['mona', SETTINGS, 200],
    ['ann', SETTINGS, 403],
    ['rita', SETTINGS, 403],
    ['eve', SETTINGS, 404],
    ['mona', elsewhere('other'), 404],
    ['nina', elsewhere('other'), 200],
    // She administers it, but the App is not installed there.
    ['nina', elsewhere('apart'), 404],
    ['mona', elsewhere('missing'), 404],
    ['mona', '/repositories/ACME/Shop/settings', 200],
  ];
  for (const [login, path, status] of cases) {
    test(`${login} gets ${status} for ${path}, to look and to save`, async () => {
      const browser = await world.signedIn(login);
      const page = await browser.get(path);
      assert.equal(page.status, status);
      const token = { ...(await form(browser)), version: '0', label: 'taken' };
      const earlier = await savedRows();
      const posted = await browser.post(path, token);
      assert.equal(posted.status, status === 200 ? 303 : status);
      assert.equal(await savedRows(), status === 200 ? 1 : earlier);
      await world.sql.query('delete from repository_settings');
    });
  }

  test('a stranger cannot tell a hidden repository from a missing one', async () => {
    const eve = await world.signedIn('eve');
    const [hidden, missing] = [await eve.get(SETTINGS), await eve.get(elsewhere('nothing-here'))];
    assert.equal(hidden.html, missing.html);
  });

  test('nobody who is not signed in sees or changes anything', async () => {
    const browser = world.browser();
    for (const path of ['/repositories', SETTINGS, elsewhere('missing')]) {
      assert.equal((await browser.get(path)).status, 401, path);
      if (path !== '/repositories') assert.equal((await browser.post(path, {})).status, 401, path);
    }
  });

  test('names that no repository has are not found', async () => {
    const mona = await world.signedIn('mona');
    for (const name of ['a%20b', '%3Cscript%3E', '%2e%2e%2fx', 'x'.repeat(101), 'a%00b']) {
      assert.equal((await mona.get(elsewhere(name))).status, 404, name);
    }
  });
});

suite('what changes meanwhile', () => {
  test('who is an admin no more may neither look nor save from then on', async () => {
    grant('rita', 'admin');
    const rita = await world.signedIn('rita');
    const { status, html } = await rita.get(SETTINGS);
    assert.equal(status, 200);
    grant('rita', 'read');
    const posted = await rita.post(SETTINGS, { ...fieldsOf(html), label: 'too-late' });
    assert.equal(posted.status, 403);
    assert.equal((await rita.get(SETTINGS)).status, 403);
    assert.doesNotMatch((await rita.get('/repositories')).html, /acme\/<strong>shop/);
    grant('rita', 'none');
    assert.equal((await rita.get(SETTINGS)).status, 404);
    assert.equal(await savedRows(), 0);
  });

  test('who becomes an admin may, without signing in again', async () => {
    const ann = await world.signedIn('ann');
    assert.equal((await ann.get(SETTINGS)).status, 403);
    grant('ann', 'admin');
    assert.equal((await ann.get(SETTINGS)).status, 200);
    grant('ann', 'write');
  });
});

suite('when GitHub does not answer', () => {
  const faults = [
    { operation: 'users/get-authenticated', kind: 'error', status: 500 },
    { operation: 'apps/list-installations-for-authenticated-user', kind: 'error', status: 502 },
    {
      operation: 'apps/list-installation-repos-for-authenticated-user',
      kind: 'error',
      status: 403,
    },
    { operation: 'apps/list-installation-repos-for-authenticated-user', kind: 'lost-answer' },
    { operation: 'apps/list-installations-for-authenticated-user', kind: 'rate-limit' },
    { operation: 'repos/get-collaborator-permission-level', kind: 'error', status: 500, times: 3 },
    { operation: 'repos/get-collaborator-permission-level', kind: 'error', status: 403 },
    { operation: 'repos/get-collaborator-permission-level', kind: 'error', status: 404 },
    { operation: 'repos/get-content', kind: 'error', status: 500, times: 6 },
  ] as const;
  test('a permission that the App lacks is named, with what helps', async () => {
    const mona = await world.signedIn('mona');
    const message = 'Resource not accessible by integration';
    const refusal = { kind: 'error', status: 403, message } as const;
    const injected = world.forge.injectFault({ operation: 'repos/get-content', ...refusal });
    const { status, html } = await mona.get(SETTINGS);
    injected.remove();
    assert.equal(status, 503);
    assert.match(html, /The App lacks a permission that this needs\. Give the App that permission/);
    assert.doesNotMatch(html, /Resource not accessible/);
  });

  for (const fault of faults) {
    const { operation, kind } = fault;
    const how = 'status' in fault ? fault.status : kind;
    test(`${operation} (${how}): 503, nothing shown, nothing saved`, async () => {
      const mona = await world.signedIn('mona');
      const fields = fieldsOf((await mona.get(SETTINGS)).html);
      const injected = world.forge.injectFault(fault);
      const look = await mona.get(SETTINGS);
      injected.remove();
      assert.equal(look.status, 503);
      assert.equal(look.headers.get('retry-after'), '30');
      assert.doesNotMatch(look.html, /Save settings/);
      if (operation === 'repos/get-content') return;
      const again = world.forge.injectFault(fault);
      const save = await mona.post(SETTINGS, { ...fields, label: 'unsure' });
      again.remove();
      assert.equal(save.status, 503);
      assert.equal(await savedRows(), 0);
    });
  }
});

suite('the answers of GitHub together', () => {
  const installation: VisibleInstallation = {
    id: 1,
    accountId: 2,
    accountLogin: 'acme',
    isSuspended: false,
  };
  const repository: VisibleRepository = {
    id: 3,
    owner: 'acme',
    name: 'shop',
    defaultBranch: 'main',
    isPrivate: false,
    isAdmin: true,
  };
  const asking = { access: 'token', githubId: 9, signal: AbortSignal.timeout(60_000) };
  type Answers = {
    permission?: Permission;
    isAdmin?: boolean;
    isSuspended?: boolean;
    id?: number;
  };
  function deps(answers: Answers): RightsDeps {
    const { permission = 'admin', isAdmin = true, isSuspended = false, id = 9 } = answers;
    return {
      people: {
        person: async () => ({ id, login: 'mona' }),
        installations: async () => [{ ...installation, isSuspended }],
        async *repositories() {
          yield { ...repository, isAdmin };
        },
      },
      permission: async () => permission,
    };
  }
  const verdict = async (answers: Answers) =>
    await requireAdmin(deps(answers), asking, repository).then(
      () => 'admin',
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    );

  const cases: [Answers, string][] = [
    [{}, 'admin'],
    [{ permission: 'maintain' }, 'ROLE_INSUFFICIENT'],
    [{ permission: 'write' }, 'ROLE_INSUFFICIENT'],
    [{ isAdmin: false }, 'ROLE_INSUFFICIENT'],
    [{ isAdmin: false, permission: 'none' }, 'ROLE_INSUFFICIENT'],
    [{ permission: 'none' }, 'GITHUB_UNAVAILABLE'],
    [{ isSuspended: true }, 'NOT_FOUND'],
    // The token is somebody else's than the session's.
    [{ id: 8 }, 'UNAUTHORIZED'],
  ];
  for (const [answers, wanted] of cases) {
    test(`${JSON.stringify(answers)} means ${wanted}`, async () => {
      assert.equal(await verdict(answers), wanted);
    });
  }

  test('a suspended installation is left out of the list', async () => {
    assert.deepEqual(await administeredBy(deps({ isSuspended: true }), asking), []);
    assert.equal((await administeredBy(deps({}), asking)).length, 1);
    assert.deepEqual(await administeredBy(deps({ isAdmin: false }), asking), []);
  });
});

test('the list has what a person administers, and nothing else', async () => {
  const listed = async (login: string) => {
    const { html } = await (await world.signedIn(login)).get('/repositories');
    return [...html.matchAll(/href="(\/repositories\/[^"]+)"/g)].map(([, path]) => path);
  };
  assert.deepEqual(await listed('mona'), [SETTINGS]);
  assert.deepEqual(await listed('nina'), [elsewhere('other'), SETTINGS]);
  assert.deepEqual(await listed('ann'), []);
  assert.deepEqual(await listed('eve'), []);
});

test('the forge was asked in the ways GitHub describes', () => {
  assert.deepEqual(world.forge.schemaViolations, []);
});
