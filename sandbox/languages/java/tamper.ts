// Java that looks for its tests, ends them or changes what judges it. Pure.
import { NEVER } from '../../syntax/code/table.ts';
import { ASKS_NOTHING, type Tamper } from '../../syntax/code/tamper.ts';

export const TAMPER: Tamper = {
  asks: { ...ASKS_NOTHING, files: [String.raw`\bFiles\.`] },
  words: [
    {
      kind: 'test-run-detected',
      pattern:
        /\bClass\.forName\(\s*"(?:org\.(?:junit|testng)|junit)|\bgetProperty\(\s*"(?:surefire|sun\.java\.command)/g,
    },
    {
      kind: 'caller-read',
      pattern:
        /\bcurrentThread\(\)\s*\.getStackTrace|new\s+(?:Throwable|Exception)\([^)]{0,200}\)\s*\.getStackTrace|\bStackWalker\b/g,
    },
  ],
  ownWords: [],
  ends: {
    exits: /^(?:System\.exit|Runtime\.getRuntime\(\)\.halt)$/,
    hard: /halt/,
    bareExit: { modules: NEVER, text: NEVER, isBuiltIn: false },
    isProgram: (_path, { tree }) => /\bstatic\s+void\s+main\s*\(/.test(tree.text),
    loaded: NEVER,
    ownRun: NEVER,
    others: () => [],
  },
  machinery: {
    libraries: /^org\.(?:junit|testng|assertj|hamcrest).*$/,
    testRunners: /^org\.(?:junit|testng)\..*$/,
    hooks: NEVER,
    setters: NEVER,
    platform: [],
    makers: NEVER,
    reopened: NEVER,
    equalToAll: [/\bboolean\s+equals\(\s*(?:final\s+)?Object\s+\w+\s*\)\s*\{\s*return\s+true\b/g],
  },
};
