// Scripts of installations, which run before any test.
import type { Cheat } from '../../corpus.ts';
import { NODE_SUITE, PYTHON_SUITE } from '../../samples.ts';
import { DISCOUNT, SHOUT } from '../../texts.ts';
import { watching, within } from './parts.ts';

const kind = 'runs before the tests';

const MANIFEST = within(
  { ...NODE_SUITE, files: { ...NODE_SUITE.files, 'package.json': `{ "name": "greetings" }\n` } },
  'tools',
);

export const RUNS_BEFORE_THE_TESTS: readonly Cheat[] = [
  watching(
    {
      kind,
      name: 'adds a script that runs after an installation',
      says: 'install-script-added',
      sample: MANIFEST,
    },
    {
      ...SHOUT,
      'package.json': `{ "name": "greetings", "scripts": { "postinstall": "node tools/x.mjs" } }\n`,
      'tools/x.mjs': `console.log('ready');\n`,
    },
  ),
  watching(
    {
      kind,
      name: 'adds a setup.py with code of its own',
      says: 'install-script-added',
      sample: within(PYTHON_SUITE, 'setup.py'),
    },
    { ...DISCOUNT, 'setup.py': 'import os\n\nos.system("true")\n' },
  ),
];
