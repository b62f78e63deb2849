// The network policy of a local sandbox, enforced: what is allowed works as programs expect it,
// everything else does not, and the record tells both.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Sandbox as Sdk } from 'e2b';
import { isAppError } from '../../../app/errors.ts';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { waitUntil } from './local-world.ts';
import { askProxy, type NetworkWorld, openNetworkWorld } from './network-world.ts';

const HAS_NPM = existsSync('/usr/bin/npm');
const HAS_CURL = existsSync('/usr/bin/curl');
const fault = (code: string) => (error: unknown) => isAppError(error) && error.code === code;

describe('a sandbox that may reach one host', () => {
  let world: NetworkWorld;
  let sandbox: Sandbox;
  const run = async (command: string) => await sandbox.exec({ command, timeoutMs: 30_000 });
  const node = async (script: string) =>
    await sandbox.exec({
      command: ['node', '--input-type=module', '-e', script],
      env: { NODE_EXTRA_CA_CERTS: '/home/user/ca.pem' },
      timeoutMs: 30_000,
    });
  const web = (scheme: 'http' | 'https') => `${scheme}://registry.test:${world[scheme]}`;

  before(async () => {
    world = await openNetworkWorld({ 'rebound.test': ['127.0.0.1'], localhost: ['127.0.0.1'] });
    const allowed = ['registry.test', 'rebound.test', 'localhost'];
    const ports = [world.http, world.https, world.canary.port];
    const hosts = allowed.flatMap((host) => ports.map((port) => ({ host, port })));
    sandbox = await world.create({ kind: 'allow', hosts });
    await sandbox.upload('/home/user/ca.pem', Buffer.from(world.cert));
  });
  after(async () => await world.close());

  it('fetches by name and port, plain and over TLS', async () => {
    for (const scheme of ['http', 'https'] as const) {
      const address = `${web(scheme)}/left-pad?a=1`;
      const fetched = await node(
        `console.log(JSON.stringify(await (await fetch(${JSON.stringify(address)})).json()))`,
      );
      assert.equal(fetched.exitCode, 0, fetched.stderr);
      const host = `registry.test:${world[scheme]}`;
      const expected = { method: 'GET', url: '/left-pad?a=1', host };
      assert.deepEqual(JSON.parse(fetched.stdout), expected);
      const old = await node(
        `import http from '${scheme}'; http.get('${address}', (r) => r.pipe(process.stdout));`,
      );
      assert.deepEqual(JSON.parse(old.stdout), expected, old.stderr);
    }
  });

  it('installs from a registry with npm', { skip: !HAS_NPM && 'no npm here' }, async () => {
    const options = `--registry ${web('http')} --no-audit --no-fund --no-update-notifier`;
    const result = await run(`mkdir -p app && cd app && npm install tiny-pad ${options}`);
    assert.equal(result.exitCode, 0, result.stderr);
    const installed = await sandbox.download('app/node_modules/tiny-pad/package.json', {
      maxBytes: 1_000,
    });
    assert.match(Buffer.from(installed).toString(), /tiny-pad/);
    const { hosts } = (await world.driver.contacts(sandbox.id)) ?? { hosts: [] };
    assert.deepEqual(
      hosts.filter(({ verdict }) => verdict === 'refused'),
      [],
    );
  });

  it('is served by curl too', { skip: !HAS_CURL && 'no curl here' }, async () => {
    const result = await run(
      `curl -sS ${web('http')}/a; curl -sS --cacert ca.pem ${web('https')}/b; ` +
        "curl -sS -o /dev/null -w '%{http_code}' http://example.com/; curl -sS https://example.com/",
    );
    assert.match(result.stdout, /"url":"\/a"[^]*"url":"\/b"[^]*403$/);
    assert.match(result.stderr, /response 403/);
  });

  it('is told why others are refused', async () => {
    const ask = (to: string) => `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`;
    const { port } = world.canary;
    const [other, away, rebound, local] = await askProxy(sandbox, [
      ask('example.com:443'),
      ask('registry.test:22'),
      ask(`rebound.test:${port}`),
      ask(`localhost:${port}`),
    ]);
    assert.match(other ?? '', /^HTTP\/1\.1 403 Forbidden[^]*example\.com:443 is refused by the/);
    assert.match(away ?? '', /^HTTP\/1\.1 403 [^]*registry\.test:22 is refused[^]*allow list/);
    assert.match(rebound ?? '', /^HTTP\/1\.1 403 [^]*leads to an address that is not public/);
    assert.match(local ?? '', /^HTTP\/1\.1 403 [^]*leads to an address that is not public/);
    assert.equal(world.canary.visitors(), 0);
    assert.ok(!world.asked.includes('example.com'), 'a name that is not listed is not looked up');
  });

  it('has no other way: no route, no names, only loopback', async () => {
    const direct = await node(`
      import { connect } from 'node:net';
      import { lookup, Resolver } from 'node:dns/promises';
      const codes = [];
      for (const host of ['8.8.8.8', '169.254.169.254', '10.0.0.1', '2606:4700::1111']) {
        codes.push(await new Promise((resolve) => {
          connect(443, host).on('error', (e) => resolve(e.code)).on('connect', () => resolve('open'));
        }));
      }
      for (const name of ['registry.test', 'example.com']) {
        codes.push(await lookup(name).then(() => 'found', (e) => e.code));
      }
      const resolver = new Resolver({ timeout: 500, tries: 1 });
      resolver.setServers(['8.8.8.8']);
      codes.push(await resolver.resolve4('example.com').then(() => 'found', () => 'none'));
      console.log(codes.join(' '));
    `);
    assert.match(
      direct.stdout,
      /^(ENETUNREACH |EADDRNOTAVAIL ){4}(ENOTFOUND |EAI_AGAIN ){2}none\n$/,
    );
    const names = await run('getent hosts registry.test example.com; cut -d: -f1 /proc/net/dev');
    assert.doesNotMatch(names.stdout, /test|example|eth/);
  });

  it('must name in TLS whom it asked for', async () => {
    const tries = await node(`
      import { connect } from 'node:net';
      import { connect as secure } from 'node:tls';
      const target = 'registry.test:${world.https}';
      for (const servername of ['registry.test', 'evil.example', '']) {
        const socket = connect(3128, '127.0.0.1');
        socket.write('CONNECT ' + target + ' HTTP/1.1\\r\\nHost: ' + target + '\\r\\n\\r\\n');
        await new Promise((resolve) => socket.once('data', resolve));
        console.log(await new Promise((resolve) => {
          const tls = secure({ socket, servername, rejectUnauthorized: false });
          tls.on('error', (error) => resolve(error.code)).on('secureConnect', () => resolve('open'));
          tls.on('close', () => resolve('closed'));
          setTimeout(resolve, 5000, 'nothing').unref();
        }));
        socket.destroy();
      }
    `);
    assert.match(tries.stdout, /^open\nERR_SSL_\w*ACCESS_DENIED\nERR_SSL_\w*ACCESS_DENIED\n$/);
  });

  it('is described by the record', async () => {
    const known = await world.driver.contacts(sandbox.id);
    const lines = (known?.hosts ?? []).map(
      ({ host, port, verdict, why }) => `${host}:${port} ${verdict} ${why ?? ''}`,
    );
    const { port } = world.canary;
    for (const line of [
      `registry.test:${world.http} allowed `,
      `registry.test:${world.https} allowed `,
      'example.com:443 refused not-listed',
      'registry.test:22 refused not-listed',
      `rebound.test:${port} refused closed-address`,
      `localhost:${port} refused closed-address`,
      `registry.test:${world.https} refused sni-mismatch`,
      `registry.test:${world.https} refused sni-missing`,
    ]) {
      assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
    }
    const [secure] = known?.hosts.filter((each) => each.port === world.https) ?? [];
    assert.ok((secure?.bytes ?? 0) > 1_000 && (secure?.count ?? 0) >= 3, JSON.stringify(secure));
    assert.ok((known?.bytes ?? 0) >= (secure?.bytes ?? 0));
    assert.ok((secure?.lastAt.getTime() ?? 0) >= (secure?.firstAt.getTime() ?? Infinity));
  });
});

