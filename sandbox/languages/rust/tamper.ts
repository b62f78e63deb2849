// Rust that looks for its tests, ends them or changes what judges it. Pure.
import { isProgramPath, NO_ENDS, NO_MACHINERY, type Tamper } from '../../syntax/code/tamper.ts';

export const TAMPER: Tamper = {
  asks: {
    runnerVariables: [String.raw`RUST_TEST_\w+|NEXTEST\w*`],
    environment: [String.raw`env::vars?(?:_os)?`],
    program: [],
    mainFile: [],
    arguments: [String.raw`env::args\(\)`],
    files: [String.raw`\bstd::fs\b`],
  },
  words: [
    {
      kind: 'test-run-detected',
      pattern: /\bcfg!\(\s*(?:not\(\s*)?test\b|#\[cfg\(\s*not\(\s*test\s*\)\s*\)\]/g,
    },
    { kind: 'caller-read', pattern: /\bBacktrace::(?:force_)?capture\b|\bLocation::caller\b/g },
  ],
  ownWords: [],
  ends: {
    ...NO_ENDS,
    exits: /^(?:std::)?process::exit$/,
    isProgram: (path) => isProgramPath(path) || /(?:^|\/)main\.rs$/.test(path),
  },
  machinery: {
    ...NO_MACHINERY,
    equalToAll: [/\bfn\s+eq\(\s*&self\s*,[^)]{0,80}\)\s*->\s*bool\s*\{\s*true\s*\}/g],
  },
};
