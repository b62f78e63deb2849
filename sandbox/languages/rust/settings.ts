// Files of Rust projects that decide how tests run. Pure.
import {
  matchingLines,
  sections,
  squeezed,
  type TestSettings,
} from '../../projects/test-settings.ts';

export const SETTINGS: TestSettings = {
  files: [/^nextest\.toml$/],
  compiling: [],
  mixed: [
    [/^Cargo\.toml$/, /^\[\[?(?:test\b|profile\.test)|^\s*harness\s*=/m],
    [/^config(?:\.toml)?$/, /^\s*(?:runner|rustc-wrapper|rustflags)\s*=/m],
  ],
  within: [[/^Cargo\.toml$/, (text) => sections(text, /^\[\[?(?:test|profile\.test)/)]],
  installScripts: [
    [/^build\.rs$/, (text) => [squeezed(text)]],
    [/^Cargo\.toml$/, (text) => matchingLines(text, /^\s*build\s*=.*$/gm)],
  ],
  nearTests: [/(?:^|\/)common\/mod\.rs$/],
  runsFirst: undefined,
  shadows: [],
};
