// Ways around the allow list, tried from inside a real sandbox whose policy is as careless as one
// can write it. A canary listens where all of them aim; nobody may arrive, and no name that is not
// listed may be looked up.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import {
  ANSWERS,
  CARELESS_POLICY,
  HOSTILE_HOSTS,
} from '../../unit/sandbox/local/egress/hostile-hosts.ts';
import { askProxy, type NetworkWorld, openNetworkWorld } from './network-world.ts';

const HAS_CURL = existsSync('/usr/bin/curl');

describe('ways around the allow list', () => {
  let world: NetworkWorld;
  let sandbox: Sandbox;
  let port = 0;
  const expectNobody = () => assert.equal(world.canary.visitors(), 0, 'the canary was reached');

  before(async () => {
    world = await openNetworkWorld(ANSWERS);
    ({ port } = world.canary);
    const hosts = CARELESS_POLICY.filter((text) => text.includes('{port}')).map((text) => ({
      host: text.replace(':{port}', '').replace(/^\[(.*)\]$/, '$1'),
      port,
    }));
    sandbox = await world.create({
      kind: 'allow',
      hosts: [...hosts, { host: 'registry.test', port: world.http }],
    });
  });
  after(async () => await world.close());

  it('do not lead to a hostile host, in a tunnel or in the plain', async () => {
    const tunnels = HOSTILE_HOSTS.map(([host]) => {
      const to = `${host}:${port}`;
      return `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\nGET / HTTP/1.1\r\nHost: ${to}\r\n\r\n`;
    });
    const plain = HOSTILE_HOSTS.map(([host]) => {
      const to = `${host}:${port}`;
      return `GET http://${to}/latest/ HTTP/1.1\r\nHost: ${to}\r\nConnection: close\r\n\r\n`;
    });
    const told = await askProxy(sandbox, [...tunnels, ...plain]);
    told.forEach((answer, at) => {
      const [host] = HOSTILE_HOSTS[at % HOSTILE_HOSTS.length] ?? [];
      assert.match(answer, /^HTTP\/1\.1 40[03] /, `${host} ${at < tunnels.length}`);
    });
    assert.ok(told.length >= 190, String(told.length));
    expectNobody();
    const unlisted = world.asked.filter((name) => !(name in ANSWERS));
    assert.deepEqual(unlisted, []);
  });

  it('are not opened by the form of a request', async () => {
    const good = `registry.test:${world.http}`;
    const bad = `loopback.ok.test:${port}`;
    const local = `127.0.0.1:${port}`;
    const get = (url: string, ...lines: string[]) =>
      `GET ${url} HTTP/1.1\r\n${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;
    const connect = (to: string, ...lines: string[]) =>
      `CONNECT ${to} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
    const tries = [
      get(`http://${good}/`, `Host: ${local}`),
      get(`http://${local}/`, `Host: ${good}`),
      get(`http://${good}@${local}/`, `Host: ${good}`),
      get(`http://${local}#@${good}/`, `Host: ${good}`),
      get(`http://${local}\\@${good}/`, `Host: ${good}`),
      get(`http://${good}%2f@${local}/`, `Host: ${good}`),
      get(`http:/${local}/`, `Host: ${good}`),
      get(`http:///${local}/`, `Host: ${good}`),
      get(`//${local}/`, `Host: ${good}`),
      get(`https://${local}/`, `Host: ${local}`),
      get(`ws://${local}/`, `Host: ${local}`, 'Upgrade: websocket'),
      get(`http://${bad}/`, `Host: ${bad}`, 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'),
      get('/', `Host: ${local}`),
      get(local, `Host: ${local}`),
      get(`http://${good}/`, `Host: ${good}`, `Host: ${local}`),
      get(`http://${good}/`, `Host: ${good}`, 'Content-Length: 3', 'Transfer-Encoding: chunked'),
      `GET http://${local}/ HTTP/1.0\r\n\r\n`,
      `GET http://${local}/\r\n\r\n`,
      connect(local, `Host: ${good}`),
      connect(good, `Host: ${local}`),
      connect(`${good},${local}`),
      connect(`http://${local}`),
      connect(`${local}/`),
      connect(`${good} ${local}`),
      connect('127.0.0.1'),
      connect(`127.0.0.1:0${port}0`),
      connect('localhost:22'),
      connect('registry.test:22'),
      connect('registry.test:53'),
      connect('dns.google:443'),
      connect('[::ffff:127.0.0.1]:22'),
      `\x05\x01\x00`,
      `\x04\x01${String.fromCharCode(port >> 8, port & 255)}\x7f\x00\x00\x01\x00`,
      `\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00`,
      `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
      `TRACE http://${local}/ HTTP/1.1\r\nHost: ${local}\r\n\r\n`,
    ];
    const told = await askProxy(sandbox, tries);
    told.forEach((answer, at) => {
      assert.doesNotMatch(answer, /^HTTP\/1\.1 2/, tries[at]);
      assert.ok(!answer.includes(world.canary.text));
    });
    expectNobody();
  });

  it('are not opened by what is said inside an allowed tunnel', async () => {
    const good = `registry.test:${world.http}`;
    const open = `CONNECT ${good} HTTP/1.1\r\nHost: ${good}\r\n\r\n`;
    const local = `127.0.0.1:${port}`;
    const told = await askProxy(sandbox, [
      `${open}GET / HTTP/1.1\r\nHost: ${local}\r\n\r\n`,
      `${open}GET http://${local}/ HTTP/1.1\r\nHost: ${good}\r\n\r\n`,
      `${open}CONNECT ${local} HTTP/1.1\r\nHost: ${local}\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
      `${open}SSH-2.0-OpenSSH_9\r\n`,
      `${open}\x00\x00\x00\x00`,
    ]);
    for (const answer of told) {
      assert.doesNotMatch(answer, /established[^]*HTTP\/1\.1 2/, answer);
      assert.ok(!answer.includes(world.canary.text));
    }
    expectNobody();
  });

  it('are not opened by telling programs to go without the proxy', async () => {
    const names = ['127.0.0.1', 'localhost', 'loopback.ok.test', 'registry.test', '[::1]'];
    const curls = names.flatMap((name) => [
      `curl -sS -m 3 --noproxy '*' http://${name}:${port}/`,
      `curl -sS -m 3 -k --connect-to ::127.0.0.1:${port} https://registry.test:${world.http}/`,
      `curl -sS -m 3 --resolve ${name}:${port}:127.0.0.1 --noproxy '*' http://${name}:${port}/`,
      `curl -sS -m 3 --proxy socks5h://127.0.0.1:3128 http://${name}:${port}/`,
    ]);
    const commands = [
      `env -u HTTP_PROXY -u http_proxy NO_PROXY='*' NODE_USE_ENV_PROXY=0 node -e "fetch('http://127.0.0.1:${port}').then(() => console.log('reached'), () => process.exit(1))"`,
      `node -e "fetch('http://loopback.ok.test:${port}', {redirect: 'follow'}).then(async (r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"`,
      `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}; cat <&3'`,
      `bash -c 'exec 3<>/dev/udp/8.8.8.8/53; echo x >&3'`,
      'unshare --net true',
      'ip link add veth0 type veth',
      ...(HAS_CURL ? curls : []),
    ];
    const all = commands.map((command) => `( ${command} ) && echo WENT; true`);
    const { stdout } = await sandbox.exec({ command: all.join('\n'), timeoutMs: 120_000 });
    assert.doesNotMatch(stdout, new RegExp(`WENT|reached|${world.canary.text}`), stdout);
    expectNobody();
  });

  it('are not opened by the socket itself, and nobody can put another in its place', async () => {
    const direct = await sandbox.exec({
      command: [
        'node',
        '-e',
        `const s = require('node:net').connect('/opt/redgreen/egress/proxy');
         s.write('CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\n\\r\\n');
         s.pipe(process.stdout);`,
      ],
      timeoutMs: 15_000,
    });
    assert.match(direct.stdout, /^HTTP\/1\.1 403 /);
    const replaced = await sandbox.exec({
      command: 'cd /opt/redgreen/egress; rm -f proxy; mv proxy x; touch y; ls -A',
      timeoutMs: 10_000,
    });
    assert.equal(replaced.stdout, 'proxy\n');
    expectNobody();
  });

  it('do not exist at all with an empty list', async () => {
    const closed = await world.create({ kind: 'allow', hosts: [] });
    const command = 'ls -A /opt/redgreen/egress; env | grep -ic proxy; grep -c 0C38 /proc/net/tcp';
    const seen = await closed.exec({ command, timeoutMs: 10_000 });
    assert.equal(seen.stdout, '0\n0\n', '0C38 is 3128');
    assert.deepEqual(await askProxy(closed, ['GET / HTTP/1.1\r\n\r\n']), ['ECONNREFUSED']);
    assert.deepEqual(await world.driver.contacts(closed.id), { hosts: [], unlisted: 0, bytes: 0 });
    await closed.destroy();
  });
});
