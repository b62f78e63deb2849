// Test runners of Ruby. Pure.
import { less, NOTHING_MISSING, type TestRunner } from './test-runner.ts';

export const RSPEC: TestRunner = {
  name: 'rspec',
  red: undefined,
  executed: [
    less(/^(\d+) examples?, \d+ failures?/gm, /^\d+ examples?, \d+ failures?, (\d+) pending/gm),
  ],
  passed: [],
  missing: NOTHING_MISSING,
  errors: [/^\s*Failure\/Error: /],
  hidingOptions: [],
};

export const MINITEST: TestRunner = {
  name: 'minitest',
  red: undefined,
  executed: [
    less(/^(\d+) (?:runs|tests), \d+ assertions, /gm, /^\d+ (?:runs|tests), .*, (\d+) skips/gm),
  ],
  passed: [],
  missing: NOTHING_MISSING,
  errors: [/^\s*Expected: /],
  hidingOptions: [],
};
