// What calls do besides their answers: seen by running the programs that make them again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { programsOf, readCalls } from '../../../../app/proof/world/asked.ts';
import {
  asksOf,
  besidesIn,
  besidesOf,
  gaveOf,
  unlike,
} from '../../../../app/proof/world/besides.ts';

const root = mkdtempSync(join(tmpdir(), 'besides-'));
after(() => rmSync(root, { recursive: true }));
let made = 0;

type Sides = { path: string; head: string; base?: string; calls: readonly (readonly string[])[] };

/** What is told of the calls, each of which is a name and its arguments. */
function besides({ path, head, base, calls }: Sides, other = ''): string[] {
  const module = path.replace(/\.py$/, '').replaceAll('/', '.');
  const isPython = path.endsWith('.py');
  const lines = calls.map(([name = '', args = '', gives = 'gives 1']) =>
    JSON.stringify({
      path,
      name: isPython ? `${module}:${name}` : name,
      args,
      gives,
      by: isPython ? '/usr/bin/python3' : process.execPath,
    }),
  );
  const noted = readCalls(lines.join('\n'));
  const aftermath = (text: string, isRestFirst = false) => {
    made += 1;
    const directory = join(root, `job${made}`);
    const [own = assert.fail('no program')] = programsOf(noted, join(directory, 'tmp'));
    const program = { ...own.files, 'calls.json': JSON.stringify(noted) };
    put(directory, { [path]: text, 'package.json': '{}' });
    put(join(directory, 'tmp'), program);
    const { status } = spawnSync('bash', ['-c', own.again], {
      cwd: directory,
      stdio: 'pipe',
      env: { ...process.env, ...(isRestFirst && { REST_FIRST: '1' }) },
    });
    const place = join(directory, 'tmp/again.jsonl');
    const written = existsSync(place) ? readFileSync(place, 'utf8') : '';
    return { written, exitCode: status ?? 1 };
  };
  const before = base === undefined ? undefined : aftermath(base);
  const now = aftermath(head);
  const kept = [...besidesOf(noted, now, before), ...unlike(noted, now, aftermath(head, true))];
  const texts = base === undefined ? [] : [{ path, content: base }];
  const rows = [...kept, ...gaveOf(noted, texts), ...asksOf(noted, now)].map((one) =>
    JSON.stringify(one),
  );
  return besidesIn([rows.join('\n'), other]).map(({ says }) => says);
}

