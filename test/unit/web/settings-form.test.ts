// Settings ↔ form, as pure functions; and the small judges beside it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { Secret } from '../../../app/secret.ts';
import { SETTING_NAMES, Settings } from '../../../app/settings/schema.ts';
import { localPath } from '../../../app/web/return-path.ts';
import { createSealer } from '../../../app/web/seal.ts';
import { FIELDS } from '../../../app/web/settings-fields.ts';
import {
  type FormValues,
  fingerprints,
  merge,
  readForm,
  toForm,
  typedOf,
} from '../../../app/web/settings-form.ts';

/** Every leaf, or it does not compile. */
const WHOLE: { [N in keyof Settings]-?: Required<NonNullable<Settings[N]>> } = {
  label: 'redgreen',
  base: 'main',
  setup: 'npm ci\nnpm run build',
  test: 'npm test',
  models: { plan: 'claude-opus-5', code: 'claude-sonnet-5', thinking: 8192 },
  budget: { usd: 2.5, minutes: 60, attempts: 3, turns: 50, challenge: 'twice' },
  network: { allow: ['registry.example.com', '*.example.org:8443'] },
  paths: { allow: [], protect: ['src/**', 'a b/c.txt'] },
  approval: { role: 'maintain', accept: 'write', extend: 'maintain', bots: [1, 41898282] },
  hooks: { enabled: false, ask: 'deny' },
  instructions: 'docs/agents',
  notify: { moments: ['plan', 'end'], mention: ['mona', 'octo/reviewers'] },
};

function leaves(): string[] {
  return SETTING_NAMES.flatMap((name) => {
    const inner = Settings.shape[name].unwrap();
    return inner instanceof z.ZodObject
      ? Object.keys(inner.shape).map((leaf) => `${name}.${leaf}`)
      : [name];
  });
}

test('every leaf of the twelve settings has exactly one field', () => {
  assert.equal(SETTING_NAMES.length, 12);
  assert.deepEqual(FIELDS.map(({ leaf }) => leaf).toSorted(), leaves().toSorted());
});

test('what is saved comes back from the form as it was', () => {
  assert.deepEqual(readForm(toForm(WHOLE)), { ok: true, settings: WHOLE });
  assert.deepEqual(readForm(toForm({})), { ok: true, settings: {} });
  for (const leaf of leaves()) {
    const [name = '', inner] = leaf.split('.');
    const value: unknown = Object.entries(WHOLE).find(([key]) => key === name)?.[1];
    const group = inner === undefined ? value : { [inner]: Object(value)[inner] as unknown };
    const settings = { [name]: group };
    assert.deepEqual(readForm(toForm(settings)), { ok: true, settings }, leaf);
  }
});

test('line ends of browsers are ours, and only lists can be set to nothing', () => {
  const typed = typedOf((name) => {
    if (name === 'setup') return 'a\r\nb\r\n';
    return name.endsWith('.none') ? 'on' : undefined;
  });
  assert.deepEqual(typed['setup'], { text: 'a\nb\n', isNone: false });
  const none = FIELDS.filter(({ leaf }) => typed[leaf]?.isNone).map(({ leaf }) => leaf);
  assert.deepEqual(none, [
    'network.allow',
    'paths.allow',
    'paths.protect',
    'approval.bots',
    'notify.moments',
    'notify.mention',
  ]);
});

test('numbers are read strictly', () => {
  const texts = ['0x10', '1e3', '1,5', '١', 'Infinity', '--1', '1 2', '9'.repeat(30)];
  for (const text of texts) {
    const read = readForm({ 'budget.minutes': { text, isNone: false } });
    assert.ok(!read.ok, text);
    assert.ok(read.problems['budget.minutes']);
  }
  assert.deepEqual(readForm({ 'budget.usd': { text: ' 1.25 ', isNone: false } }), {
    ok: true,
    settings: { budget: { usd: 1.25 } },
  });
});

suite('merging what two people changed', () => {
  const at = (label: string, usd: string): FormValues => ({
    ...toForm({}),
    label: { text: label, isNone: false },
    'budget.usd': { text: usd, isNone: false },
  });
  const seen = fingerprints(at('old', '1'));

  test('each keeps what only he changed; what both changed stays typed and is shown', () => {
    const { values, both, theirs } = merge(at('mine', '1'), at('theirs', '2'), seen);
    assert.equal(values['label']?.text, 'mine');
    assert.equal(values['budget.usd']?.text, '2');
    assert.deepEqual(both, { label: { text: 'theirs', isNone: false } });
    assert.deepEqual(theirs, ['budget.usd']);
  });

  test('the same change by both is no conflict', () => {
    const { both, theirs } = merge(at('same', '1'), at('same', '1'), seen);
    assert.deepEqual([both, theirs], [{}, []]);
  });

  test('without knowing what was seen, everything typed is kept', () => {
    const { values, both } = merge(at('mine', '1'), at('theirs', '2'), '');
    assert.equal(values['budget.usd']?.text, '1');
    assert.deepEqual(Object.keys(both), ['label', 'budget.usd']);
  });
});

test('only addresses of this site are ways back', () => {
  const good = ['/', '/repositories', '/repositories/a/b/settings?saved=1', '/a%2f%2fb'];
  for (const path of good) assert.equal(localPath(path), path);
  const bad = [
    undefined,
    '',
    'x',
    '//x',
    '/\\x',
    '/a\\b',
    '/a b',
    '/a\nb',
    'http://x/',
    '/.//x',
    '/a/..//x',
    '/sign-in',
    '/sign-in/callback?code=1',
    '/sign-out',
    `/${'a'.repeat(600)}`,
  ];
  for (const path of bad) assert.equal(localPath(path), undefined, path);
});

suite('sealing', () => {
  const sealer = createSealer(new Secret(randomBytes(32).toString('base64')));
  const sealed = sealer.seal('secret text ü', 'here');

  test('what was sealed is opened with the same key in the same place only', () => {
    const other = createSealer(new Secret(randomBytes(32).toString('base64')));
    assert.equal(sealer.open(sealed, 'here'), 'secret text ü');
    assert.equal(sealer.open(sealed, 'there'), undefined);
    assert.equal(other.open(sealed, 'here'), undefined);
    assert.notEqual(other.keyId, sealer.keyId);
  });

  test('any changed, missing or added byte is noticed', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      assert.equal(sealer.open(changed, 'here'), undefined, String(index));
      assert.equal(sealer.open(sealed.subarray(0, index), 'here'), undefined, String(index));
    }
    assert.equal(sealer.open(Buffer.concat([sealed, Buffer.of(0)]), 'here'), undefined);
  });

  test('the same text is never sealed the same way, and does not show', () => {
    const again = sealer.seal('secret text ü', 'here');
    assert.notDeepEqual(again, sealed);
    assert.ok(!Buffer.from(again).includes('secret'));
  });
});
