// Files of PHP projects that decide how tests run. Pure.
import { scriptsOf, type TestSettings } from '../../projects/test-settings.ts';

export const SETTINGS: TestSettings = {
  files: [/^phpunit\.xml(?:\.dist)?$/],
  compiling: [],
  mixed: [],
  within: [],
  installScripts: [
    [/^composer\.json$/, (text) => scriptsOf(text, /^(?:pre|post)-(?:install|update|autoload)-?/)],
  ],
  nearTests: [],
  runsFirst: undefined,
  shadows: [/^vendor\/(?:.*\/)?phpunit\b/],
};
