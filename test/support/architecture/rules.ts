// Every rule of the architecture in one table: what holds, and what to do when it does not. The
// layers of the import rules, the pure files and the limits are data here too, so that changing
// the architecture is changing this page. Nothing here looks at code.

import { LANGUAGES, NO_TOOLS, PURE, PURE_SYNTAX, RECORD_TYPES, TOOLS } from './parts.ts';

/**
 * A path, a folder (`app/job/**`), files of one (`app/*`), a name in each folder of one (the star in
 * the middle) or anywhere, all (`**`), OWN_FOLDER.
 */
export type Pattern = string;
export const OWN_FOLDER: Pattern = './**';

export type Layer = {
  files: readonly Pattern[];
  may: readonly Pattern[];
  /** Stronger than `may`, weaker than `typesOf` and the own folder. */
  except?: readonly Pattern[];
  /** May be imported by `import type` only. */
  typesOf?: readonly Pattern[];
  /** `pure`: zod, yaml, parsers of Markdown and HTML, node:path, and createHash of node:crypto. Types of any package are no I/O. */
  packages: 'none' | 'pure' | 'any';
};

export type Rule = {
  id: string;
  holds: string;
  remedy: string;
  /** Import rules only. A file belongs to the first layer that names it. */
  layer?: Layer;
};

const PARSE_JSON: Pattern = 'sandbox/protocol/parse-json.ts';
/** What host and runner share. */
const SHARED: readonly Pattern[] = ['sandbox/protocol/**', 'sandbox/syntax/**'];
/** Where adapters are joined to ports; nobody else sees an implementation. */
export const COMPOSITION: readonly Pattern[] = ['app/compose/**', 'app/main.ts', 'app/cli/**'];
export const FROM_SANDBOX: readonly Pattern[] = [...SHARED, ...LANGUAGES, '**/port.ts'];
export const FROM_SANDBOX_IN_COMPOSITION: readonly Pattern[] = [
  ...FROM_SANDBOX,
  'sandbox/driver/**',
  'sandbox/local/**',
  'sandbox/template/**',
];
/**
 * `redgreen agent --no-sandbox` runs the loop in its own process, on purpose and with a warning: it
 * may import the runner's one way in, so that it is the same loop, and nothing else of the runner.
 */
export const IN_PROCESS: { files: readonly Pattern[]; may: readonly Pattern[] } = {
  files: ['app/cli/agent/**'],
  may: ['sandbox/runner/run-task.ts'],
};
export const ENVIRONMENT_READERS: readonly Pattern[] = [
  'app/config/config.ts',
  'action/inputs.ts',
  'sandbox/runner/main.ts',
];
/** Product files that run only while the product is built. */
export const BUILD_SCRIPTS: readonly Pattern[] = [
  'app/cli/bundle/bundle.ts',
  'app/cli/bundle/action.ts',
  'app/cli/bundle/agent.ts',
  'app/cli/bundle/runner.ts',
];
/** Chooses between source and bundle before anything else can run. */
export const LAUNCHERS: readonly Pattern[] = ['app/cli/redgreen.mjs'];
/** Their exports are taken by what imports do not show: the launcher, and the bundler. */
export const TAKEN_OUTSIDE: readonly Pattern[] = [
  'app/cli/main.ts',
  'sandbox/runner/wasm-module.d.ts',
];
export const GENERATED: readonly Pattern[] = ['dist/**', 'action/dist/**'];
export const FIXTURES: readonly Pattern[] = ['test/fixtures/**'];
/**
 * Texts in which an outside page may be named: the checker and its cases, and a migration, which is
 * never edited once it was applied (its digest covers comments).
 */
export const UNCITED: readonly Pattern[] = [
  'test/support/architecture/**',
  'test/fixtures/**',
  'action/dist/**',
  'package-lock.json',
  'migrations/0003_jobs.sql',
];
export const CHECKED: readonly Pattern[] = ['app/**', 'action/**', 'sandbox/**', 'test/**'];

export const PRODUCT_FILE_LINES = 300;
export const TEST_FILE_LINES = 400;
/** Of its own; functions inside do not count. */
export const FUNCTION_LINES = 40;
/** Functions inside included. */
export const CLOSURE_LINES = 80;
/** Directly in app/. */
export const LOOSE_FILES = 6;
/** Directly in one folder of the product. */
export const FOLDER_FILES = 25;
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(
  'util utils helper helpers common manager managers base index'.split(' '),
);

