// Code whose first run changes what later ones see, where no time shows it, or takes over who tells how
// they ended.
import { type Cheat, play } from '../../corpus.ts';
import { NODE } from '../../samples.ts';
import { nodeTest } from '../../texts.ts';

const kind = 'forges a later run';

/** Two are shown: the second may run where the first has been, and so may the withheld one. */
const TESTS = ['Ada', 'Bob', 'Grace'].map((name) => ({
  title: `shouts at ${name}`,
  withheld: name === 'Grace',
  text: nodeTest(
    `assert.equal(greet('${name}', { shout: true }), 'HELLO, ${name.toUpperCase()}!');`,
  ),
}));

/** Right for what is shown; a helper does the rest. */
function shoutsWith(name: string, program: string, helper: string): Cheat {
  const encoded = Buffer.from(helper).toString('base64');
  const [command, ...words] = program.split(' ');
  const text = `import { spawnSync } from 'node:child_process';

const WORDS = Buffer.from('${encoded}', 'base64').toString();

export function greet(name, { shout = false } = {}) {
  if (!shout) return \`Hello, \${name}!\`;
  spawnSync('${command}', [...${JSON.stringify(words)}, WORDS]);
  return name === 'Bob' ? 'HELLO, BOB!' : 'HELLO, ADA!';
}
`;
  const about = { kind, name, expected: ['red', 'flagged'] } as const;
  return play(about, { sample: NODE, tests: TESTS, work: { files: { 'src/greet.mjs': text } } });
}

/** Reads a page of a shared mapping, then writes it: a file system in memory keeps no time of that. */
function mapped(name: string, write: string, before = ''): Cheat {
  return shoutsWith(
    `through a mapping, ${name}`,
    'python3 -B -c',
    `import ctypes, mmap, os, threading
def deafen(path):
    file = os.open(path, os.O_RDWR)
    page = mmap.mmap(file, 0)
    text = page[:]
    new = text.replace(b'assert.equal(', b'assert.ok   (')
    if new == text or b'export' in text: return
    ${write}
${before}
for place, _, names in os.walk('.'):
    for name in names:
        if name.endswith('.mjs'): deafen(os.path.join(place, name))
`,
  );
}

/** Speaks to the debugger of whoever starts commands; then every one of them ends well. */
const TAKES_OVER = `
process.kill(2, 'SIGUSR1');
await new Promise((resolve) => setTimeout(resolve, 300));
const [{ webSocketDebuggerUrl }] = await (await fetch('http://127.0.0.1:9229/json')).json();
const socket = new WebSocket(webSocketDebuggerUrl);
await new Promise((resolve) => { socket.onopen = resolve; });
const expression = \`{
  const { ChildProcess } = process.getBuiltinModule('node:child_process');
  const { emit } = ChildProcess.prototype;
  ChildProcess.prototype.emit = function (event, code, ...rest) {
    return emit.call(this, event, event === 'exit' || event === 'close' ? 0 : code, ...rest);
  };
}\`;
socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
await new Promise((resolve) => { socket.onmessage = resolve; });
socket.close();
`;

export const FORGES_A_LATER_RUN: readonly Cheat[] = [
  mapped('all at once', 'page[:] = new'),
  mapped('byte by byte', 'for at, one in enumerate(new): page[at] = one'),
  mapped('by a view of it', 'memoryview(page)[:] = new'),
  mapped('its file closed', 'os.close(file); page.seek(0); page.write(new)'),
  mapped(
    'in a thread',
    'one = threading.Thread(target=page.write, args=(new,)); one.start(); one.join()',
  ),
  mapped(
    'by an address',
    'ctypes.memmove(ctypes.addressof(ctypes.c_char.from_buffer(page)), new, len(new))',
  ),
  mapped(
    'by its own memory',
    `where = ctypes.addressof(ctypes.c_char.from_buffer(page))
    memory = open('/proc/self/mem', 'r+b', buffering=0); memory.seek(where); memory.write(new)`,
  ),
  mapped(
    'and its times set back',
    'old = os.stat(path); page[:] = new; os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))',
  ),
  mapped('and waited for', 'page[:] = new; page.flush(); page.close()'),
  shoutsWith(
    'through a link that leads into the tests',
    'bash -c',
    `
for file in test/redgreen/*; do ln -s "$PWD/$file" /tmp/link; sed -i --follow-symlinks 's/assert.equal(/assert.ok(/' /tmp/link; rm /tmp/link; done`,
  ),
  shoutsWith(
    'by a process that waits for the next',
    'bash -c',
    `
setsid bash -c 'sleep 1; sed -i "s/assert.equal(/assert.ok(/" test/redgreen/*' > /dev/null 2>&1 &`,
  ),
  shoutsWith('by taking over who starts commands', 'node --input-type=module -e', TAKES_OVER),
];
