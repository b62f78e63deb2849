// Programs that a test starts: they have to be what the contract names. Code handed to an interpreter
// is read as far as it says what it loads. Pure.
import { LANGUAGES, languageOf } from '../../../sandbox/languages/languages.ts';
import { type Behind, createBehind } from '../../../sandbox/syntax/code/behind.ts';
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Call, Found } from '../../../sandbox/syntax/code/table.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import { contractNames, isInContract } from '../contract.ts';
import { isTestPath } from '../path-rules.ts';
import type { ImportJudge } from './imports.ts';
import type { Reading } from './readings.ts';
import type { Submission } from './submission.ts';

/** Calls that start a program, also through a function of the file's own. */
export function spawnsIn(code: Code): Call[] {
  const { table, calls, functions, imports, mentions, view } = code;
  if (table.isCommandLine) return [...calls];
  const names = new Set(
    imports.filter(({ module }) => table.spawns.modules.test(module)).flatMap((one) => one.names),
  );
  const wrapped = view
    .ofType('variable_declarator', 'assignment')
    .filter((node) => /\bpromisify\(/.test(view.text(node)));
  const given = wrapped.flatMap((node) => {
    const [name = '', ...used] = mentions(node);
    return used.some((one) => names.has(one)) ? [name] : [];
  });
  const own = functions
    .filter(({ body }) =>
      code.callsIn(body).some(({ path }) => table.spawns.calls.test(path) || names.has(path)),
    )
    .map(({ name }) => name);
  const all = new Set([...names, ...given, ...own]);
  return calls.filter(
    ({ path }) => table.spawns.calls.test(path) || all.has(path.split('.', 1)[0] ?? ''),
  );
}

export function judgeCommands(
  submission: Submission,
  reading: Reading,
  imports: ImportJudge,
): Found[] {
  const { code, path: file } = reading;
  const behind = createBehind(code);
  const project = createProject(submission, file);
  const ours = new Set(imports.subjectsOf(reading));
  const isAsserted = (node: SyntaxNode) =>
    code.assertions.some(({ operands }) => {
      const parts = operands.map(behind);
      const isOfOurs = parts.some(({ leaves }) => [...leaves].some((name) => ours.has(name)));
      return !isOfOurs && parts.some(({ calls }) => calls.some((one) => one.node === node));
    });
  const isReader = ({ path }: Call) => code.table.isCommandLine && code.table.reads.test(path);
  const started = spawnsIn(code).filter((call) => !isReader(call));
  return started.flatMap(({ node, path, args }): Found[] => {
    const parts = args.map(behind);
    const words = [
      ...(code.table.isCommandLine ? [path] : []),
      ...parts.flatMap(({ texts }) => texts),
    ];
    const isHelping = () => !isAsserted(node);
    const message = problemOf({ words, parts, project, imports, isHelping });
    return message === undefined ? [] : [{ node, message }];
  });
}

type Asked = {
  words: string[];
  parts: Behind[];
  project: Project;
  imports: ImportJudge;
  /** No assertion is about it alone. */
  isHelping(): boolean;
};

function problemOf({ words, parts, project, imports, isHelping }: Asked): string | undefined {
  const problem = words.flatMap((text) => imports.problemsOfProgram(text))[0];
  if (problem !== undefined) return `the program that is started loads what it may not: ${problem}`;
  const split = words.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');
  const hidden = project.hiddenIn(split, words);
  if (hidden !== undefined) return `\`${hidden}\` is not in the plan's contract`;
  if (!isInline(split, parts) || project.isNamedIn(words) || isHelping()) return undefined;
  return 'a program of the test’s own is started; start or load what the contract names';
}

const INTERPRETERS = [/^perl$/, ...LANGUAGES.flatMap(({ inline }) => inline ?? [])];
const INLINE = /^(?:-e|--eval|-p|--print|-pe|-c|-r|-)$/;

/** The program stands in the command line itself. */
function isInline(words: readonly string[], [first]: readonly Behind[]): boolean {
  const at = words.findIndex(isInterpreter);
  const isOwn =
    first !== undefined && ['process', 'sys', 'execPath'].some((name) => first.leaves.has(name));
  if (at === -1 && !isOwn) return false;
  const next = words.slice(at + 1).find((word) => INLINE.test(word) || !word.startsWith('-'));
  return next !== undefined && INLINE.test(next);
}

function isInterpreter(word: string): boolean {
  const name = /[^\s/]*$/.exec(word)?.[0] ?? '';
  return INTERPRETERS.some((pattern) => pattern.test(name));
}

type Project = {
  /** Code of the project that is run or loaded and is no part of the contract. */
  hiddenIn(split: readonly string[], words: readonly string[]): string | undefined;
  isNamedIn(words: readonly string[]): boolean;
};

function createProject({ plan, basePaths, files }: Submission, file: string): Project {
  const names = contractNames(plan);
  const written = new Set(files.map(({ path }) => path));
  const hidden = basePaths.filter(
    (path) =>
      languageOf(path) !== undefined &&
      !isTestPath(path) &&
      !written.has(path) &&
      path !== file &&
      !isInContract(names, path),
  );
  const stems = names.flatMap((name) => [name, name.replace(/\.\w+$/, ''), dotted(name)]);
  return {
    hiddenIn(split, words) {
      const programs = words.filter((word) => /\s/.test(word));
      const inside = hidden.find((path) => programs.some((text) => hasPath(text, path)));
      if (inside !== undefined) return inside;
      const at = split.findIndex((word) => isInContract(names, asPath(word)));
      const before = at === -1 ? split : split.slice(0, at);
      return hidden.find((path) => before.some((word) => asPath(word) === path));
    },
    isNamedIn: (words) => words.some((text) => stems.some((stem) => text.includes(stem))),
  };
}

function hasPath(text: string, path: string): boolean {
  const at = text.indexOf(path);
  return at !== -1 && /['"`]/.test(text) && !/[\w-]/.test(text[at - 1] ?? '');
}

function asPath(word: string): string {
  return word.replace(/^(?:\.{1,2}\/)+/, '');
}

function dotted(name: string): string {
  return name
    .replace(/\.py$/, '')
    .replace(/^(?:src|lib)\//, '')
    .replaceAll('/', '.');
}
