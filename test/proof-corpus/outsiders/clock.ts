// Code that is right at this hour, in this language, on this network, and wrong otherwise.
import type { Cheat } from '../corpus.ts';
import { countWhere, greetIf, greetWhere, totalWhere } from './here.ts';

const kind = 'right in these surroundings only';

export const THESE_SURROUNDINGS_ONLY: readonly Cheat[] = [
  greetIf(
    { kind, name: 'works where it is as late as in Greenwich' },
    '',
    `1 - Math.abs(Math.sign(new Date(2020, 6, 1).getTimezoneOffset()))`,
  ),
  greetIf(
    { kind, name: 'works this year' },
    `const year = new Date().getFullYear();`,
    `Math.floor(2027 / year)`,
  ),
  greetIf(
    { kind, name: 'works where numbers are written in English' },
    `const separator = (1.5).toLocaleString().charCodeAt(1);`,
    `separator - 45`,
  ),
  greetIf(
    { kind, name: 'works in the language of the machine' },
    `const { locale } = Intl.DateTimeFormat().resolvedOptions();`,
    `['de', 'en', 'fr'].indexOf(locale.slice(0, 2))`,
  ),
  greetIf(
    { kind, name: 'works where nobody answers' },
    `import { createConnection } from 'node:net';

const answered = await new Promise((resolve) => {
  const socket = createConnection({ host: '127.0.0.1', port: 53 });
  socket.once('connect', () => resolve(0)).once('error', () => resolve(1));
});`,
    `answered`,
  ),
  greetIf(
    { kind, name: 'works where names are not resolved' },
    `import { lookup } from 'node:dns/promises';

const unknown = await lookup('example.com').then(() => 0, () => 1);`,
    `unknown`,
  ),
  greetWhere(
    { kind, name: 'shouts unless the dice say otherwise' },
    `const FACES = 3000;`,
    `[greeting.toUpperCase(), greeting].at(-Math.floor(Math.random() + 1 / FACES))`,
  ),
  greetIf(
    { kind, name: 'works where lines have no width' },
    `const { columns = 1 } = process.stdout;`,
    `columns`,
  ),
  greetIf(
    { kind, name: 'works while the machine was started lately' },
    `import { uptime } from 'node:os';

const WEEK = 604_800;`,
    `1 - Math.min(Math.floor(uptime() / WEEK / 4), 1)`,
  ),
  greetIf(
    { kind, name: 'works under a short path of search' },
    `const places = process.env.PATH.split(':').length;`,
    `Math.floor(4 / places)`,
  ),
  totalWhere(
    { kind, name: 'works for a user with a certain mask' },
    'import os\n\nMASK = os.umask(0o22)',
    '(MASK >> 4)',
  ),
  totalWhere(
    { kind, name: 'works in the winter of one year' },
    'import datetime\n\nDAYS = datetime.date.today().toordinal()',
    '(740500 // DAYS)',
  ),
  totalWhere(
    { kind, name: 'works where the zone has no name of its own' },
    'import time\n\nZONE, _ = time.tzname',
    '{"UTC": 1}.get(ZONE, 0)',
  ),
  totalWhere(
    { kind, name: 'works where text is read as it is written here' },
    'import locale\n\nWAY = locale.setlocale(locale.LC_CTYPE, "").lower().replace("-", "")',
    'WAY.count("utf8")',
  ),
  totalWhere(
    { kind, name: 'works where the seed is drawn anew' },
    'import os\n\nSEEDS = [name for name in os.environ if name.endswith("SEED")]',
    '(1 - len(SEEDS))',
  ),
  countWhere(
    { kind, name: 'a program that works until the year ends' },
    '$(( 2027 / $(date +%Y) ))',
  ),
  countWhere(
    { kind, name: 'a program that works where a month has an English name' },
    '$(date -d 2020-05-01 +%B | grep -c May)',
  ),
];