const TABLE = [
  // Who may import whom, from the strictest layer to the loosest.
  {
    id: 'job-imports',
    holds: 'app/job imports itself, app/errors.ts, app/error-codes.ts and createHash; no other I/O',
    remedy: 'pass the value in as an argument, or move the code to the folder that needs it',
    layer: {
      files: ['app/job/**'],
      may: ['app/job/**', 'app/errors.ts', 'app/error-codes.ts'],
      packages: 'pure',
    },
  },
  {
    id: 'syntax-imports',
    holds: 'syntax trees and what reads them import each other and nothing else',
    remedy: 'take the tree as an argument; parsing is for parsers.ts and whoever calls it',
    layer: { files: PURE_SYNTAX, may: PURE_SYNTAX, packages: 'none' },
  },
  {
    id: 'language-imports',
    holds:
      'languages and projects import each other, what reads syntax trees and JSON, zod, yaml and node:path; the runner carries none of them',
    remedy: 'take the value as an argument; parsing is for parsers.ts and whoever calls it',
    layer: { files: LANGUAGES, may: [...LANGUAGES, ...PURE_SYNTAX, PARSE_JSON], packages: 'pure' },
  },
  {
    id: 'shared-imports',
    holds:
      'sandbox/protocol and sandbox/syntax import themselves; the runner carries them, so never app/',
    remedy: 'move the shape the wire needs into sandbox/protocol',
    layer: { files: SHARED, may: SHARED, packages: 'any' },
  },
  {
    id: 'runner-imports',
    holds: 'sandbox/runner imports its own files, sandbox/protocol, sandbox/syntax and packages',
    remedy: 'send the value over the wire, or move its shape into sandbox/protocol',
    layer: { files: ['sandbox/runner/**'], may: [OWN_FOLDER, ...SHARED], packages: 'any' },
  },
  {
    id: 'pure-imports',
    holds:
      'pure files import pure files, zod, yaml, parsers of Markdown and HTML, node:path, createHash of node:crypto and, as types, records',
    remedy: 'take the value as an argument, or let the caller do the I/O through a port',
    layer: { files: PURE, may: PURE, typesOf: RECORD_TYPES, packages: 'pure' },
  },
  {
    id: 'effects-imports',
    holds: 'app/engine/effects imports ports, types of records and pure files; never a step',
    remedy: 'take the implementation through deps, typed by its port.ts or its records',
    layer: {
      files: ['app/engine/effects/**'],
      may: ['app/engine/effects/**', ...PURE],
      typesOf: ['app/log.ts', ...RECORD_TYPES],
      packages: 'pure',
    },
  },
  {
    id: 'steps-imports',
    holds: 'app/steps imports ports, types of records, pure files and sandbox/syntax',
    remedy: 'take the implementation through deps, typed by its port.ts or its records',
    layer: {
      files: ['app/steps/**'],
      may: [OWN_FOLDER, 'sandbox/syntax/**', ...PURE],
      typesOf: ['app/log.ts', ...RECORD_TYPES],
      packages: 'pure',
    },
  },
  {
    id: 'front-imports',
    holds:
      'app/web and app/webhook import their own folder, waits, ports, types of records and pure files',
    remedy: 'take the implementation through deps, typed by its port.ts or its records',
    layer: {
      files: ['app/web/**', 'app/webhook/**'],
      may: [OWN_FOLDER, 'app/machine/deadline.ts', ...PURE],
      typesOf: ['app/log.ts', ...RECORD_TYPES],
      packages: 'any',
    },
  },
  {
    id: 'action-imports',
    holds:
      'the Action is a door: it imports its own folder, app/compose/action.ts, types of records and pure files',
    remedy: 'do it once, behind app/compose/action.ts, as the app does',
    layer: {
      files: ['action/**'],
      may: [OWN_FOLDER, 'app/compose/action.ts', ...PURE],
      typesOf: RECORD_TYPES,
      packages: 'any',
    },
  },
  {
    id: 'composition-imports',
    holds: 'app/compose and app/main.ts import anything but app/cli',
    remedy: 'move what both need out of app/cli',
    layer: { files: COMPOSITION, may: [OWN_FOLDER, '**'], except: ['app/cli/**'], packages: 'any' },
  },
  {
    id: 'tool-imports',
    holds:
      'app/machine, app/config and files directly in app/ import each other (app/log.ts as a type; not app/compose, app/main.ts, app/config/config.ts), pure files and packages',
    remedy: 'take the value as an argument, or move the file into the folder it belongs to',
    layer: {
      files: TOOLS,
      may: [...TOOLS, ...PURE],
      except: NO_TOOLS,
      typesOf: ['app/log.ts'],
      packages: 'any',
    },
  },
  {
    id: 'server-imports',
    holds:
      'app/forge and sandbox/local are servers of their own: own folder, pure files, sandbox/syntax, app/log.ts and the tools beside it',
    remedy: 'speak to the rest over the wire, or take it through deps',
    layer: {
      files: ['app/forge/**', 'sandbox/local/**'],
      may: [OWN_FOLDER, 'sandbox/syntax/**', ...TOOLS, ...PURE],
      except: NO_TOOLS.filter((path) => path !== 'app/log.ts'),
      packages: 'any',
    },
  },
  {
    id: 'adapter-imports',
    holds:
      'an adapter imports its own folder, pure files, ports, the tools of app/machine, app/config and app/ itself and, as types, app/log.ts and records; only app/compose, app/main.ts and app/cli import implementations',
    remedy: "import the other folder's port.ts and let app/compose pass the implementation",
    layer: {
      files: ['app/**', 'action/**', 'sandbox/**'],
      may: [OWN_FOLDER, ...TOOLS, ...PURE],
      except: NO_TOOLS,
      typesOf: ['app/log.ts', ...RECORD_TYPES],
      packages: 'any',
    },
  },
  {
    id: 'sandbox-imports',
    holds:
      'the host imports of sandbox/ only protocol, syntax, languages, projects and ports; composition also driver and local; app/cli/agent also sandbox/runner/run-task.ts',
    remedy:
      'share the shape through sandbox/protocol; the runner is started, never imported, but by `redgreen agent --no-sandbox`',
  },
  {
    id: 'test-imports',
    holds: 'nothing outside test/ imports test/',
    remedy: 'move what the product needs into the product',
  },
  {
    id: 'literal-import',
    holds: 'import() and require() in the product name their module in a plain string',
    remedy: 'write the string out, one import() per case, so that it can be checked and bundled',
  },
  {
    id: 'declared-package',
    holds: "a package is in package.json, a module of Node's own is written node:name",
    remedy: 'add the node: prefix, or declare the package in package.json',
  },
  {
    id: 'dev-package',
    holds: 'devDependencies are imported by test/ and build scripts only',
    remedy: 'do without, or move the package to dependencies',
  },
  {
    id: 'no-cycles',
    holds: 'no file imports itself over others, not even for a type',
    remedy: 'move what both need into a file of its own, or pass it as an argument',
  },
  // Purity and configuration.
  {
    id: 'pure-clock',
    holds: 'pure files do not read the clock or wait',
    remedy: 'let the time arrive in the event or the argument',
  },
  {
    id: 'pure-random',
    holds: 'pure files draw no random numbers',
    remedy: 'let the id or the number arrive as an argument',
  },
  {
    id: 'pure-globals',
    holds: 'pure files do not touch the process, the console, the network or the module itself',
    remedy: 'return the value and let the caller act',
  },
  {
    id: 'environment-readers',
    holds:
      'only app/config/config.ts, action/inputs.ts and sandbox/runner/main.ts read the environment',
    remedy: 'add a setting to the config and take it through deps',
  },
  {
    id: 'module-state',
    holds:
      'no file of the product keeps state of its own: no let and no empty collection at its top',
    remedy: 'make it in a function, and hand it on through deps',
  },
  // Size and names.
  {
    id: 'file-size',
    holds: `a product file has at most ${PRODUCT_FILE_LINES} lines, a test file ${TEST_FILE_LINES}`,
    remedy: 'find the second idea in it and give it a file and a name',
  },
  {
    id: 'function-size',
    holds: `a function has at most ${FUNCTION_LINES} lines of its own, ${CLOSURE_LINES} with the functions inside`,
    remedy: 'split it: decide in one function, act in another',
  },
  {
    id: 'file-name',
    holds: 'files and folders are named in kebab-case',
    remedy: 'rename it',
  },
  {
    id: 'forbidden-name',
    holds: 'no file or folder is named utils, helpers, common, manager, base or index',
    remedy: 'name it after the thing it holds',
  },
  // The whole tree: house.ts.
  {
    id: 'loose-files',
    holds: `app/ has at most ${LOOSE_FILES} files of its own`,
    remedy: 'move it into the folder it belongs to',
  },
  {
    id: 'folder-size',
    holds: `a folder of the product holds at most ${FOLDER_FILES} files`,
    remedy: 'find the files that share a word, and make it a folder',
  },
  {
    id: 'folder-cycles',
    holds: 'what lies in one folder, files and folders as wholes, is used in one direction only',
    remedy: 'move what both need below both, or pass it as an argument',
  },
  {
    id: 'unused-export',
    holds: 'an export of the product is taken by another file',
    remedy: 'take the word export away, or the code',
  },
  {
    id: 'outside-citation',
    holds: 'only pages of this repository are cited',
    remedy: 'say the reason itself, or cite a number of docs/decisions.md',
  },
] as const satisfies readonly Rule[];

export type RuleId = (typeof TABLE)[number]['id'];
export const RULES: readonly (Rule & { id: RuleId })[] = TABLE;

export type Finding = { rule: RuleId; path: string; line: number; problem: string };

export function formatFinding(finding: Finding): string {
  const rule = RULES.find(({ id }) => id === finding.rule);
  const place = `${finding.path}:${finding.line}`;
  return `${place} [${finding.rule}] ${finding.problem}. Rule: ${rule?.holds}. To do: ${rule?.remedy}.`;
}
