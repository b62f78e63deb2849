// Files of Go projects that decide how tests run. Pure.
import type { TestSettings } from '../../projects/test-settings.ts';

export const SETTINGS: TestSettings = {
  files: [/^go\.work$/],
  compiling: [],
  mixed: [],
  within: [],
  installScripts: [],
  nearTests: [],
  runsFirst: ({ name, text }) =>
    name.endsWith('_test.go') && /^func\s+(?:TestMain|init)\s*\(/m.test(text),
  shadows: [/^vendor\/(?:.*\/)?testify\b/],
};