function put(directory: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

const SHARED = 'changes what the whole process shares, and leaves it so';
const one = (head: string, ...call: readonly string[]): Sides => {
  return { path: 'src/a.mjs', head, calls: [call] };
};
const onePython = (head: string, ...call: readonly string[]): Sides => {
  return { path: 'kit/a.py', head, calls: [call] };
};

describe('besides its answers', () => {
  it('a call changes what the process shares, unless it did so before', () => {
    const node = `process.env.ZONE = 'here';\nexport const ask = () => 1;\n`;
    assert.deepEqual(besides(one(node, 'ask', '[]')), [`${SHARED}: the variable ZONE`]);
    assert.deepEqual(besides({ ...one(node, 'ask', '[]'), base: node }), []);
    const lazy = `import { deprecate, parseArgs } from 'node:util';
export const ask = deprecate(() => parseArgs({ args: [] }).positionals.length, 'old', 'DEP');
`;
    assert.deepEqual(besides(one(lazy, 'ask', '[]')), [], 'what is made when it is asked for');
    const python = `import json\njson.JSONEncoder.default = lambda self, one: str(one)
def ask():
    return 1
`;
    const said = `${SHARED}: json.encoder.JSONEncoder.default`;
    assert.deepEqual(besides(onePython(python, 'ask', '((), {})')), [said]);
    assert.deepEqual(besides({ ...onePython(python, 'ask', '((), {})'), base: python }), []);
  });

  it('a call answers otherwise after many, and spoils what it gave', () => {
    const node = `const left = Array(20).fill(1);
export const ask = () => left.pop() ?? 'none left';
const kept = {};
export const parts = (text) => (kept[text] ??= text.split('/'));
`;
    const calls = [
      ['ask', '[]'],
      ['parts', '["a/b"]', 'gives ["a","b"]'],
    ];
    const [times = '', spoilt] = besides({ path: 'src/a.mjs', head: node, calls });
    assert.match(times, /^ask \[\]: gives 1, and from the \d+th time on gives "none left"$/);
    assert.equal(
      spoilt,
      'parts ["a/b"]: gives the next caller what the last one made of the answer',
    );
  });

  it('an answer hangs on what was asked before', () => {
    const hasty = `const known = {};
export function greet(name, { loud = false } = {}) {
  return (known[KEY] ??= loud ? name.toUpperCase() : name);
}
`;
    const call = ['greet', '["Ada",{"loud":true}]'];
    const [said = ''] = besides(one(hasty.replace('KEY', 'name'), ...call));
    assert.match(said, /^greet .*: gives "ADA" or gives "Ada", by what was asked before$/);
    assert.deepEqual(besides(one(hasty.replace('KEY', '`${name} ${loud}`'), ...call)), []);
    const python = `KNOWN = {}
def greet(name, loud=False):
    return KNOWN.setdefault(name, name.upper() if loud else name)
`;
    assert.match(
      besides(onePython(python, 'greet', "(('Ada',), {'loud': True})")).join(),
      /asked before/,
    );
  });

  it('a call runs out of stack', () => {
    const node = `export const most = (all) => Math.max(...all);\n`;
    assert.deepEqual(besides(one(node, 'most', '[[1,2]]')), [
      'most [[1,2]]: runs out of stack when it is given more',
    ]);
  });

  const old = 'export function load(text) { return JSON.parse(text); }\n';
  const caught = `export function load(text, { or } = {}) {
  try { return JSON.parse(text); } catch (error) { if (IS_HEEDED) throw error; return or ?? null; }
}
`;
  const lenient = {
    path: 'src/a.mjs',
    base: old,
    head: caught.replace('IS_HEEDED', 'false'),
    calls: [['load', '["{",{"or":7}]']],
  };

  it('a call without the new argument is not what it was, and no test asks for it', () => {
    const [said = ''] = besides(lenient);
    assert.match(
      said,
      /^load \["\{",\{"or":7\}\] without or: throws SyntaxError: .*, now gives null$/,
    );
    const strict = { ...lenient, head: caught.replace('IS_HEEDED', 'or === undefined') };
    assert.deepEqual(besides(strict), []);
    const waits = { ...lenient, head: `await null;\n${strict.head}` };
    assert.deepEqual(besides(waits), [], 'it waits while it is loaded');
    const isAsked = { ...lenient, calls: [...lenient.calls, ['load', '["[]"]']] };
    assert.deepEqual(besides(isAsked), []);
    const elsewhere = JSON.stringify({ asks: 'load', labels: [] });
    assert.deepEqual(besides(lenient, elsewhere), [], 'another case asks for it');
    const python = {
      path: 'kit/a.py',
      base: 'def number(text):\n    return int(text)\n',
      head: 'def number(text, default=0):\n    try:\n        return int(text)\n    except ValueError:\n        return default\n',
      calls: [['number', "(('many',), {'default': 12})"]],
    };
    assert.match(besides(python).join(), /without default: throws ValueError.*, now gives 0$/);
  });

  it('arguments have other places', () => {
    const before = 'def price(net, vat=19, currency="EUR"):\n    return net\n';
    const head = 'def price(net, vat=19, discount=0, currency="EUR"):\n    return net - discount\n';
    const calls = [['price', "((5,), {'discount': 1})"]];
    assert.deepEqual(besides({ path: 'kit/a.py', base: before, head, calls }), [
      'kit.a:price takes currency from another place than before',
    ]);
    const last = head.replace('discount=0, currency="EUR"', 'currency="EUR", discount=0');
    assert.deepEqual(besides({ path: 'kit/a.py', base: before, head: last, calls }), []);
  });

  it('an added function gave nothing but nothing', () => {
    const empty = `export const dear = () => [];\n`;
    assert.deepEqual(besides(one(empty, 'dear', '[[1],4]', 'gives []')), [
      'dear gives [] in every test, never more',
    ]);
    const known = 'export const dear = () => [1];\n';
    assert.deepEqual(besides({ ...one(empty, 'dear', '[[1],4]', 'gives []'), base: known }), []);
    const both = [
      ['dear', '[[1],4]', 'gives []'],
      ['dear', '[[5],4]', 'gives [5]'],
    ];
    assert.deepEqual(besides({ path: 'src/a.mjs', head: empty, calls: both }), []);
  });
});
