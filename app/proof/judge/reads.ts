// Reading files of the project, or asking whether they are there, instead of calling what they hold:
// such a test checks how something is written, not what it does. Files that the test made itself, the
// author's own files, and a file that the plan declares as a surface may be read. Pure.
import { posix } from 'node:path';
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { matchesAny } from '../../../sandbox/projects/path-pattern.ts';
import { type Behind, createBehind } from '../../../sandbox/syntax/code/behind.ts';
import type { Call, Found } from '../../../sandbox/syntax/code/table.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import { contractNames, isInContract } from '../contract.ts';
import { isTestPath } from '../path-rules.ts';
import { spawnsIn } from './commands.ts';
import type { Reading } from './readings.ts';
import type { Submission } from './submission.ts';

/** Programs that read what they are given. */
const READERS =
  /^(?:cat|[ef]?grep|rg|sed|awk|head|tail|wc|ls|stat|find|test|diff|cmp|md5sum|sha\d*sum|cksum|git)$/;
/** What makes places of its own, or is handed one by a runner. */
const OWN_PLACE = /tmp|temp|scratch|sandbox|workdir|mktmpdir/i;

export function judgeReads(
  submission: Submission,
  reading: Reading,
  isOurs: (module: string) => boolean,
): Found[] {
  const { code, path: file } = reading;
  const behind = createBehind(code);
  const project = createProject(submission, file);
  const foreign = new Set([
    ...code.imports.filter(({ module }) => isOurs(module)).flatMap(({ names }) => names),
    ...openParameters(reading),
  ]);
  const isOwn = ({ texts, leaves, calls }: Behind) =>
    [...leaves, ...texts, ...calls.map(({ path }) => path)].some((one) => OWN_PLACE.test(one)) ||
    [...leaves].some((name) => foreign.has(name));
  const spawns = new Set(spawnsIn(code));
  const isAsking = (call: Call) => code.table.reads.test(call.path) || spawns.has(call);
  return code.calls.filter(isAsking).flatMap((call): Found[] => {
    if (isOfItself(reading, call)) {
      return [{ node: call.node, message: 'a test that reads itself asks nothing of the code' }];
    }
    const asked = askedOf(reading, call, behind).filter((one) => !isOwn(one));
    const found = asked.map(({ texts }) => project.fileIn(texts)).find(isKnown);
    if (found === undefined) return [];
    const message = `\`${found}\` is a file of the project; call what it holds instead of reading it`;
    return [{ node: call.node, message }];
  });
}

const ITSELF =
  /^(?:(?:pathlib\.)?Path\(|new URL\(|(?:url\.)?fileURLToPath\()*(?:__file__|__filename|import\.meta\.(?:url|filename)|process\.argv\[1\]|"?\$0"?)\)*$/;

/** Whoever looks whether it was changed is red when it should be, and for no other reason. */
function isOfItself({ code }: Reading, { args, receiver }: Call): boolean {
  const given = receiver === undefined ? args : [...args, receiver];
  return given.some((one) => ITSELF.test(code.view.text(one)));
}

function isKnown(path: string | undefined): path is string {
  return path !== undefined;
}

/** Parameters of nobody's call: a runner hands something over. */
function openParameters({ code }: Reading): string[] {
  const { view, table, tests } = code;
  const isTest = (node: SyntaxNode | undefined) => tests.some((test) => test.node === node);
  return view.nodes
    .filter((node) => table.parameterLists.has(node.type) && isTest(view.parent(node)))
    .flatMap((node) => code.mentions(node));
}

const LISTS = /^(?:array|list|tuple|array_expression|arguments|argument_list|pair|object)$/;

/** The parts of a call that can name a file, each by itself: some may be the test's own. */
function askedOf(
  { code }: Reading,
  { path, args, receiver }: Call,
  behind: (node: SyntaxNode) => Behind,
): Behind[] {
  const isRead = code.table.reads.test(path);
  const given = isRead && receiver !== undefined ? [...args, receiver] : args;
  const parts = given
    .flatMap((one) =>
      LISTS.test(one.type) ? one.children.filter(({ isNamed }) => isNamed) : [one],
    )
    .map(behind);
  if (isRead) return parts;
  const words = parts.flatMap(({ texts }) => texts.flatMap((text) => text.split(/[\s'";|&()]+/)));
  if (!startsReader(words)) return [];
  return parts.flatMap((part) => {
    const each = part.texts.flatMap((text) => text.split(/[\s'";|&()]+/));
    return each.length === 0
      ? [part]
      : each.map((text) => Object.assign({}, part, { texts: [text] }));
  });
}

/** A program is the first word, or stands in a line for a shell. */
function startsReader([first = '', ...rest]: readonly string[]): boolean {
  const isLine = /^(?:\S*\/)?(?:sh|bash|zsh)$/.test(first);
  return READERS.test(first) || (isLine && rest.some((word) => READERS.test(word)));
}

type Project = { fileIn(texts: readonly string[]): string | undefined };

function createProject({ plan, cases, files, basePaths }: Submission, file: string): Project {
  const names = contractNames(plan);
  const written = new Set(files.map(({ path }) => path));
  const isSurface = cases.some(
    (one) =>
      one.files.includes(file) &&
      plan.criteria.some(({ id, surface }) => id === one.criterion && surface === 'file'),
  );
  const base = basePaths.filter((path) => !isTestPath(path));
  const sources = [...base, ...names].filter((path) => languageOf(path) !== undefined);
  const all = new Set([...base, ...names]);
  const directories = new Set(base.flatMap(parentsOf));
  const fence = plan.paths.filter((path) => !path.startsWith('*'));
  const isDeclared = (path: string) =>
    isSurface && isInContract(names, path) && languageOf(path) === undefined;
  const isTheirs = (path: string) =>
    all.has(path) || directories.has(path) || (matchesAny(fence, path) && !isTestPath(path));
  return {
    fileIn(texts) {
      const candidates = [...texts, posix.join(...texts), texts.join('')].filter(isPathLike);
      const places = candidates
        .flatMap((text) => placesOf(text, file))
        .sort((one, next) => next.length - one.length);
      if (places.some((path) => written.has(path))) return undefined;
      const found = places.find((path) => isTheirs(path) && !isDeclared(path));
      return found ?? sources.find((path) => places.some((one) => path.endsWith(`/${one}`)));
    },
  };
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

function isPathLike(text: string): boolean {
  return /^[^\s<>|"'`$*?]+$/.test(text) && /\w/.test(text) && !text.startsWith('-');
}

/** From the root and from the test. */
function placesOf(text: string, file: string): string[] {
  const near = posix.join(posix.dirname(file), text);
  const plain = posix.normalize(text).replace(/^(?:\.{1,2}\/)+/, '');
  return [plain, near].map((path) => path.replace(/\/$/, '')).filter((path) => !/^\.?$/.test(path));
}
