// The settings page of a repository: what an admin sees, saves, and is told.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { isUsed, ROWS } from '../../../app/settings/schema.ts';
import { type Browser, fieldsOf } from './browser-double.ts';
import { openWorld, REPOSITORY, SETTINGS, type WebWorld } from './web-world.ts';

const FILE = {
  '.github/redgreen.yml': 'label: go\nbudget:\n  usd: 3\nnetwork:\n  allow: [a.example.com]\n',
};

let world: WebWorld;
let mona: Browser;
before(async () => {
  world = await openWorld({ files: FILE });
});
after(async () => await world[Symbol.asyncDispose]());
beforeEach(async () => {
  mona = await world.signedIn('mona');
  await world.sql.query('delete from repository_settings');
});

async function saved(): Promise<unknown> {
  const { rows } = await world.sql.query<{ settings: unknown }>(
    'select settings from repository_settings where repository_id = $1',
    [world.repositoryId],
  );
  return rows[0]?.settings;
}

/** The value in force and its source, as the page shows them. */
function inForce(html: string, leaf: string): string {
  const start = html.indexOf(`id="${leaf}-force"`);
  return html
    .slice(html.indexOf('>', start) + 1, html.indexOf('\n', start))
    .replaceAll(/<[^>]+>/g, '')
    .trim();
}

suite('what is shown', () => {
  test('every setting has its value in force and its source', async () => {
    const { html } = await mona.get(SETTINGS);
    assert.equal(inForce(html, 'label'), 'In force: go from .github/redgreen.yml');
    assert.equal(inForce(html, 'budget.minutes'), 'In force: 120 from the default');
    assert.equal(
      inForce(html, 'network.allow'),
      'In force: a.example.com from .github/redgreen.yml',
    );
    assert.equal(inForce(html, 'base'), 'In force: not set');
    assert.equal(fieldsOf(html)['label'], '', 'what is not set here is empty here');
  });

  test('a setting without effect is marked, the others are not', async () => {
    const { html } = await mona.get(SETTINGS);
    const unused = ROWS.filter((row) => !isUsed(row));
    assert.equal([...html.matchAll(/not used yet/g)].length, unused.length);
    for (const { leaf } of unused) assert.ok(html.includes(`id="${leaf}-unused">not used yet`));
    assert.match(html, /id="hooks\.ask-unused">not used yet/);
    assert.match(html, /name="hooks\.ask" aria-describedby="hooks\.ask-unused /);
  });

  test('every input has a label and an explanation of its own', async () => {
    const { html } = await mona.get(SETTINGS);
    const ids = new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
    const inputs = [...html.matchAll(/<(?:input|textarea|select) id="([^"]+)"[^>]*>/g)];
    assert.equal(inputs.length, ROWS.length);
    for (const [tag, id] of inputs) {
      assert.ok(html.includes(`<label for="${id}">`), id);
      const described = /aria-describedby="([^"]+)"/.exec(tag)?.[1]?.split(' ') ?? [];
      assert.ok(described.length >= 2 && described.every((name) => ids.has(name)), id);
    }
  });

  test('a broken settings file is shown with the lines of its problems', async () => {
    await world.forge.as('mona').push(REPOSITORY, {
      branch: 'main',
      files: { '.github/redgreen.yml': 'label: go\nbudget:\n  usd: -1\ncolour: red\n' },
      message: 'Break the settings',
    });
    const { html } = await mona.get(SETTINGS);
    assert.match(html, /cannot be used/);
    assert.match(html, /budget\.usd \(line 3\)` must be above 0/);
    assert.match(html, /colour \(line \d\)` is an unknown key; there are label/);
    assert.equal(inForce(html, 'label'), 'In force: redgreen from the default');
    await world.forge.as('mona').push(REPOSITORY, {
      branch: 'main',
      files: FILE,
      message: 'Mend the settings',
    });
  });
});

