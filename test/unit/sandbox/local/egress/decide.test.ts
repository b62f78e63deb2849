import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AllowRule,
  type EgressPolicy,
  type Exemption,
  readExemption,
  readRule,
} from '../../../../../sandbox/local/egress/allow-list.ts';
import { type DecideDeps, decide, REASONS } from '../../../../../sandbox/local/egress/decide.ts';
import {
  readAuthority,
  readPlainUrl,
  type Target,
} from '../../../../../sandbox/local/egress/target.ts';
import { ANSWERS, CARELESS_POLICY, HOSTILE_HOSTS } from './hostile-hosts.ts';

const PORT = 8080;

function rules(texts: readonly string[]): AllowRule[] {
  return texts.map((text) => {
    const rule = readRule(text.replace('{port}', String(PORT)));
    assert.ok(rule !== undefined, text);
    return rule;
  });
}

function exemptions(texts: readonly string[]): Exemption[] {
  return texts.map(readExemption).filter((one) => one !== undefined);
}

function world(changes: Partial<DecideDeps> = {}) {
  const asked: string[] = [];
  const deps: DecideDeps = {
    async lookup(name) {
      asked.push(name);
      const answer = ANSWERS[name];
      if (answer === undefined) throw new Error('ENOTFOUND');
      return await Promise.resolve(answer);
    },
    exempt: [],
    ownAddresses: () => new Set(),
    ...changes,
  };
  return { deps, asked };
}

function targetOf(text: string): Target {
  const target = readAuthority(text);
  assert.ok(typeof target !== 'string', text);
  return target;
}

const careless: EgressPolicy = { allow: rules(CARELESS_POLICY) };

async function reasonFor(deps: DecideDeps, target: Target | string): Promise<string> {
  if (typeof target === 'string') return target;
  const verdict = await decide(deps, careless, target);
  return 'refused' in verdict ? verdict.refused : 'none';
}

