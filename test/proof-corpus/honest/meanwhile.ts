// Honest code that others wait for: a handler, what is asked once, the last of many calls. Pure.
import type { Honest } from '../corpus.ts';
import { promised, suiteOf } from './promised.ts';

const PACKAGE = { 'package.json': '{ "name": "waiting", "type": "module" }\n' };

export const MEANWHILE: readonly Honest[] = [
  promised({
    name: 'a handler that knows what has not changed',
    language: 'node',
    base: {
      ...PACKAGE,
      'src/server.mjs': `import { createServer } from 'node:http';

export function createApp(pages) {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const page = pages[pathname];
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('Not found');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page);
  });
}
`,
    },
    head: {
      'src/server.mjs': `import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

export function createApp(pages) {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const page = pages[pathname];
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('Not found');
      return;
    }
    const etag = etagOf(page);
    if (matches(request.headers['if-none-match'], etag)) {
      response.writeHead(304, { etag });
      response.end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag });
    response.end(page);
  });
}

function etagOf(page) {
  return '"' + createHash('sha256').update(page).digest('base64url') + '"';
}

/** Compared weakly, as RFC 9110 asks for If-None-Match. */
function matches(header, etag) {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
`,
    },
    text: 'a page is served with a quoted ETag; a request whose If-None-Match lists it, also as a weak one or *, gets 304 with the ETag and no body',
    contract: ['src/server.mjs'],
    shown: suiteOf(
      `import { once } from 'node:events';
import { createApp } from '../../src/server.mjs';`,
      `
test('answers 304 for the tag it gave', async (t) => {
  const server = createApp({ '/': '<p>Hello</p>', '/b': '<p>Bye</p>' });
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = 'http://127.0.0.1:' + server.address().port;

  const first = await fetch(url + '/');
  assert.equal(first.status, 200);
  assert.equal(await first.text(), '<p>Hello</p>');
  const etag = first.headers.get('etag');
  assert.match(etag, /^"[^"]+"$/);

  const again = await fetch(url + '/', { headers: { 'if-none-match': '"x", W/' + etag } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('etag'), etag);
  assert.equal(await again.text(), '');

  const other = await fetch(url + '/b', { headers: { 'if-none-match': etag } });
  assert.equal(other.status, 200);
  assert.notEqual(other.headers.get('etag'), etag);
});`,
    ),
    withheld: suiteOf(
      `import { once } from 'node:events';
import { get } from 'node:http';
import { createApp } from '../../src/server.mjs';`,
      `
async function ask(port, path, headers = {}) {
  const [response] = await once(get({ port, host: '127.0.0.1', path, headers }), 'response');
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode, body, etag: response.headers.etag };
}

test('any tag will do for a star, none for another page', async (t) => {
  const server = createApp({ '/a': 'A' }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address();
  const { etag, ...fresh } = await ask(port, '/a', { 'if-none-match': '"old"' });
  assert.deepEqual(fresh, { status: 200, body: 'A' });
  assert.deepEqual(await ask(port, '/a', { 'if-none-match': '*' }), { status: 304, body: '', etag });
  assert.equal((await ask(port, '/none', { 'if-none-match': '*' })).status, 404);
});`,
    ),
  }),
  promised({
    name: 'asked once, however many ask',
    language: 'node',
    base: { ...PACKAGE, 'src/index.mjs': 'export const VERSION = 1;\n' },
    head: {
      'src/once-each.mjs': `/**
 * Calls \`load\` once for each key, also for those who ask while it is under way. What has failed is
 * asked for again; what is older than \`ttl\` milliseconds as well.
 */
export function onceEach(load, { ttl = Infinity, now = Date.now } = {}) {
  const known = new Map();

  async function get(key) {
    const entry = known.get(key);
    if (entry !== undefined && now() < entry.until) return await entry.value;
    const value = Promise.resolve().then(() => load(key));
    const mine = { value, until: now() + ttl };
    known.set(key, mine);
    try {
      return await value;
    } catch (error) {
      if (known.get(key) === mine) known.delete(key);
      throw error;
    }
  }

  return Object.assign(get, { forget: (key) => known.delete(key) });
}
`,
    },
    text: 'onceEach(load, { ttl, now }) returns an asynchronous get(key) that calls load(key) once, also for callers who ask meanwhile; failures and values older than ttl milliseconds are loaded anew, and get.forget(key) tells whether there was one to forget',
    shown: suiteOf(
      `import { onceEach } from '../../src/once-each.mjs';`,
      `
test('loads once for everybody', async () => {
  const asked = [];
  const gate = Promise.withResolvers();
  const get = onceEach(async (key) => {
    asked.push(key);
    await gate.promise;
    return key.toUpperCase();
  });
  const all = Promise.all([get('a'), get('b'), get('a')]);
  gate.resolve();
  assert.deepEqual(await all, ['A', 'B', 'A']);
  assert.equal(await get('a'), 'A');
  assert.deepEqual(asked, ['a', 'b']);
});

test('loads again what is too old', async () => {
  let time = 1000;
  let count = 0;
  const get = onceEach(() => (count += 1), { ttl: 10, now: () => time });
  assert.equal(await get('x'), 1);
  time = 1009;
  assert.equal(await get('x'), 1);
  time = 1010;
  assert.equal(await get('x'), 2);
});`,
    ),
    withheld: suiteOf(
      `import { onceEach } from '../../src/once-each.mjs';`,
      `
test('a failure is not remembered', async () => {
  let calls = 0;
  const get = onceEach(() => {
    calls += 1;
    if (calls === 1) throw new Error('down');
    return calls;
  });
  const both = await Promise.allSettled([get(1), get(1)]);
  assert.deepEqual(both.map((one) => one.reason?.message), ['down', 'down']);
  assert.equal(await get(1), 2);
  assert.equal(await get(1), 2);
});

test('what is forgotten is loaded anew', async () => {
  let calls = 0;
  const get = onceEach(async () => (calls += 1));
  assert.equal(get.forget('k'), false);
  assert.equal(await get('k'), 1);
  assert.equal(get.forget('k'), true);
  assert.equal(await get('k'), 2);
});`,
    ),
  }),
  promised({
    name: 'the last of many calls, when it is quiet',
    language: 'node',
    base: { ...PACKAGE, 'src/timing.mjs': 'export const TICK = 16;\n' },
    head: {
      'src/timing.mjs': `export const TICK = 16;

/** Calls \`action\` with the last arguments when nobody has called for \`wait\` milliseconds. */
export function debounce(action, wait) {
  let timer;
  let last;

  function fire() {
    const args = last;
    timer = undefined;
    last = undefined;
    action(...args);
  }

  function call(...args) {
    last = args;
    clearTimeout(timer);
    timer = setTimeout(fire, wait);
  }

  call.flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    fire();
  };
  call.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    last = undefined;
  };
  return call;
}
`,
    },
    text: 'debounce(action, wait) calls action with the last arguments after wait milliseconds of quiet; flush() calls it at once if it is due, cancel() not at all',
    shown: suiteOf(
      `import { debounce } from '../../src/timing.mjs';`,
      `
test('only the last call counts', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const action = t.mock.fn();
  const call = debounce(action, 100);
  call('a');
  t.mock.timers.tick(99);
  call('b', 2);
  t.mock.timers.tick(99);
  assert.equal(action.mock.callCount(), 0);
  t.mock.timers.tick(1);
  assert.deepEqual(action.mock.calls.map((one) => one.arguments), [['b', 2]]);
});

test('flush calls at once, and once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const action = t.mock.fn();
  const call = debounce(action, 100);
  call.flush();
  assert.equal(action.mock.callCount(), 0);
  call('x');
  call.flush();
  call.flush();
  t.mock.timers.tick(1000);
  assert.deepEqual(action.mock.calls.map((one) => one.arguments), [['x']]);
});`,
    ),
    withheld: suiteOf(
      `import { debounce } from '../../src/timing.mjs';`,
      `
test('what is cancelled is not called', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const seen = [];
  const call = debounce((...args) => seen.push(args), 30);
  call(1);
  call.cancel();
  t.mock.timers.tick(60);
  assert.deepEqual(seen, []);
  call(2);
  t.mock.timers.tick(30);
  call(3);
  call(4);
  t.mock.timers.tick(30);
  assert.deepEqual(seen, [[2], [4]]);
});`,
    ),
  }),
];
