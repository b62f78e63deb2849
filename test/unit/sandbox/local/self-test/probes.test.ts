import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Limits } from '../../../../../sandbox/local/options.ts';
import {
  egressFindings,
  Finding,
  findingsOf,
} from '../../../../../sandbox/local/self-test/probes.ts';

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

describe('self-test of the way out', () => {
  const open = ['allowed=200', 'rebound=403', 'unlisted=403', 'direct=none'];
  const closed = ['allowed=none', 'rebound=none', 'unlisted=none', 'direct=none'];
  const judge = (seen: { open?: string[]; closed?: string[]; strangers?: number }) =>
    egressFindings({
      open: (seen.open ?? open).join('\n'),
      closed: (seen.closed ?? closed).join('\n'),
      strangers: seen.strangers ?? 0,
    });
  const swap = (lines: string[], line: string) => {
    const name = line.slice(0, line.indexOf('='));
    return lines.map((old) => (old.startsWith(`${name}=`) ? line : old));
  };

  it('is content when the allowed host alone is reached, and nothing once it is closed', () => {
    assert.deepEqual(judge({}), []);
  });

  it('names what is wrong', () => {
    for (const line of ['allowed=none', 'allowed=403', 'allowed=']) {
      assert.deepEqual(judge({ open: swap(open, line) }), [Finding.noProxy], line);
    }
    for (const line of ['rebound=200', 'unlisted=200', 'direct=open', 'unlisted=']) {
      assert.deepEqual(judge({ open: swap(open, line) }), [Finding.openProxy], line);
    }
    assert.deepEqual(judge({ strangers: 1 }), [Finding.openProxy]);
    for (const line of ['allowed=200', 'rebound=403', 'unlisted=']) {
      assert.deepEqual(judge({ closed: swap(closed, line) }), [Finding.proxyStays], line);
    }
    assert.deepEqual(judge({ open: [], closed: [] }), [
      Finding.noProxy,
      Finding.openProxy,
      Finding.proxyStays,
    ]);
  });
});
