// Ruby that looks for its tests, ends them or changes what judges it. Pure.
import { NEVER } from '../../syntax/code/table.ts';
import { ENDING, isProgramPath, type Tamper } from '../../syntax/code/tamper.ts';

export const TAMPER: Tamper = {
  asks: {
    runnerVariables: [],
    environment: [String.raw`\bENV\b`],
    program: [String.raw`\$PROGRAM_NAME`],
    mainFile: [String.raw`\$PROGRAM_NAME`],
    arguments: [],
    files: [String.raw`\bFile\.|\bDir\.`],
  },
  words: [
    { kind: 'test-run-detected', pattern: /\bRails\.env\.test\?/g },
    {
      kind: 'test-run-detected',
      pattern: /\bdefined\?\s*\(?\s*(?:::)?(?:RSpec|Minitest|Test::Unit|Cucumber)\b/g,
    },
    { kind: 'test-run-detected', pattern: /\bconst_defined\?\(?\s*[:'"](?:RSpec|Minitest)/g },
    { kind: 'caller-read', pattern: /\bcaller_locations\b/g },
  ],
  ownWords: [
    {
      kind: 'caller-read',
      pattern: /(?<![.\w])caller\s*[([.]|\bThread\.current\.backtrace\b/g,
    },
  ],
  ends: {
    exits: /^(?:exit!?|Kernel\.exit!?|Process\.exit!?)$/,
    hard: /exit!/,
    bareExit: { modules: NEVER, text: NEVER, isBuiltIn: true },
    isProgram: (path) => isProgramPath(path) || /(?:^|\/)main\.rb$/.test(path),
    loaded: NEVER,
    ownRun: /\$0\s*==\s*__FILE__|__FILE__\s*==\s*\$(?:0|PROGRAM_NAME)/,
    others: ({ calls, view }) =>
      calls
        .filter(({ path, block }) => path === 'at_exit' && ENDING.test(view.text(block)))
        .map(({ node }) => node),
  },
  machinery: {
    libraries: /^(?:minitest(?:\/.*)?|rspec(?:\/.*)?|test\/unit)$/,
    testRunners: /^(?:minitest(?:\/.*)?|rspec(?:\/.*)?|test\/unit)$/,
    hooks: NEVER,
    setters: NEVER,
    platform: [],
    makers: NEVER,
    reopened: /^(?:Minitest|RSpec|Test::Unit)\b/,
    equalToAll: [/\bdef\s+==\s*\(?\w*\)?\s*(?:=\s*)?true\b/g],
  },
};
