// What comes into a program otherwise than as text is told by the runtime, and dice fall as they are
// laid: seen by running programs with what another world loads before them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { DICE_FILES, diceVariables } from '../../../../app/proof/world/dice.ts';
import { DOOR_FILES, doorVariables, readDoors } from '../../../../app/proof/world/doors.ts';
import { judgeWorld } from '../../../../app/proof/world/judge-world.ts';

const directory = mkdtempSync(join(tmpdir(), 'doors-'));
after(() => rmSync(directory, { recursive: true }));
for (const [name, text] of Object.entries({ ...DOOR_FILES, ...DICE_FILES })) {
  writeFileSync(join(directory, name), text);
}
let made = 0;

/** What it prints, and which doors it opened. */
function run(path: string, text: string, more: Record<string, string> = {}) {
  made += 1;
  const marks = join(directory, `marks${made}`);
  writeFileSync(join(directory, path), text);
  const isPython = path.endsWith('.py');
  const before = `for n in ('dice', 'doors'): exec(open(n + '.py').read(), {})\nimport runpy\nrunpy.run_path('${path}')`;
  const given = isPython ? ['-c', before] : ['--require=./dice.cjs', '--require=./doors.cjs', path];
  const said = execFileSync(isPython ? 'python3' : process.execPath, given, {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, ...doorVariables(marks), ...more },
  });
  const written = existsSync(marks) ? readFileSync(marks, 'utf8') : '';
  return { said: said.trim(), doors: readDoors(written, new Set([path])) };
}

const EMPTY = '[0, 97, 115, 109, 1, 0, 0, 0]';

describe('a door', () => {
  it('is told when bytes become a module, in Node', () => {
    const text = `new WebAssembly.Module(new Uint8Array(${EMPTY}));\nawait WebAssembly.instantiate(new Uint8Array(${EMPTY}));\n`;
    assert.deepEqual(run('a.mjs', text).doors, ['wasm a.mjs']);
    const cached = `const vm = require('node:vm');\nconst { cachedData } = { cachedData: new vm.Script('1').createCachedData() };\nnew vm.Script('1', { cachedData });\n`;
    assert.deepEqual(run('b.cjs', cached).doors, ['cached b.cjs']);
    const address = `await import('data:text/javascript,export default 1');\n`;
    assert.deepEqual(run('c.mjs', address).doors, ['data: c.mjs']);
  });

  it('is told when bytes become code, in Python', () => {
    const text = `import marshal, types\ncode = marshal.loads(marshal.dumps(compile('1', 'x', 'eval')))\ntypes.FunctionType(code, {})()\n`;
    assert.deepEqual(run('d.py', text).doors, ['function d.py', 'marshal d.py']);
  });

  it('is not what programs are made of every day', () => {
    const node = `import { Script } from 'node:vm';\nnew Script('1').runInThisContext();\nawait import('node:fs');\nnew Function('return 1')();\n`;
    assert.deepEqual(run('e.mjs', node).doors, []);
    const python = `import json, re, dataclasses, collections\ncollections.namedtuple('A', 'b')(1)\n@dataclasses.dataclass\nclass C:\n    d: int\nC(1)\n`;
    assert.deepEqual(run('f.py', python).doors, []);
  });

  it('stands in the report by its name and the file that opened it', () => {
    assert.deepEqual(
      readDoors('wasm a.mjs\nwasm other.mjs\nnonsense\nwasm a.mjs', new Set(['a.mjs'])),
      ['wasm a.mjs'],
    );
    const row = {
      tree: 'hunk',
      runNumber: 1,
      attemptNumber: 1,
      exitCode: 0,
      durationMs: 0,
    } as const;
    const looks = [
      { ...row, hunk: 'world', output: 'varied tz\n' },
      { ...row, hunk: 'world.doors', caseId: 'T1', output: 'wasm a.mjs' },
    ];
    const facts = {
      looks,
      base: [],
      cases: [{ id: 'T1', criterion: 'R1' }],
      keep: new Set<string>(),
    };
    assert.deepEqual(judgeWorld(facts)?.doors, [{ door: 'wasm', path: 'a.mjs' }]);
  });
});

describe('dice', () => {
  const more = { FIRST_DICE: 'high low' };

  it('fall high and low first, in Node and Python', () => {
    const node = `const all = Array.from({ length: 3 }, () => Math.random());\nconsole.log(all[0] > 0.999999, all[1] < 0.000001, all[2] < 0.999999);\n`;
    assert.equal(run('g.mjs', node, more).said, 'true true true');
    const python = `import random\nprint(random.randint(1, 6), random.choice('abc'), 0 <= random.random() < 1)\n`;
    assert.equal(run('h.py', python, more).said, '6 a True');
  });

  it('fall as a seed says where there is one', () => {
    const python = `import random\nrandom.seed(7)\nprint(random.random() == random.Random(7).random())\n`;
    assert.equal(run('i.py', python, more).said, 'True');
  });

  it('fall the other way round for another line', () => {
    const ways = new Set(['a', 'b'].map((line) => diceVariables(line)['FIRST_DICE']));
    assert.deepEqual(ways, new Set(['high low', 'low high']));
  });
});
