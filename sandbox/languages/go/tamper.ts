// Go that looks for its tests, ends them or changes what judges it. Pure.
import { NEVER } from '../../syntax/code/table.ts';
import type { Tamper } from '../../syntax/code/tamper.ts';

export const TAMPER: Tamper = {
  asks: {
    runnerVariables: [],
    environment: [String.raw`os\.(?:LookupEnv|Environ)`],
    program: [String.raw`os\.Args\[0\]`],
    mainFile: [String.raw`os\.Args\[0\]`],
    arguments: [String.raw`os\.Args`],
    files: [String.raw`\bos\.(?:ReadFile|WriteFile|ReadDir|Open)`],
  },
  words: [
    {
      kind: 'test-run-detected',
      pattern: /\btesting\.(?:Testing|Verbose|CoverMode)\(\)|\bflag\.Lookup\(\s*"test\./g,
    },
    { kind: 'caller-read', pattern: /\bruntime\.Callers?\b/g },
  ],
  ownWords: [],
  ends: {
    exits: /^os\.Exit$/,
    hard: NEVER,
    bareExit: { modules: NEVER, text: NEVER, isBuiltIn: false },
    isProgram: (_path, { tree: { text } }) =>
      /^package\s+main\b/m.test(text) && !/^func\s+init\s*\(/m.test(text),
    loaded: /^init$/,
    ownRun: NEVER,
    others: () => [],
  },
  machinery: {
    libraries: /^(?:testing|github\.com\/stretchr\/testify.*)$/,
    testRunners: /^testing$/,
    hooks: NEVER,
    setters: NEVER,
    platform: [],
    makers: NEVER,
    reopened: NEVER,
    equalToAll: [],
  },
};
