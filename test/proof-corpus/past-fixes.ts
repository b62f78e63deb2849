// Past fixes of public packages, which `npm run chaos -- proof` plays where their registries can be
// reached.
import type { PastFix } from './past-fixes/fix.ts';
import { NPM_ADDRESSES } from './past-fixes/npm-addresses.ts';
import { NPM_BUILT } from './past-fixes/npm-built.ts';
import { NPM_HEADERS } from './past-fixes/npm-headers.ts';
import { NPM_TEXTS } from './past-fixes/npm-texts.ts';
import { NPM_VALUES } from './past-fixes/npm-values.ts';
import { PYPI_KEYS } from './past-fixes/pypi-keys.ts';
import { PYPI_PLAIN } from './past-fixes/pypi-plain.ts';
import { PYPI_SUITES } from './past-fixes/pypi-suites.ts';

export const PAST_FIXES: readonly PastFix[] = [
  ...NPM_ADDRESSES,
  ...NPM_BUILT,
  ...NPM_HEADERS,
  ...NPM_TEXTS,
  ...NPM_VALUES,
  ...PYPI_KEYS,
  ...PYPI_PLAIN,
  ...PYPI_SUITES,
];
