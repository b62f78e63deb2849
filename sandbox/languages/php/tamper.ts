// PHP that looks for its tests or its caller. What else it does is not read. Pure.
import { ASKS_NOTHING, NO_ENDS, NO_MACHINERY, type Tamper } from '../../syntax/code/tamper.ts';

export const TAMPER: Tamper = {
  asks: {
    ...ASKS_NOTHING,
    runnerVariables: [String.raw`PHPUNIT_\w+`],
    environment: [String.raw`\$_(?:ENV|SERVER)`],
  },
  words: [
    { kind: 'test-run-detected', pattern: /\bclass_exists\(\s*['"]\\*PHPUnit/g },
    { kind: 'caller-read', pattern: /\bdebug_(?:print_)?backtrace\b/g },
  ],
  ownWords: [],
  ends: NO_ENDS,
  machinery: NO_MACHINERY,
};
