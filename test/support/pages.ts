// What pages of the repository say about the repository: paths, functions in files, names, links and
// numbered decisions. Answers what does not hold, one sentence each. Pure.
import { posix } from 'node:path';
import type { SourceFile } from './architecture/parse.ts';

const PAGE = /^(?:docs\/[^/]+|README|CONTRIBUTING)\.md$/;
const DECISIONS = 'docs/decisions.md';
/** Its cases name what does not exist, on purpose. */
const CASES = 'test/unit/docs.test.ts';
const SOURCES = /^(?:app|action|sandbox|test|migrations|deploy)\//;
/** Folders that pages name; a path may end in `/`, `*` or nothing. */
const PATH = /(?<![\w./-])(?:app|action|sandbox|test|migrations|deploy|docs)\/[\w.*/-]*/g;
const CODE_SPAN = /`([^`\n]+)`/g;
const FUNCTION_IN_FILE = /^([\w./-]+\.m?ts): (\w+)$/;
/** As code is written and words are not: `planHunks`, `job_edges`, `WAITING_STRATEGY`. */
const NAME = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+_\w+)$/;
const LINK = /\]\(([^)\s]+)\)/g;
/** `decision 4`, `decisions 4, 5 and 8`. */
const CITED = /\bdecisions? (\d+(?:(?:, |–| and )\d+)*)\b/g;

export function checkPages(files: readonly SourceFile[]): string[] {
  const tree = readTree(files);
  const pages = files.filter(({ path }) => PAGE.test(path));
  return [...pages.flatMap((page) => checkPage(page, tree)), ...files.flatMap(uncited(tree))];
}

type Tree = {
  paths: ReadonlySet<string>;
  texts: ReadonlyMap<string, string>;
  /** Every word of the sources. */
  words: ReadonlySet<string>;
  decisions: ReadonlySet<number>;
};

function readTree(files: readonly SourceFile[]): Tree {
  const parents = files.flatMap(({ path }) => foldersOf(path));
  const sources = files.filter(({ path }) => SOURCES.test(path) && path !== CASES);
  const page = files.find(({ path }) => path === DECISIONS);
  return {
    paths: new Set([...files.map(({ path }) => path), ...parents]),
    texts: new Map(sources.map(({ path, text }) => [path, text])),
    words: new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? [])),
    decisions: new Set(Array.from(page?.text.matchAll(/^(\d+)\. /gm) ?? [], ([, n]) => Number(n))),
  };
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function checkPage(page: SourceFile, tree: Tree): string[] {
  const { path, text } = page;
  const found = [
    ...Array.from(text.matchAll(PATH), ([named]) => missingPath(named, tree)),
    ...Array.from(text.matchAll(CODE_SPAN), ([, span = '']) => missingName(span, tree)),
    ...Array.from(text.matchAll(LINK), ([, target = '']) => deadLink(path, target, tree)),
    ...(path === DECISIONS ? gaps(tree.decisions) : []),
  ];
  const problems = found.filter((problem) => problem !== undefined);
  return [...new Set(problems)].map((problem) => `${path}: ${problem}`);
}

/** `test/e2e/*.test.ts` and `app/job/**` name the folder before the star. */
function missingPath(named: string, { paths }: Tree): string | undefined {
  const whole = named.replace(/[^/]*\*.*$/, '').replace(/[/.-]+$/, '');
  return paths.has(whole) ? undefined : `there is no ${whole}`;
}

function missingName(span: string, { texts, words }: Tree): string | undefined {
  const [, file = '', name = ''] = FUNCTION_IN_FILE.exec(span) ?? [];
  if (name !== '' && texts.has(file)) {
    return isDeclared(texts.get(file) ?? '', name) ? undefined : `${file} declares no ${name}`;
  }
  return !NAME.test(span) || words.has(span) ? undefined : `nothing is named ${span}`;
}

function isDeclared(text: string, name: string): boolean {
  return new RegExp(`\\b(?:function\\*?|const|let|class|type) ${name}\\b`).test(text);
}

function deadLink(page: string, target: string, { paths }: Tree): string | undefined {
  if (/^(?:[a-z]+:|#)/.test(target)) return undefined;
  const [file = ''] = target.split('#');
  const path = posix.join(posix.dirname(page), file);
  return paths.has(path) ? undefined : `the link ${target} leads nowhere`;
}

function gaps(decisions: ReadonlySet<number>): string[] {
  const all = Array.from({ length: Math.max(0, ...decisions) }, (_none, index) => index + 1);
  return all.filter((n) => !decisions.has(n)).map((n) => `there is no decision ${n}`);
}

function uncited({ decisions }: Tree) {
  return ({ path, text }: SourceFile): string[] => {
    if (!(SOURCES.test(path) || PAGE.test(path)) || path === CASES) return [];
    const cited = Array.from(
      text.matchAll(CITED),
      ([, numbers = '']) => numbers.match(/\d+/g) ?? [],
    );
    const wrong = new Set(cited.flat().map(Number)).difference(decisions);
    return [...wrong].map((n) => `${path}: there is no decision ${n} in ${DECISIONS}`);
  };
}
