import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { createContacts } from '../../../../../sandbox/local/egress/contacts.ts';
import { openProxyWorld, type ProxyWorld, toRules } from './proxy-world.ts';

const get = (url: string, headers: string) => `GET ${url} HTTP/1.1\r\n${headers}\r\n\r\n`;

describe('the egress proxy, plain', () => {
  let world: ProxyWorld;
  let host = '';
  before(async () => {
    world = await openProxyWorld();
    host = `web.test:${world.port}`;
  });
  after(async () => await world.close());

  it('passes a request on with its body, and nothing that belongs to one hop', async () => {
    const told = await world.say(
      `POST http://${host}/up?x=%20 HTTP/1.1\r\nHost: ${host}\r\nConnection: close, X-Named\r\n` +
        'Proxy-Authorization: Basic c2VjcmV0\r\nProxy-Connection: keep-alive\r\nTE: trailers\r\n' +
        'Upgrade: websocket\r\nX-Named: no\r\nX-Mine: yes\r\nContent-Length: 4\r\n\r\nbody',
    );
    assert.match(told, /^HTTP\/1\.1 200 /);
    assert.match(told, /x-kept: one\r\nx-kept: two\r\n/i);
    assert.doesNotMatch(told, /x-hop|timeout=99/i);
    assert.match(told, /body/);
    const seen = world.requests.at(-1);
    assert.deepEqual([seen?.method, seen?.url, seen?.headers.host], ['POST', '/up?x=%20', host]);
    const { 'x-mine': mine, ...rest } = seen?.headers ?? {};
    assert.equal(mine, 'yes');
    assert.doesNotMatch(JSON.stringify(rest), /proxy|upgrade|x-named|c2VjcmV0|trailers/i);
  });

  it('leaves a redirect to the client', async () => {
    const told = await world.say(
      get(`http://${host}/redirect`, `Host: ${host}\r\nConnection: close`),
    );
    assert.match(told, /^HTTP\/1\.1 302 [^]*location: http:\/\/127\.0\.0\.1\/secret/i);
    const next = await world.say(get('http://127.0.0.1/secret', 'Host: 127.0.0.1'));
    assert.match(next, /^HTTP\/1\.1 403 [^]*not on the allow list/);
  });

  it('refuses what is not for the host it names', async () => {
    const answered = world.requests.length;
    const wrong = [
      get(`http://${host}/`, 'Host: other.test'),
      get(`http://${host}/`, `Host: ${host}\r\nHost: ${host}`),
      get(`http://${host}/`, 'Host: web.test'),
      get(`http://${host}/`, 'Host:'),
      get(`http://user@${host}/`, `Host: ${host}`),
      get(`https://${host}/`, `Host: ${host}`),
      get(`ftp://${host}/`, `Host: ${host}`),
      get('/', `Host: ${host}`),
      get('*', `Host: ${host}`),
      get(`http://${host}\\@other.test/`, `Host: ${host}`),
      `GET http://${host}/ HTTP/1.0\r\n\r\n`,
    ];
    for (const bytes of wrong) {
      assert.match(await world.say(bytes), /^HTTP\/1\.1 40[03] /, JSON.stringify(bytes));
    }
    assert.equal(world.requests.length, answered);
  });

  it('refuses smuggled and oversized heads', async () => {
    const answered = world.requests.length;
    const wrong = [
      get(`http://${host}/`, `Host: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked`),
      get(`http://${host}/`, `Host: ${host}\r\nX-Big: ${'a'.repeat(17_000)}`),
      get(`http://${host}/`, `Host: ${host}\nX: y`),
      'NONSENSE\r\n\r\n',
    ];
    for (const bytes of wrong) {
      assert.match(await world.say(bytes), /^HTTP\/1\.1 4\d\d /, bytes.slice(0, 80));
    }
    assert.equal(world.requests.length, answered);
  });

  it('says that an allowed host does not answer, and that nobody refused it', async () => {
    const dead = `dead.test:${world.deadPort}`;
    const told = await world.say(get(`http://${dead}/`, `Host: ${dead}`));
    assert.match(told, /^HTTP\/1\.1 502 [^]*did not answer/);
    const tunnel = await world.say(`CONNECT ${dead} HTTP/1.1\r\nHost: ${dead}\r\n\r\n`);
    assert.match(tunnel, /^HTTP\/1\.1 502 [^]*did not answer/);
    const contact = world.contacts().find(({ host: name }) => name === 'dead.test');
    const { verdict, why, count, bytes } = contact ?? {};
    assert.deepEqual([verdict, why, count, bytes], ['allowed', 'unreachable', 2, 0]);
  });
});

