import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Limits } from '../../../../sandbox/local/options.ts';
import { Finding, findingsOf } from '../../../../sandbox/local/self-test-probes.ts';

describe('self-test', () => {
  const limits = Limits.parse({ diskBytes: 1_000_000 });
  const good = {
    seccomp: '2',
    no_new_privs: '1',
    cap_effective: '0000000000000000',
    cap_bounding: '0000000000000000',
    nested_users: 'refused',
    overlay: 'covers',
    disk: '1003520',
  };
  const judge = (answers: Record<string, string>) =>
    findingsOf(
      Object.entries(answers)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
      limits,
    );

  it('is content with a sandbox that can do nothing', () => {
    assert.deepEqual(judge(good), []);
  });

  it('names the layer that is missing', () => {
    const cases: [Record<string, string>, Finding][] = [
      [{ seccomp: '0' }, Finding.noSeccomp],
      [{ no_new_privs: '0' }, Finding.powers],
      [{ cap_effective: '000001ffffffffff' }, Finding.powers],
      [{ cap_bounding: '0000000000000001' }, Finding.powers],
      [{ nested_users: 'made' }, Finding.nestedUsers],
      [{ overlay: 'broken' }, Finding.overlay],
      [{ disk: '25000000000' }, Finding.quota],
      [{ disk: '0' }, Finding.quota],
      [{ descriptor: '9 /etc/shadow' }, Finding.descriptors],
    ];
    for (const [change, finding] of cases) {
      assert.deepEqual(judge({ ...good, ...change }), [finding], JSON.stringify(change));
    }
  });

  it('takes an answer that is missing for a failure', () => {
    const names = Object.keys(good);
    assert.ok(names.length > 6);
    for (const name of names) {
      const answers = Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
      assert.ok(judge(answers).length > 0, name);
    }
  });
});