describe('a network policy that changes', () => {
  let world: NetworkWorld;
  before(async () => {
    world = await openNetworkWorld();
  });
  after(async () => await world.close());

  it('holds at once for new connections, and cuts open ones, through the plain SDK', async () => {
    const { connection, http, https } = world;
    const both = [`registry.test:${http}`, `registry.test:${https}`];
    const network = { allowOut: both, denyOut: ['0.0.0.0/0'] };
    const sdk = await Sdk.create('base', { ...connection, network });
    assert.deepEqual((await sdk.getInfo()).network?.allowOut, both);
    const hold = `
      const net = require('node:net');
      for (const port of [${http}, ${https}]) {
        const socket = net.connect(3128, '127.0.0.1');
        const to = 'registry.test:' + port;
        socket.write('CONNECT ' + to + ' HTTP/1.1\\r\\nHost: ' + to + '\\r\\n\\r\\n');
        socket.on('data', () => console.log('open ' + port));
        socket.on('error', () => undefined).on('close', () => console.log('closed ' + port));
      }`;
    let heard = '';
    const holder = await sdk.commands.run(`node -e "${hold}"`, {
      background: true,
      timeoutMs: 0,
      onStdout: (text) => void (heard += text),
    });
    await waitUntil(() => heard.split('open').length === 3, 'both tunnels are open');
    await sdk.updateNetwork({ allowOut: [`registry.test:${http}`], denyOut: ['0.0.0.0/0'] });
    await waitUntil(() => heard.includes(`closed ${https}`), 'the other is cut');
    assert.ok(!heard.includes(`closed ${http}`), heard);
    const get = async (port: number) =>
      (
        await sdk.commands.run(
          `node -e "fetch('http://registry.test:${port}/').then((r) => console.log(r.status), (e) => console.log(e.cause?.message ?? e.message))"`,
        )
      ).stdout.trim();
    assert.equal(await get(http), '200');
    assert.doesNotMatch(await get(https), /200/);
    await sdk.updateNetwork({ allowInternetAccess: false });
    await waitUntil(() => heard.includes(`closed ${http}`), 'the last is cut');
    const look = 'env | grep -ic proxy; ls -A /opt/redgreen/egress; echo > /dev/tcp/127.0.0.1/3128';
    const closed = await sdk.commands.run(`bash -c '${look}'`).catch((error: unknown) => error);
    assert.match(JSON.stringify(closed), /"0\\n"[^]*Connection refused/);
    await sdk.updateNetwork({ allowOut: both });
    assert.equal(await get(http), '200');
    await holder.kill();
    await sdk.kill();
  });

  it('is refused whole when it cannot be put in place, and then nothing is allowed', async () => {
    const sandbox = await world.create();
    let isHere = false;
    const squatter = await sandbox.start({
      command: [
        'node',
        '-e',
        "require('node:net').createServer().listen(3128, '127.0.0.1', () => console.log('here'))",
      ],
      onData: (text) => void (isHere ||= text.includes('here')),
    });
    await waitUntil(() => isHere, 'the port is taken');
    const policy = { kind: 'allow', hosts: [{ host: 'registry.test', port: world.http }] } as const;
    await assert.rejects(sandbox.setNetwork(policy), fault('NETWORK_POLICY_UNAVAILABLE'));
    const left = await sandbox.exec({ command: 'ls -A /opt/redgreen/egress', timeoutMs: 10_000 });
    assert.equal(left.stdout, '');
    await squatter.kill();
    const isFree = 'while (echo > /dev/tcp/127.0.0.1/3128) 2>/dev/null; do sleep 0.05; done';
    await sandbox.exec({ command: ['bash', '-c', isFree], timeoutMs: 10_000 });
    await sandbox.setNetwork(policy);
    await sandbox.destroy();
  });

  it('belongs to one sandbox: not to its neighbour, and not to its snapshot', async () => {
    const policy = { kind: 'allow', hosts: [{ host: 'registry.test', port: world.http }] } as const;
    const open = await world.create(policy);
    const neighbour = await world.create({ kind: 'allow', hosts: [{ host: 'a.test', port: 443 }] });
    const to = `registry.test:${world.http}`;
    const ask = `GET http://${to}/ HTTP/1.1\r\nHost: ${to}\r\nConnection: close\r\n\r\n`;
    assert.match((await askProxy(open, [ask]))[0] ?? '', /^HTTP\/1\.1 200 /);
    assert.match((await askProxy(neighbour, [ask]))[0] ?? '', /^HTTP\/1\.1 403 /);
    const verdicts = async (id: string) =>
      (await world.driver.contacts(id))?.hosts.map(({ verdict }) => verdict);
    assert.deepEqual(await verdicts(open.id), ['allowed']);
    assert.deepEqual(await verdicts(neighbour.id), ['refused']);
    const { snapshotId } = await open.snapshot();
    const copy = await world.driver.create({
      from: { kind: 'snapshot', snapshotId },
      metadata: { job: 'job', session: 'session', attempt: '1' },
      timeoutMs: 60_000,
    });
    assert.match((await askProxy(copy, [ask]))[0] ?? '', /ECONNREFUSED/);
    for (const each of [open, neighbour, copy]) await each.destroy();
    await world.driver.deleteSnapshot(snapshotId);
    assert.deepEqual(await verdicts(open.id), ['allowed'], 'still known after the end');
    assert.equal(await world.driver.contacts('local-unknown'), undefined);
  });

  it('is refused by name when the server cannot enforce it', async () => {
    const { connection } = world;
    await assert.rejects(Sdk.create('base', connection), /NETWORK_POLICY_UNAVAILABLE/);
    for (const allowOut of [['0.0.0.0/0'], ['*'], ['10.0.0.0/8'], ['http://a.test']]) {
      const made = Sdk.create('base', { ...connection, network: { allowOut } });
      await assert.rejects(made, /NETWORK_POLICY_UNAVAILABLE/, allowOut[0]);
    }
    assert.deepEqual(await world.driver.list(), []);
  });
});