describe('who may be reached', () => {
  it('is nobody of the hostile hosts, in a tunnel or in the plain', async () => {
    assert.ok(HOSTILE_HOSTS.length >= 95, String(HOSTILE_HOSTS.length));
    const { deps, asked } = world();
    for (const [host, why] of HOSTILE_HOSTS) {
      const inTunnel = readAuthority(`${host}:${PORT}`);
      const plain = readPlainUrl(`http://${host}:${PORT}/latest/meta-data/`);
      const inPlain = typeof plain === 'string' ? plain : plain.target;
      assert.equal(await reasonFor(deps, inTunnel), why, host);
      // A text that an address of the web cannot carry is unreadable there.
      const reason = await reasonFor(deps, inPlain);
      assert.ok(reason === why || reason === 'malformed', `${host}: ${reason}`);
    }
    const unlisted = new Set(
      HOSTILE_HOSTS.filter(([, why]) => why === 'not-listed').map(([host]) => host),
    );
    assert.deepEqual(
      asked.filter((name) => unlisted.has(name)),
      [],
      'a name that is not listed is never looked up',
    );
  });

  it('is a listed host, at the addresses that were checked', async () => {
    const { deps } = world();
    const policy = { allow: rules(['registry.test', 'registry.test:8443', '93.184.216.34:443']) };
    for (const text of ['registry.test:443', 'Registry.TEST.:80', 'registry.test:8443']) {
      const expected = { addresses: ['93.184.216.34'] };
      assert.deepEqual(await decide(deps, policy, targetOf(text)), expected, text);
    }
    assert.deepEqual(await decide(deps, policy, targetOf('93.184.216.34:443')), {
      addresses: ['93.184.216.34'],
    });
    for (const text of ['registry.test:22', 'registry.test:8080', '93.184.216.34:80']) {
      assert.deepEqual(await decide(deps, policy, targetOf(text)), { refused: 'not-listed' }, text);
    }
  });

  it('is nobody when the list is empty', async () => {
    const { deps, asked } = world();
    const verdict = await decide(deps, { allow: [] }, targetOf('registry.test:443'));
    assert.deepEqual([verdict, asked], [{ refused: 'not-listed' }, []]);
  });

  it('is judged by the one answer that is used, however often the name changes', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const { deps } = world({ lookup: async () => await Promise.resolve(answers.shift() ?? []) });
    const target = targetOf('rebinding.ok.test:443');
    const first = await decide(deps, careless, target);
    assert.deepEqual(first, { addresses: ['93.184.216.34'] });
    assert.deepEqual(await decide(deps, careless, target), { refused: 'closed-address' });
  });

  it('is not this machine under its public address', async () => {
    const { deps } = world({ ownAddresses: () => new Set(['93.184.216.34']) });
    const verdict = await decide(deps, careless, targetOf('registry.test:443'));
    assert.deepEqual(verdict, { refused: 'own-address' });
  });

  it('may be private only where the operator says so, by host and by port, and if listed too', async () => {
    const { deps } = world({ exempt: exemptions(['localhost:4873']) });
    const policy = { allow: rules(['localhost:4873', 'localhost:4874', '127.0.0.1:4873']) };
    assert.deepEqual(await decide(deps, policy, targetOf('localhost:4873')), {
      addresses: ['127.0.0.1', '::1'],
    });
    for (const text of ['localhost:4874', '127.0.0.1:4873']) {
      const expected = { refused: 'closed-address' };
      assert.deepEqual(await decide(deps, policy, targetOf(text)), expected, text);
    }
    const none = await decide(deps, { allow: [] }, targetOf('localhost:4873'));
    assert.deepEqual(none, { refused: 'not-listed' });
    const pinned = world({ exempt: exemptions(['mine.test:4873=127.0.0.1']) });
    const mine = { allow: rules(['mine.test:4873']) };
    assert.deepEqual(await decide(pinned.deps, mine, targetOf('mine.test:4873')), {
      addresses: ['127.0.0.1'],
    });
    assert.deepEqual(pinned.asked, []);
  });

  it('is told apart from a name that does not exist', async () => {
    const { deps } = world();
    const verdict = await decide(deps, careless, targetOf('nowhere.ok.test:443'));
    assert.deepEqual(verdict, { refused: 'unresolved' });
    assert.ok(Object.values(REASONS).every((text) => text.length > 10));
  });
});

describe('an allow list', () => {
  it('takes hosts, suffixes and addresses, with a port or on the web ports', () => {
    const taken: [string, readonly number[]][] = [
      ['example.com', [443, 80]],
      ['example.com:8443', [8443]],
      ['*.example.com', [443, 80]],
      ['*.example.com:8443', [8443]],
      ['10.0.0.1', [443, 80]],
      ['10.0.0.1:5000', [5000]],
      ['2001:db8::1', [443, 80]],
      ['[2001:db8::1]', [443, 80]],
      ['[2001:db8::1]:5000', [5000]],
    ];
    for (const [text, ports] of taken) assert.deepEqual(readRule(text)?.ports, ports, text);
  });

  it('is exempted by one host and one port at a time', () => {
    for (const text of [
      'a.test',
      '*.a.test:80',
      'a.test:80=',
      'a.test:80=b',
      'a.test:80=::1=::1',
    ]) {
      assert.equal(readExemption(text), undefined, text);
    }
    assert.equal(readExemption('[::1]:80=0:0::1')?.address, '::1');
  });

  it('takes nothing that could mean more than it says', () => {
    const wrong =
      '* *. *.*.com a.*.com *example.com 0.0.0.0/0 10.0.0.0/8 ::/0 example.com: example.com:0 ' +
      'example.com:65536 example.com:443:443 http://example.com example.com/ user@example.com ' +
      '2130706433 0x7f.1 127.1 *.127.0.0.1 *.[::1] [::1 ::1] example..com -a.com exa%6dple.com';
    for (const text of ['', ' ', 'a b', ...wrong.split(' ')]) {
      assert.equal(readRule(text), undefined, text);
    }
  });
});
