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
const COMMENT = /^ *(?:\/\/|\/?\*|--).*$/gm;
/** Trees and texts that are made up, and what is generated. */
const MADE_UP = /^(?:test\/(?:fixtures|proof-corpus|support\/architecture)|action\/dist)\//;
const CODE_SPAN = /`([^`\n]+)`/g;
const FUNCTION_IN_FILE = /^([\w./-]+\.m?ts): (\w+)$/;
/** As code is written and words are not: `planHunks`, `job_edges`, `WAITING_STRATEGY`. */
const NAME = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+_\w+)$/;
const LINK = /\]\(([^)\s]+)\)/g;
const NUMBERED = /^(\d+)\. /gm;
/** `decision 4`, `decisions 4, 5 and 8`. */
const CITED = /\bdecisions? (\d+(?:(?:, |–| and )\d+)*)\b/g;

export function checkPages(files: readonly SourceFile[]): string[] {
  const tree = readTree(files);
  const pages = files.filter(({ path }) => PAGE.test(path));
  return [
    ...pages.flatMap((page) => checkPage(page, tree)),
    ...files.flatMap(uncited(tree)),
    ...files.flatMap(misled(tree)),
  ];
}

type Tree = {
  paths: ReadonlySet<string>;
  texts: ReadonlyMap<string, string>;
  /** Every word of the sources. */
  words: ReadonlySet<string>;
  /** Of each page, what a link may name behind `#`. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>;
  decisions: ReadonlySet<number>;
};

function readTree(files: readonly SourceFile[]): Tree {
  const parents = files.flatMap(({ path }) => foldersOf(path));
  const sources = files.filter(({ path }) => SOURCES.test(path) && path !== CASES);
  const pages = files.filter(({ path }) => PAGE.test(path));
  const page = files.find(({ path }) => path === DECISIONS);
  return {
    paths: new Set([...files.map(({ path }) => path), ...parents]),
    texts: new Map(sources.map(({ path, text }) => [path, text])),
    words: new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? [])),
    anchors: new Map(pages.map(({ path, text }) => [path, anchorsOf(text)])),
    decisions: new Set(Array.from(page?.text.matchAll(NUMBERED) ?? [], ([, n]) => Number(n))),
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
    ...(path === DECISIONS ? [...gaps(tree.decisions), ...twice(text)] : []),
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

function deadLink(page: string, target: string, { paths, anchors }: Tree): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page : posix.join(posix.dirname(page), file);
  const isThere = anchor === undefined || (anchors.get(path)?.has(anchor) ?? true);
  return paths.has(path) && isThere ? undefined : `the link ${target} leads nowhere`;
}

/** Headings, as GitHub names them. */
function anchorsOf(text: string): Set<string> {
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  return new Set(
    headings.map((heading) => {
      const words = heading.trim().toLowerCase();
      return words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    }),
  );
}

function gaps(decisions: ReadonlySet<number>): string[] {
  const all = Array.from({ length: Math.max(0, ...decisions) }, (_none, index) => index + 1);
  return all.filter((n) => !decisions.has(n)).map((n) => `there is no decision ${n}`);
}

function twice(text: string): string[] {
  const numbers = Array.from(text.matchAll(NUMBERED), ([, n]) => Number(n));
  return numbers
    .filter((n, at) => numbers.indexOf(n) < at)
    .map((n) => `decision ${n} stands twice`);
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

/** Comments of sources that name what is not there. Those about tests name made-up ones too. */
function misled(tree: Tree) {
  return ({ path, text }: SourceFile): string[] => {
    if (!SOURCES.test(path) || path === CASES || MADE_UP.test(path)) return [];
    const comments = Array.from(text.matchAll(COMMENT), ([line]) => line).join('\n');
    const named = Array.from(comments.matchAll(PATH), ([one]) => one);
    const real = named.filter((one) => !one.startsWith('test/'));
    const problems = real.map((one) => missingPath(one, tree)).filter((one) => one !== undefined);
    return [...new Set(problems)].map((problem) => `${path}: ${problem}`);
  };
}
