// The `run` line of a case: one command whose exit code is the test's own, naming its own files and
// no other test. Read as a shell reads it as far as words and operators go. Pure.
import { posix } from 'node:path';
import type { Language } from '../../../sandbox/languages/language.ts';
import { languageOf } from '../../../sandbox/languages/languages.ts';
import type { TestCase } from '../../../sandbox/protocol/cases.ts';
import { TEST_RUNNERS } from '../output/test-runners/test-runners.ts';
import { isTestPath } from '../path-rules.ts';
import type { Objection } from './objection.ts';
import type { Submission } from './submission.ts';

export function judgeRunLines(submission: Submission): Objection[] {
  const authored = new Set(submission.cases.flatMap(({ files }) => files));
  const base = new Set(submission.basePaths.filter(isTestPath));
  return submission.cases.flatMap((one) =>
    problemsOf(one, { authored, base }).map(
      (message): Objection => ({ rule: 'run-line', message, caseId: one.id }),
    ),
  );
}

type Known = { authored: ReadonlySet<string>; base: ReadonlySet<string> };

function problemsOf(one: TestCase, known: Known): string[] {
  const line = readLine(one.run);
  const operator = line.operators.find((mark) => mark !== '&&');
  if (operator !== undefined) {
    return [`\`${operator}\` would hide the test's own exit code; use one plain command`];
  }
  if (line.commands.some(([first]) => first === '!')) {
    return ["`!` turns the test's exit code around"];
  }
  const words = referringWords(line.commands);
  const problems: string[] = [];
  if (!one.files.some((path) => words.some((word) => refersTo(word, path)))) {
    problems.push('the line does not name a file of the case');
  }
  const others = [...known.authored, ...known.base].filter((path) => !one.files.includes(path));
  const foreign = others.find((path) => words.some((word) => names(word, path)));
  if (foreign !== undefined) problems.push(`the line also runs ${foreign}`);
  const wide = words.find((word) => isWide(word, one, others));
  if (wide !== undefined) problems.push(`\`${wide}\` runs more than the case; name its file`);
  const flag = line.commands.flat().find((word) => HIDING.test(word));
  if (flag !== undefined) problems.push(`\`${flag}\` lets a case pass without a test`);
  return problems;
}

const HIDING = new RegExp(
  `^--(?:${TEST_RUNNERS.flatMap(({ hidingOptions }) => hidingOptions).join('|')})(?:=|$)`,
);

type Line = { commands: string[][]; operators: string[] };

/** Words per command, quotes taken off; every operator outside quotes. */
function readLine(run: string): Line {
  const commands: string[][] = [[]];
  const operators: string[] = [];
  for (const [token] of run.matchAll(TOKEN)) {
    if (/^(?:[;|&<>`]|\$\(|\n)/.test(token)) {
      operators.push(token);
      if (token === '&&') commands.push([]);
    } else commands.at(-1)?.push(unquoted(token));
    // Inside double quotes a shell still runs what is between backquotes or $( ).
    if (/^[^']*"[^"]*(?:`|\$\()/.test(token)) operators.push('$(');
  }
  return { commands, operators };
}

const TOKEN = /&&|\|\||\$\(|[;|&<>`\n]+|(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s;|&<>`'"\\])+/g;

function unquoted(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, '$1$2$3');
}

/** Words that can name a file, as paths from the root: `cd` moves, flags keep their value. */
function referringWords(commands: readonly (readonly string[])[]): string[] {
  let directory = '';
  return commands.flatMap(([first = '', ...rest]) => {
    if (first === 'cd') directory = posix.normalize(posix.join(directory, rest[0] ?? ''));
    const words = first === 'cd' ? [] : [first, ...rest];
    return words.map((word) => {
      const value = word.replace(/^-[\w-]*=/, '').replace(/::.*$|:\d+$/, '');
      if (value.startsWith('-') || value.startsWith('/')) return value;
      return posix.normalize(posix.join(directory, value));
    });
  });
}

/** Of languages that we have no folder for, these want the name of a class. */
const NAMED_BY_CLASS = /\.(?:kt|cs|scala|swift)$/;

function namedBy(path: string): Language['testsNamedBy'] {
  return languageOf(path)?.testsNamedBy ?? (NAMED_BY_CLASS.test(path) ? 'name' : 'path');
}

function names(word: string, path: string): boolean {
  return word === path || (namedBy(path) === 'module' && isModule(word, path));
}

/** By path, by module, and where a test runner wants it so, by directory or by name. */
function refersTo(word: string, path: string): boolean {
  if (names(word, path)) return true;
  const how = namedBy(path);
  if (how === 'directory') return word.replace(/\/$/, '') === posix.dirname(path);
  const stem = posix.basename(path, posix.extname(path));
  return how === 'name' && word.split(/[^\w]/).includes(stem);
}

function isModule(word: string, path: string): boolean {
  const module = path.slice(0, -posix.extname(path).length).replaceAll('/', '.');
  return word === module || word.startsWith(`${module}.`);
}

/** A directory or a pattern that reaches other tests. */
function isWide(word: string, one: TestCase, others: readonly string[]): boolean {
  if (/[*?[]/.test(word) && word.includes('/')) return true;
  const directory = word === '.' ? '' : `${word.replace(/\/(?:\.\.\.)?$/, '')}/`;
  const isDirectory = one.files.every((path) => namedBy(path) === 'directory');
  if (isDirectory && !word.endsWith('...')) return false;
  return isTestPath(`${directory}x`) && others.some((path) => path.startsWith(directory));
}
