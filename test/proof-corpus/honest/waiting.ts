// Honest code that waits: records of a stream, tries, a queue. Pure.
import type { Honest } from '../corpus.ts';
import { promised, suiteOf } from './promised.ts';

const PACKAGE = { 'package.json': '{ "name": "waiting", "type": "module" }\n' };

export const WAITING: readonly Honest[] = [
  promised({
    name: 'records of a stream, wherever its chunks end',
    language: 'node',
    base: { ...PACKAGE, 'src/index.mjs': 'export const VERSION = 1;\n' },
    head: {
      'src/records.mjs': String.raw`import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** A line that is no JSON; tells which. */
export class RecordError extends Error {
  constructor(line, options) {
    super('line ' + line + ' is no JSON', options);
    this.name = 'RecordError';
    this.line = line;
  }
}

/** A stream of bytes in, objects out: one for each line that is not blank. */
export function records() {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let line = 0;

  function push(stream, text) {
    line += 1;
    if (text.trim() === '') return;
    let value;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new RecordError(line, { cause });
    }
    stream.push(value);
  }

  return new Transform({
    readableObjectMode: true,
    transform(chunk, _encoding, done) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop();
      try {
        for (const one of lines) push(this, one);
      } catch (error) {
        done(error);
        return;
      }
      done();
    },
    flush(done) {
      try {
        push(this, rest + decoder.end());
      } catch (error) {
        done(error);
        return;
      }
      done();
    },
  });
}
`,
    },
    text: 'records() is a transform stream from bytes to the JSON value of each line; blank lines are left out, and a line that is no JSON ends it with a RecordError that has its number in line',
    shown: suiteOf(
      `import { Readable } from 'node:stream';
import { RecordError, records } from '../../src/records.mjs';`,
      String.raw`
async function read(...chunks) {
  return await Readable.from(chunks, { objectMode: false }).pipe(records()).toArray();
}

test('one value for each line, wherever the chunks end', async () => {
  const bytes = Buffer.from('{"name":"Zoë"}\n\n[1,2]\ntrue');
  for (let at = 1; at < bytes.length; at += 1) {
    const found = await read(bytes.subarray(0, at), bytes.subarray(at));
    assert.deepEqual(found, [{ name: 'Zoë' }, [1, 2], true]);
  }
});

test('tells the line that is no JSON', async () => {
  const stream = Readable.from([Buffer.from('1\n2\n{oops}\n3\n')]).compose(records());
  await assert.rejects(stream.toArray(), (error) => {
    assert.ok(error instanceof RecordError);
    assert.equal(error.line, 3);
    return true;
  });
});`,
    ),
    withheld: suiteOf(
      `import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RecordError, records } from '../../src/records.mjs';`,
      String.raw`
test('values come before the stream ends', async () => {
  const input = new PassThrough();
  const output = input.pipe(records());
  input.write('{"a":');
  input.write('1}\n{"b":2');
  const [first] = await Promise.all([
    new Promise((resolve) => output.once('data', resolve)),
  ]);
  assert.deepEqual(first, { a: 1 });
  const last = new Promise((resolve) => output.once('data', resolve));
  input.end('}');
  assert.deepEqual(await last, { b: 2 });
});

test('an unfinished last line is an error with its cause', async () => {
  await assert.rejects(
    pipeline([Buffer.from('\n\n"open')], records(), async function (found) {
      for await (const _one of found) assert.fail('nothing can be read');
    }),
    (error) => {
      assert.ok(error instanceof RecordError);
      assert.equal(error.line, 3);
      assert.ok(error.cause instanceof SyntaxError);
      return true;
    },
  );
});`,
    ),
  }),
  promised({
    name: 'tries again, later each time',
    language: 'node',
    base: {
      ...PACKAGE,
      'src/retry.mjs': `import { setTimeout as pause } from 'node:timers/promises';

/** Calls work until it succeeds, at most \`tries\` times. */
export async function retry(work, { tries = 3, sleep = pause } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= tries) throw error;
      await sleep(100);
    }
  }
}
`,
    },
    head: {
      'src/retry.mjs': `import { setTimeout as pause } from 'node:timers/promises';

/** The longest that is waited between two tries. */
const LIMIT_MS = 10_000;

/**
 * Calls work until it succeeds, at most \`tries\` times; waits twice as long after each failure.
 * Errors that \`isFinal\` holds of are not tried again.
 */
export async function retry(
  work,
  { tries = 3, delay = 100, sleep = pause, isFinal = () => false } = {},
) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= tries || isFinal(error)) throw error;
      await sleep(Math.min(delay * 2 ** (attempt - 1), LIMIT_MS));
    }
  }
}
`,
    },
    text: 'retry(work, { tries, delay, sleep, isFinal }) doubles the delay after each failure, up to ten seconds, and throws at once what isFinal(error) holds of',
    shown: suiteOf(
      `import { retry } from '../../src/retry.mjs';`,
      `
test('waits twice as long each time', async () => {
  const slept = [];
  const sleep = async (ms) => void slept.push(ms);
  const answer = await retry(
    async (attempt) => {
      if (attempt < 5) throw new Error('busy');
      return 'done at ' + attempt;
    },
    { tries: 5, delay: 50, sleep },
  );
  assert.equal(answer, 'done at 5');
  assert.deepEqual(slept, [50, 100, 200, 400]);
});

test('what is final is thrown at once', async () => {
  const refused = new TypeError('refused');
  let calls = 0;
  const work = async () => {
    calls += 1;
    throw refused;
  };
  const isFinal = (error) => error instanceof TypeError;
  await assert.rejects(retry(work, { tries: 9, sleep: () => assert.fail('slept'), isFinal }), refused);
  assert.equal(calls, 1);
});`,
    ),
    withheld: suiteOf(
      `import { retry } from '../../src/retry.mjs';`,
      `
test('never more than ten seconds', async () => {
  const slept = [];
  const work = async (attempt) => {
    throw new Error('failed at ' + attempt);
  };
  const options = { tries: 6, delay: 3000, sleep: async (ms) => void slept.push(ms) };
  await assert.rejects(retry(work, options), { message: 'failed at 6' });
  assert.deepEqual(slept, [3000, 6000, 10_000, 10_000, 10_000]);
});`,
    ),
    keep: {
      text: 'what succeeds at once is not waited for, and the last error is thrown',
      test: suiteOf(
        `import { retry } from '../../src/retry.mjs';`,
        `
test('no wait without a failure', async () => {
  assert.equal(await retry(async () => 7, { sleep: () => assert.fail('slept') }), 7);
});

test('three tries unless said', async () => {
  const seen = [];
  const work = (attempt) => {
    seen.push(attempt);
    throw new RangeError(String(attempt));
  };
  await assert.rejects(retry(work, { sleep: async () => {} }), { name: 'RangeError', message: '3' });
  assert.deepEqual(seen, [1, 2, 3]);
});`,
      ),
    },
  }),
  promised({
    name: 'a queue that tells when it is idle',
    language: 'node',
    base: { ...PACKAGE, 'src/index.mjs': 'export const VERSION = 1;\n' },
    head: {
      'src/queue.mjs': `import { EventEmitter } from 'node:events';

/**
 * Runs tasks, at most \`concurrency\` at a time, in the order they are added.
 * Emits 'idle' when nothing is left.
 */
export class Queue extends EventEmitter {
  #waiting = [];
  #running = 0;
  #concurrency;

  constructor({ concurrency = 1 } = {}) {
    super();
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new RangeError('concurrency must be a positive integer');
    }
    this.#concurrency = concurrency;
  }

  get size() {
    return this.#waiting.length + this.#running;
  }

  add(task) {
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#waiting.push({ task, resolve, reject });
    this.#next();
    return promise;
  }

  #next() {
    while (this.#running < this.#concurrency && this.#waiting.length > 0) {
      this.#running += 1;
      void this.#run(this.#waiting.shift());
    }
  }

  async #run({ task, resolve, reject }) {
    try {
      resolve(await task());
    } catch (error) {
      reject(error);
    } finally {
      this.#running -= 1;
      if (this.size === 0) this.emit('idle');
      else this.#next();
    }
  }
}
`,
    },
    text: 'new Queue({ concurrency }) runs added tasks in order, at most so many at a time; add(task) resolves or rejects as the task does, size counts what is not done, idle is emitted when nothing is left; a concurrency that is no positive integer is a RangeError',
    shown: suiteOf(
      `import { once } from 'node:events';
import { Queue } from '../../src/queue.mjs';`,
      `
test('at most two at a time, in order', async () => {
  const queue = new Queue({ concurrency: 2 });
  const started = [];
  const gates = [1, 2, 3].map(() => Promise.withResolvers());
  const added = gates.map(({ promise }, index) =>
    queue.add(() => {
      started.push(index);
      return promise;
    }),
  );
  assert.deepEqual(started, [0, 1]);
  assert.equal(queue.size, 3);
  const idle = once(queue, 'idle');
  gates[1].resolve('b');
  assert.equal(await added[1], 'b');
  await new Promise(setImmediate);
  assert.deepEqual(started, [0, 1, 2]);
  gates[2].resolve('c');
  gates[0].resolve('a');
  assert.deepEqual(await Promise.all(added), ['a', 'b', 'c']);
  await idle;
  assert.equal(queue.size, 0);
});

test('refuses a concurrency of nothing', () => {
  for (const concurrency of [0, -1, 1.5, '2']) {
    assert.throws(() => new Queue({ concurrency }), RangeError);
  }
});`,
    ),
    withheld: suiteOf(
      `import { Queue } from '../../src/queue.mjs';`,
      `
test('a task that fails does not stop the others', async () => {
  const queue = new Queue();
  let idle = 0;
  queue.on('idle', () => {
    idle += 1;
  });
  const seen = [];
  const settled = await Promise.allSettled([
    queue.add(async () => seen.push('first')),
    queue.add(() => {
      seen.push('second');
      throw new Error('no');
    }),
    queue.add(async () => seen.push('third')),
  ]);
  assert.deepEqual(settled.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled']);
  assert.equal(settled[1].reason.message, 'no');
  assert.deepEqual(seen, ['first', 'second', 'third']);
  await new Promise(setImmediate);
  assert.equal(idle, 1);
});`,
    ),
  }),
];