describe('the egress proxy, in tunnels', () => {
  let world: ProxyWorld;
  let raw = '';
  before(async () => {
    world = await openProxyWorld();
    raw = `raw.test:${world.rawPort}`;
  });
  after(async () => await world.close());
  const connect = (to: string, headers = `Host: ${to}`) =>
    `CONNECT ${to} HTTP/1.1\r\n${headers}\r\n\r\n`;

  it('lets plain HTTP through as requests, each judged', async () => {
    const host = `web.test:${world.port}`;
    const inside = `${get('/in', `Host: ${host}`)}${get('/out', 'Host: other.test')}`;
    const told = await world.say(`${connect(host)}${inside}`);
    assert.match(told, /^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 /);
    assert.match(told, /HTTP\/1\.1 403 Forbidden[^]*Host header names another host/);
    assert.equal(world.requests.at(-1)?.url, '/in');
    const nested = await world.say(`${connect(host)}${connect(host)}`);
    assert.doesNotMatch(nested, /established[^]*established/);
    const absolute = await world.say(`${connect(host)}${get(`http://${host}/`, `Host: ${host}`)}`);
    assert.match(absolute, /403 Forbidden/);
  });

  it('lets no byte through that is neither TLS nor HTTP', async () => {
    for (const bytes of [
      'SSH-2.0-OpenSSH\r\n\r\n',
      '\x16\x03\x01\x00\x00',
      '\x05\x01\x00',
      '\0\0\0',
    ]) {
      const told = await world.say(Buffer.from(`${connect(raw)}${bytes}`, 'latin1'));
      assert.doesNotMatch(told, /raw says/, bytes);
    }
    assert.equal(world.heard(), '');
  });

  it('refuses before it connects', async () => {
    const wrong: [string, RegExp][] = [
      [connect(`other.test:${world.rawPort}`), /not on the allow list/],
      [connect('raw.test:22'), /not on the allow list/],
      [connect(raw, 'Host: other.test'), /Host header/],
      [connect(`127.0.0.1:${world.rawPort}`), /not on the allow list/],
      [connect(`2130706433:${world.rawPort}`), /plain form/],
      [connect('raw.test'), /names no host/],
      [connect(`http://${raw}/`), /names no host/],
    ];
    for (const [bytes, why] of wrong) {
      const told = await world.say(bytes);
      assert.match(told, /^HTTP\/1\.1 40[03] /, bytes);
      if (told.includes('403')) assert.match(told, why, bytes);
    }
    assert.equal(world.heard(), '');
  });
});

describe('the egress proxy, under load', () => {
  it('bounds connections, and says so', async () => {
    const world = await openProxyWorld({ connections: 2 });
    const held = [world.open(), world.open()];
    await Promise.all(held.map(async (client) => await once(client, 'connect')));
    assert.match(await world.say(''), /^HTTP\/1\.1 503 [^]*too many connections/);
    assert.equal(world.contacts()[0]?.why, 'too-many-connections');
    await world.close();
    for (const client of held) client.destroy();
  });

  it('ends a connection on which nothing moves', async () => {
    const world = await openProxyWorld({ idleMs: 150 });
    const client = world.open();
    const closed = once(client, 'close');
    client.write(
      `CONNECT raw.test:${world.rawPort} HTTP/1.1\r\nHost: raw.test:${world.rawPort}\r\n\r\n`,
    );
    client.resume();
    await closed;
    await world.close();
  });

  it('cuts what a new policy no longer allows, and nothing else', async () => {
    const world = await openProxyWorld();
    const [web, raw] = [`web.test:${world.port}`, `raw.test:${world.rawPort}`];
    const ask = (to: string) => `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`;
    const [kept, cut] = [world.open(), world.open()];
    kept.write(ask(web));
    cut.write(ask(raw));
    await Promise.all([once(kept, 'data'), once(cut, 'data')]);
    const closed = once(cut, 'close');
    world.setPolicy({ allow: toRules([web]) });
    await closed;
    kept.write(get('/after', `Host: ${web}`));
    const [bytes] = await once(kept, 'data');
    assert.match(String(bytes), /^HTTP\/1\.1 200 /);
    assert.match(await world.say(ask(raw)), /^HTTP\/1\.1 403 /);
    const reasons = world.contacts().filter(({ host, why }) => host === 'raw.test' && why);
    assert.deepEqual(
      new Set(reasons.map(({ why }) => why)),
      new Set(['not-listed', 'policy-changed']),
    );
    kept.destroy();
    await world.close();
  });
});

describe('the record of hosts', () => {
  it('joins the same attempts, adds bytes, and counts what no longer fits', () => {
    let nowMs = 0;
    const contacts = createContacts(() => nowMs);
    const place = { host: 'a.test', port: 443, verdict: 'allowed' } as const;
    contacts.note(place)(10);
    nowMs = 5_000;
    const add = contacts.note(place);
    add(5);
    add(1);
    for (let at = 0; at < 1_500; at += 1) {
      contacts.note({ host: `h${at}.test`, port: 80, verdict: 'refused', why: 'not-listed' });
    }
    const { hosts, unlisted, bytes } = contacts.list();
    assert.deepEqual([hosts.length, unlisted, bytes], [1_000, 501, 16]);
    const times = { firstAt: new Date(0), lastAt: new Date(5_000) };
    assert.deepEqual(hosts[0], { ...place, ...times, count: 2, bytes: 16 });
  });
});
