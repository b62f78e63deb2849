// Honest code for Node with state of its own: middleware, a cache that is walked through. Pure.
import type { Honest } from '../corpus.ts';
import { promised, suiteOf } from './promised.ts';

const PACKAGE = { 'package.json': '{ "name": "careful", "type": "module" }\n' };
const EMPTY = { ...PACKAGE, 'src/index.mjs': 'export const VERSION = 1;\n' };

export const CAREFUL_NODE: readonly Honest[] = [
  promised({
    name: 'middleware around a handler',
    language: 'node',
    base: EMPTY,
    head: {
      'src/compose.mjs': `/** One handler of many: each gets the context and what comes after it. */
export function compose(middleware) {
  for (const one of middleware) {
    if (typeof one !== 'function') throw new TypeError('middleware must be functions');
  }
  return (context, last = async () => {}) => {
    let reached = -1;
    async function dispatch(index) {
      if (index <= reached) throw new Error('next() called more than once');
      reached = index;
      const step = middleware[index] ?? (index === middleware.length ? last : undefined);
      return await step?.(context, () => dispatch(index + 1));
    }
    return dispatch(0);
  };
}
`,
    },
    text: 'compose(middleware) returns one (context, last) that calls each with the context and next(), in order, and last at the end; what one returns is the answer of next() before it; calling next() twice rejects, what is no function is a TypeError',
    shown: suiteOf(
      `import { compose } from '../../src/compose.mjs';`,
      `
test('goes in and comes out again', async () => {
  const seen = [];
  const around = (name) => async (context, next) => {
    seen.push(name + ' in');
    const answer = await next();
    seen.push(name + ' out');
    return answer + context.mark;
  };
  const run = compose([around('a'), around('b')]);
  assert.equal(await run({ mark: '!' }, async () => 'done'), 'done!!');
  assert.deepEqual(seen, ['a in', 'b in', 'b out', 'a out']);
});

test('refuses what is no function', () => {
  assert.throws(() => compose([() => {}, 'x']), TypeError);
});`,
    ),
    withheld: suiteOf(
      `import { compose } from '../../src/compose.mjs';`,
      `
test('next may be called once', async () => {
  const twice = async (_context, next) => {
    await next();
    await next();
  };
  let calls = 0;
  await assert.rejects(compose([twice])({}, async () => (calls += 1)), /more than once/);
  assert.equal(calls, 1);
});

test('who does not call next ends it', async () => {
  const run = compose([(context) => context.user ?? 'nobody', () => assert.fail('called')]);
  assert.equal(await run({}), 'nobody');
  assert.equal(await run({ user: 'ada' }), 'ada');
});

test('an error comes out of next', async () => {
  const caught = async (_context, next) => {
    try {
      return await next();
    } catch (error) {
      return 'caught ' + error.message;
    }
  };
  const fails = () => {
    throw new Error('it');
  };
  assert.equal(await compose([caught, fails])({}), 'caught it');
  assert.equal(await compose([])({ a: 1 }, (context) => context.a), 1);
});`,
    ),
  }),
  promised({
    name: 'a cache that drops what was used longest ago',
    language: 'node',
    base: {
      ...PACKAGE,
      'src/cache.mjs': `export class Cache {
  #entries = new Map();

  get size() {
    return this.#entries.size;
  }

  get(key) {
    return this.#entries.get(key);
  }

  set(key, value) {
    this.#entries.set(key, value);
    return this;
  }
}
`,
    },
    head: {
      'src/cache.mjs': `export class Cache {
  #entries = new Map();
  #limit;

  constructor({ limit = Infinity } = {}) {
    this.#limit = limit;
  }

  get size() {
    return this.#entries.size;
  }

  get(key) {
    if (!this.#entries.has(key)) return undefined;
    const value = this.#entries.get(key);
    this.#touch(key, value);
    return value;
  }

  set(key, value) {
    this.#touch(key, value);
    if (this.#entries.size > this.#limit) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest);
    }
    return this;
  }

  /** The one used last comes first. */
  *[Symbol.iterator]() {
    yield* [...this.#entries].reverse();
  }

  #touch(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }
}
`,
    },
    text: 'new Cache({ limit }) holds at most limit entries and drops the one that was got or set longest ago; iterating it yields [key, value], the one used last first',
    shown: suiteOf(
      `import { Cache } from '../../src/cache.mjs';`,
      `
test('drops what was used longest ago', () => {
  const cache = new Cache({ limit: 2 });
  cache.set('a', 1).set('b', 2);
  assert.equal(cache.get('a'), 1);
  cache.set('c', 3);
  assert.equal(cache.get('b'), undefined);
  assert.equal(cache.size, 2);
  assert.deepEqual([...cache], [['c', 3], ['a', 1]]);
});`,
    ),
    withheld: suiteOf(
      `import { Cache } from '../../src/cache.mjs';`,
      `
test('setting again is using, and asking in vain is not', () => {
  const cache = new Cache({ limit: 3 });
  for (const key of ['x', 'y', 'z']) cache.set(key, key.toUpperCase());
  cache.set('x', 'new');
  cache.get('none');
  cache.set('w', undefined);
  assert.deepEqual([...cache], [['w', undefined], ['x', 'new'], ['z', 'Z']]);
  assert.equal(cache.size, 3);
});`,
    ),
    keep: {
      text: 'without a limit everything is kept',
      test: suiteOf(
        `import { Cache } from '../../src/cache.mjs';`,
        `
test('keeps a thousand', () => {
  const cache = new Cache();
  for (let at = 0; at < 1000; at += 1) cache.set(at, at * at);
  assert.equal(cache.size, 1000);
  assert.deepEqual([cache.get(0), cache.get(999), cache.get(1000)], [0, 998_001, undefined]);
});`,
      ),
    },
  }),
];
