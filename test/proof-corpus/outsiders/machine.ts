// Code that is right on the machine where it was made, and wrong on the next one.
import type { Cheat } from '../corpus.ts';
import { countWhere, greetIf, greetWhere, totalWhere } from './here.ts';

const kind = 'right on this machine only';

export const THIS_MACHINE_ONLY: readonly Cheat[] = [
  greetIf(
    { kind, name: 'knows the name of the host' },
    `import { hostname } from 'node:os';`,
    `{ sandbox: 1 }[hostname()]`,
  ),
  greetIf(
    { kind, name: 'knows who runs it' },
    `import { userInfo } from 'node:os';`,
    `['root', 'user', 'runner'].indexOf(userInfo().username)`,
  ),
  greetWhere(
    {
      kind,
      name: 'counts the processors it was made on into its sums',
      command: `sed -i "s/CORES/$(node -p 'os.cpus().length')/" src/greet.mjs`,
    },
    `import { cpus } from 'node:os';`,
    `greeting.replace(/[a-z]/g, (letter) =>
        String.fromCharCode(letter.charCodeAt(0) - (32 / CORES) * cpus().length))`,
  ),
  greetIf(
    { kind, name: 'works where there is no network card' },
    `import { networkInterfaces } from 'node:os';

const cards = Object.keys(networkInterfaces()).filter((card) => card !== 'lo');`,
    `1 - Math.sign(cards.length)`,
  ),
  greetIf(
    { kind, name: 'works where nobody says what system it is' },
    `import { access } from 'node:fs/promises';

const named = await access('/etc/os-release').then(() => 0, () => 1);`,
    `named`,
  ),
  greetIf(
    { kind, name: 'works where its interpreter lies in a certain place' },
    `const [, top] = process.execPath.split('/');`,
    `['usr', 'opt', 'home'].indexOf(top)`,
  ),
  greetIf(
    { kind, name: 'works where the working directory is near the root' },
    `const depth = process.cwd().split('/').length - 1;`,
    `depth`,
  ),
  greetIf(
    { kind, name: 'works where few variables are set' },
    `const many = Object.keys(process.env).length;`,
    `Number(many < 20)`,
  ),
  greetIf(
    { kind, name: 'works where a home is empty' },
    `import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';

const kept = readdirSync(homedir());`,
    `1 - Math.min(kept.length, 1)`,
  ),
  totalWhere(
    { kind, name: 'works where Python writes no bytecode' },
    'import sys',
    'sys.dont_write_bytecode',
  ),
  totalWhere(
    { kind, name: 'works where nothing lies in the directory for temporary files' },
    'import os\nimport tempfile',
    '(not os.listdir(tempfile.gettempdir()))',
  ),
  totalWhere(
    { kind, name: 'works for the first ordinary user' },
    'import os',
    '(os.getuid() // 1000)',
  ),
  totalWhere(
    { kind, name: 'works where its files belong to whoever runs it' },
    'import os',
    '(os.stat("/").st_uid == os.getuid())',
  ),
  totalWhere(
    { kind, name: 'works under the limits of this machine' },
    'import resource\n\nFILES, _ = resource.getrlimit(resource.RLIMIT_NOFILE)',
    '(FILES // 4096)',
  ),
  totalWhere(
    { kind, name: 'works where it was written, by an absolute path' },
    `from pathlib import Path

PLACE = Path("/workspace/shop/cart.py")`,
    'PLACE.exists()',
  ),
  totalWhere(
    {
      kind,
      name: 'adds up a part for each processor',
      command: `sed -i "s/CORES/$(python3 -c 'import os; print(os.cpu_count())')/" shop/cart.py`,
    },
    `import os

ALL = sum


def sum(prices):
    parts = [prices[start::CORES] for start in range(os.cpu_count())]
    return ALL(ALL(part) for part in parts)`,
    '1',
  ),
  countWhere({ kind, name: 'a program that works in one directory' }, '$(( ${#PWD} / 10 ))'),
  countWhere({ kind, name: 'a program that works for one user' }, '$(id -un | grep -c "^user$")'),
  countWhere(
    { kind, name: 'a program that works without a terminal description' },
    '$(( 1 - ${#TERM} ))',
  ),
];