suite('the organisation’s file', () => {
  const SHARED = 'acme/.github';
  const push = async (text: string) => {
    const files = { 'redgreen.yml': text };
    await world.forge.as('nina').push(SHARED, { branch: 'main', files, message: 'Defaults' });
  };
  before(async () => {
    const { operator } = world.forge;
    await operator.createRepository({
      owner: 'acme',
      name: '.github',
      files: { 'README.md': '#' },
    });
    operator.setPermission({ repository: SHARED, login: 'nina', permission: 'admin' });
    operator.installApp({ slug: 'redgreen', repositories: [REPOSITORY, SHARED] });
  });

  test('holds where the repository says nothing, and is named as the source', async () => {
    assert.match((await mona.get(SETTINGS)).html, /No <code>redgreen\.yml<\/code> can be read/);
    await push('label: all\nbudget: {usd: 1, minutes: 30}\n');
    const { html } = await mona.get(SETTINGS);
    assert.equal(inForce(html, 'label'), 'In force: go from .github/redgreen.yml');
    assert.equal(inForce(html, 'budget.usd'), 'In force: 3 from .github/redgreen.yml');
    assert.equal(inForce(html, 'budget.minutes'), 'In force: 30 from the organisation’s file');
    assert.match(html, /There is a <a href="[^"]+\/acme\/\.github\/blob\/HEAD\/redgreen\.yml">/);
  });

  test('is shown with the lines of its problems when it cannot be used', async () => {
    await push('budget:\n  dolars: 1\n');
    const { html } = await mona.get(SETTINGS);
    assert.match(html, /redgreen\.yml<\/code><\/a> in the repository <code>acme\/\.github/);
    assert.match(
      html,
      /budget\.dolars \(line 2\)` is an unknown key; did you mean `budget\.usd`\?/,
    );
    assert.equal(inForce(html, 'budget.minutes'), 'In force: 120 from the default');
  });
});

suite('saving', () => {
  test('a field that is no setting is refused with the nearest one, and nothing is saved', async () => {
    const { html, status } = await mona.submit(SETTINGS, { 'budget.dolars': '3', label: 'x' });
    assert.equal(status, 422);
    assert.match(html, /budget\.dolars is an unknown key; did you mean `budget\.usd`\?/);
    assert.equal(fieldsOf(html)['label'], 'x');
    assert.equal(await saved(), undefined);
  });

  test('what is saved is in force, wins over the file, and is told after a redirect', async () => {
    const posted = await mona.submit(SETTINGS, {
      label: '  fix-it ',
      'budget.usd': '7.5',
      'models.code': 'claude-sonnet-4-6',
      'hooks.enabled': 'false',
      'approval.bots': '41898282\r\n\r\n7\r\n',
      setup: 'npm ci\r\nnpm run build',
    });
    assert.equal(posted.status, 303);
    const { html } = await mona.get(posted.location);
    assert.match(html, /role="status">Saved\./);
    assert.match(html, /Last saved by mona on/);
    assert.equal(inForce(html, 'label'), 'In force: fix-it from this page');
    assert.equal(inForce(html, 'budget.usd'), 'In force: 7.5 from this page');
    assert.equal(inForce(html, 'hooks.enabled'), 'In force: off from this page');
    assert.deepEqual(await saved(), {
      label: 'fix-it',
      setup: 'npm ci\nnpm run build',
      budget: { usd: 7.5 },
      models: { code: 'claude-sonnet-4-6' },
      hooks: { enabled: false },
      approval: { bots: [41898282, 7] },
    });
    const fields = fieldsOf(html);
    assert.deepEqual(
      [fields['label'], fields['setup'], fields['approval.bots'], fields['hooks.enabled']],
      ['fix-it', 'npm ci\nnpm run build', '41898282\n7', 'false'],
    );
  });

  test('an emptied field is not set here any more', async () => {
    await mona.submit(SETTINGS, { label: 'fix-it', 'budget.usd': '7' });
    const { location } = await mona.submit(SETTINGS, { label: '' });
    const { html } = await mona.get(location);
    assert.equal(inForce(html, 'label'), 'In force: go from .github/redgreen.yml');
    assert.deepEqual(await saved(), { budget: { usd: 7 } });
  });

  test('a list can be set to nothing, over the file', async () => {
    const { location } = await mona.submit(SETTINGS, { 'network.allow.none': 'on' });
    const { html } = await mona.get(location);
    assert.equal(inForce(html, 'network.allow'), 'In force: empty list from this page');
    assert.deepEqual(await saved(), { network: { allow: [] } });
    assert.equal(fieldsOf(html)['network.allow.none'], 'on');
  });

  test('installation, repository and an audit row with before and after are written with it', async () => {
    await mona.submit(SETTINGS, { label: 'one' });
    await mona.submit(SETTINGS, { label: 'two' });
    const { rows } = await world.sql.query(
      `select actor, subject, subject_id, action, detail from audit_events
        order by sequence desc limit 1`,
    );
    assert.deepEqual(rows, [
      {
        actor: 'mona',
        subject: 'settings',
        subject_id: String(world.repositoryId),
        action: 'saved',
        detail: { before: { label: 'one' }, after: { label: 'two' }, version: 2 },
      },
    ]);
    const found = await world.sql.query(
      `select owner, name, is_private, account_login from repositories
         join installations on installations.id = installation_id`,
    );
    assert.deepEqual(found.rows, [
      { owner: 'acme', name: 'shop', is_private: true, account_login: 'acme' },
    ]);
  });

  test('saving what is saved changes nothing and says so', async () => {
    await mona.submit(SETTINGS, { label: 'one' });
    const { status, location } = await mona.submit(SETTINGS, {});
    assert.equal(status, 303);
    assert.match((await mona.get(location)).html, /Nothing was changed/);
    const { rows } = await world.sql.query('select version from repository_settings');
    assert.deepEqual(rows, [{ version: 1 }]);
  });

  test('fields that are not settings are refused, each by its name, and nothing is saved', async () => {
    for (const name of ['version2', 'updatedBy', 'budget.free', '__proto__', 'id', 'label.none']) {
      const extra = Object.fromEntries([[name, '1']]);
      const { status, html } = await mona.submit(SETTINGS, { label: 'one', ...extra });
      assert.equal(status, 422, name);
      assert.ok(html.includes(`${name} is an unknown key;`), name);
    }
    assert.equal(await saved(), undefined);
  });

  test('a form as browsers send it, in parts, is read the same', async () => {
    const { html } = await mona.get(SETTINGS);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fieldsOf(html), label: 'grün 🌱' })) {
      body.set(name, value);
    }
    body.set('test', new File(['x'], 'x.txt'));
    const cookie = [...mona.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: world.url };
    const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
    const response = await fetch(world.url + SETTINGS, init);
    assert.equal(response.status, 303);
    assert.deepEqual(await saved(), { label: 'grün 🌱' });
  });
});

suite('what is not valid', () => {
  test('is told beside each field and at the top, and everything typed is kept', async () => {
    const typed = {
      label: 'x'.repeat(51),
      base: 'a..b',
      'models.thinking': '99999',
      'budget.usd': 'much',
      'budget.attempts': '1.5',
      'network.allow': 'a.example.com\n10.0.0.1',
      'approval.bots': 'dependabot',
      'models.plan': 'no-such-model',
      setup: 'npm ci',
    };
    const { status, html } = await mona.submit(SETTINGS, typed);
    assert.equal(status, 422);
    const wanted = {
      label: 'must have at most 50 characters',
      base: 'must be the name of a branch',
      'models.thinking': 'must be at most 64000 tokens',
      'models.plan': 'must be one of ',
      'budget.usd': 'must be a number of dollars',
      'budget.attempts': 'must be a whole number',
      'network.allow': 'entry 2 must be a host',
      'approval.bots': 'entry 1 must be the numeric id of a bot',
    };
    for (const [leaf, text] of Object.entries(wanted)) {
      assert.ok(html.includes(`id="${leaf}-problem">${text}`), leaf);
      assert.ok(html.includes(`<li><a href="#${leaf}">`), leaf);
      assert.match(html, new RegExp(`name="${leaf}"[^>]*aria-describedby="${leaf}-problem `));
      assert.match(html, new RegExp(`name="${leaf}"[^>]*aria-invalid="true"`));
    }
    const fields = fieldsOf(html);
    for (const [leaf, text] of Object.entries(typed)) assert.equal(fields[leaf], text);
    assert.equal(await saved(), undefined);
    const corrected = await mona.post(SETTINGS, { ...fields, ...CORRECTED });
    assert.equal(corrected.status, 303, 'the page that was answered can be sent');
  });

  const CORRECTED = {
    label: 'ok',
    base: 'main',
    'models.thinking': '',
    'models.plan': '',
    'budget.usd': '5',
    'budget.attempts': '2',
    'network.allow': '',
    'approval.bots': '',
  };

  test('a list that is both filled in and empty is asked about', async () => {
    const { status, html } = await mona.submit(SETTINGS, {
      'paths.protect': 'src/**',
      'paths.protect.none': 'on',
    });
    assert.equal(status, 422);
    assert.match(html, /id="paths\.protect-problem">is both filled in and set to an empty list/);
  });

  test('what was saved by an older version and is not valid any more can be corrected', async () => {
    await mona.submit(SETTINGS, { label: 'one' });
    await world.sql.query(
      `update repository_settings set version = 2, settings = '{"label": "", "models": {"plan": "gone"}}'`,
    );
    const { status, html } = await mona.get(SETTINGS);
    assert.equal(status, 200);
    assert.match(html, /not valid any more/);
    assert.match(html, /<option value="gone" selected>/);
    assert.equal((await mona.submit(SETTINGS, { 'models.plan': '' })).status, 303);
    assert.deepEqual(await saved(), {});
  });
});

