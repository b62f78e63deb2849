// Facts as lines: the one command that sets everything up, the one that tests everything, and what a
// planner is told. Pure.
import type { RepositoryFacts, Root } from '../../../sandbox/projects/facts.ts';

/** What a repository's settings say; it wins over what was found. */
type Said = { setup?: string | undefined; test?: string | undefined };

/** A plan's line has room for no more. */
const LONGEST = 500;
const ROOTS_SHOWN = 20;

/** Undefined: nothing is to be installed, or nothing says how. */
export function setupLine({ roots }: RepositoryFacts): string | undefined {
  return joined(roots.map(({ directory, setup }) => inDirectory(directory, setup)));
}

/** Undefined also when the line would be too long for a plan. */
export function suiteLine({ roots }: RepositoryFacts): string | undefined {
  const own = roots.filter((root) => !isTestedAbove(root, roots));
  const line = joined(own.map(({ directory, test }) => inDirectory(directory, test)));
  return line === undefined || line.length > LONGEST || /\p{Cc}/u.test(line) ? undefined : line;
}

/** For a planner: what was found, and by what. Texts are the repository's: data, one line each. */
export function factLines(facts: RepositoryFacts, said: Said): string[] {
  const test = said.test ?? suiteLine(facts);
  const setup = said.setup ?? setupLine(facts);
  const from = (one: string | undefined) => (one === undefined ? 'found' : 'from the settings');
  return [
    'Found in the repository (check it before you rely on it):',
    setup === undefined
      ? '- Setup: none was found.'
      : `- Setup, done already (${from(said.setup)}): ${flat(setup)}`,
    test === undefined
      ? `- Tests: ${facts.hasTests ? 'nothing says how they are run' : 'none were found'}.`
      : `- Tests (${from(said.test)}): ${flat(test)}`,
    ...facts.roots.slice(0, ROOTS_SHOWN).map(rootLine),
    ...facts.notes.map((note) => `- Note: ${flat(note)}`),
  ];
}

function rootLine(root: Root): string {
  const { directory, language, packageManager, testRunner, test, why } = root;
  const about = [
    language,
    ...(packageManager === undefined ? [] : [packageManager]),
    ...(testRunner === undefined ? [] : [`tested with ${testRunner}`]),
    ...(test === undefined ? [] : [`\`${flat(test)}\``]),
  ];
  return `- ${flat(directory === '' ? '.' : directory)}: ${about.join(', ')} (${flat(why.join('; '))})`;
}

/** A member of a workspace is tested with it, where it has tests of its own. */
function isTestedAbove({ partOf, language }: Root, roots: readonly Root[]): boolean {
  if (partOf === undefined) return false;
  return roots.some(
    (one) => one.directory === partOf && one.language === language && one.test !== undefined,
  );
}

function inDirectory(directory: string, line: string | undefined): string | undefined {
  if (line === undefined || directory === '') return line;
  return `(cd -- ${quoted(directory)} && ${line})`;
}

function joined(lines: readonly (string | undefined)[]): string | undefined {
  const all = lines.filter((line) => line !== undefined);
  if (all.length <= 1) return all[0];
  return all
    .map((line) => (/ \|\| /.test(line) && !line.startsWith('(') ? `(${line})` : line))
    .join(' && ');
}

function quoted(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function flat(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, LONGEST);
}
