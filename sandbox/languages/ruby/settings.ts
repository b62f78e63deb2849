// Files of Ruby projects that decide how tests run. Pure.
import { squeezed, type TestSettings } from '../../projects/test-settings.ts';

export const SETTINGS: TestSettings = {
  files: [/^\.(?:rspec|rspec-local)(?:\.[a-z]+)?$/],
  compiling: [],
  mixed: [[/^\.env(?:\.\w+)?$/, /^(?:export\s+)?RUBYOPT=/m]],
  within: [],
  installScripts: [[/^extconf\.rb$/, (text) => [squeezed(text)]]],
  nearTests: [/(?:^|\/)(?:test|spec|rails)_helper\.rb$/],
  runsFirst: undefined,
  shadows: [
    /^(?:lib|test|spec)\/(?:minitest(?:\/\w+)?|rspec(?:\/\w+)?|test\/unit|test-unit)\.rb$/,
    /^vendor\/(?:.*\/)?(?:rspec|minitest)\b/,
  ],
};