suite('two admins at once', () => {
  test('the later one is told what changed and loses nothing', async () => {
    await mona.submit(SETTINGS, { label: 'first', 'budget.usd': '1', setup: 'one' });
    const nina = await world.signedIn('nina');
    const seen = fieldsOf((await mona.get(SETTINGS)).html);
    await nina.submit(SETTINGS, { label: 'of-nina', 'budget.usd': '9', test: 'npm test' });
    const mine = { ...seen, label: 'of-mona', setup: 'two' };
    const { status, html } = await mona.post(SETTINGS, mine);
    assert.equal(status, 409);
    assert.match(html, /someone else changed these settings meanwhile/);
    assert.match(html, /Changed by nina: test, budget\.usd\./);
    assert.match(html, /id="label-other">Meanwhile nina saved: <pre tabindex="0">of-nina<\/pre>/);
    const fields = fieldsOf(html);
    assert.equal(fields['label'], 'of-mona');
    assert.equal(fields['setup'], 'two');
    assert.equal(fields['budget.usd'], '9');
    assert.equal(fields['test'], 'npm test');
    assert.deepEqual(await saved(), {
      label: 'of-nina',
      setup: 'one',
      test: 'npm test',
      budget: { usd: 9 },
    });
    assert.equal((await mona.post(SETTINGS, fields)).status, 303);
    assert.deepEqual(await saved(), {
      label: 'of-mona',
      setup: 'two',
      test: 'npm test',
      budget: { usd: 9 },
    });
  });

  test('of ten first saves at the same time one is taken, and the others are told', async () => {
    const seen = fieldsOf((await mona.get(SETTINGS)).html);
    const pages = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { status } = await mona.post(SETTINGS, { ...seen, label: `label-${index}` });
        return status;
      }),
    );
    assert.deepEqual(
      pages.toSorted((one, other) => one - other),
      [303, ...Array.from({ length: 9 }, () => 409)],
    );
  });
});

test('a form from an earlier sign-in is not saved, and what was typed is kept', async () => {
  const fields = fieldsOf((await mona.get(SETTINGS)).html);
  await mona.signIn(world.forge, 'mona');
  const { status, html } = await mona.post(SETTINGS, { ...fields, label: 'typed-long-ago' });
  assert.equal(status, 403);
  assert.match(html, /from an earlier sign-in/);
  assert.equal(await saved(), undefined);
  assert.equal((await mona.post(SETTINGS, fieldsOf(html))).status, 303);
  assert.deepEqual(await saved(), { label: 'typed-long-ago' });
});
