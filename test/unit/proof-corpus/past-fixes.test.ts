import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from '../../../app/steps/tree/tar.ts';
import { SubmittedCases } from '../../../sandbox/protocol/cases.ts';
import { Plan } from '../../../sandbox/protocol/plan.ts';
import { hasDigest, readArchive } from '../../proof-corpus/past-fixes/archive.ts';
import { honestOf, isWanted, nameOf, planOfFix } from '../../proof-corpus/past-fixes/fix.ts';
import { PAST_FIXES } from '../../proof-corpus/past-fixes.ts';

test('there are twenty past fixes and more, eight of each registry, each of another package', () => {
  const names = PAST_FIXES.map(nameOf);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length >= 20);
  const of = Map.groupBy(PAST_FIXES, ({ registry }) => registry);
  assert.ok([...of.values()].every((fixes) => fixes.length >= 8));
});

for (const fix of PAST_FIXES) {
  describe(nameOf(fix), () => {
    test('is a job that the product would take', () => {
      assert.equal(Plan.safeParse(planOfFix(fix)).error, undefined);
      const { job } = honestOf(fix, { base: {}, head: {} });
      const author = [job.script['write-tests']].flat(3).flatMap((one) => one ?? []);
      const submitted = author.flatMap((turn) =>
        ('content' in turn ? turn.content : []).flatMap((block) =>
          block.type === 'tool_use' && block.name.endsWith('submit_tests') ? [block.input] : [],
        ),
      );
      assert.equal(submitted.length, 1);
      assert.equal(SubmittedCases.safeParse(submitted[0]).error, undefined);
    });

    test('asks for two cases at least of what is new, changes files of its own, promises digests', () => {
      for (const { kind = 'new', cases } of fix.promises) {
        assert.ok(Object.keys(cases).length >= (kind === 'new' ? 2 : 1));
      }
      assert.ok(fix.changed.every((path) => isWanted(path, fix.files)));
      const digest = fix.registry === 'npm' ? /^sha512-[\w+/]{86}==$/ : /^[0-9a-f]{64}$/;
      assert.ok([fix.base, fix.head].every((of) => digest.test(of.digest)));
    });
  });
}

describe('an archive', () => {
  const packed = gzipSync(
    packTar([
      file('package/index.js', '1'),
      file('package/lib/one.js', '2'),
      file('package/other.js', '3'),
    ]),
  );

  test('gives the files that are wanted, by path below its folder', async () => {
    const files = await readArchive(packed, ['index.js', 'lib/', 'missing.js']);
    assert.deepEqual(files, { 'index.js': '1', 'lib/one.js': '2' });
  });

  test('with too many characters is refused', async () => {
    const huge = gzipSync(packTar([file('p/a.js', 'x'.repeat(700_001))]));
    await assert.rejects(readArchive(huge, ['a.js']), /1 files with 700001 characters/);
  });

  test('is known by its digest, as each registry writes it', () => {
    const sha512 = createHash('sha512').update(packed).digest('base64');
    const sha256 = createHash('sha256').update(packed).digest('hex');
    assert.ok(hasDigest(packed, `sha512-${sha512}`));
    assert.ok(hasDigest(packed, sha256));
    assert.ok(!hasDigest(packed.subarray(1), `sha512-${sha512}`));
    assert.ok(!hasDigest(packed.subarray(1), sha256));
  });
});

function file(path: string, text: string) {
  return { kind: 'file', path, mode: 0o644, bytes: Buffer.from(text) } as const;
}
