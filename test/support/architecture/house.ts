// What only the whole tree shows: folders that have become heaps, folders that lean on each other,
// exports that nobody takes, and pages that are cited but not here. Pure.
import { posix } from 'node:path';
import type { Node } from 'oxc-parser';
import { resolveRelative } from './imports.ts';
import { listRequests, type ModuleRequest } from './module-requests.ts';
import { type ParsedFile, parseFile, type SourceFile } from './parse.ts';
import { isChecked, isNamedBy, isTest } from './patterns.ts';
import { type Finding, FOLDER_FILES, LOOSE_FILES, TAKEN_OUTSIDE, UNCITED } from './rules.ts';

type Requests = ReadonlyMap<string, readonly ModuleRequest[]>;

/** `files` as for checkArchitecture, but with the texts of documents too. */
export function checkHouse(files: readonly SourceFile[]): Finding[] {
  const parsed = files.filter(({ path }) => isChecked(path)).map(parseFile);
  const requestsOf = new Map(parsed.map((file) => [file.path, listRequests(file)]));
  const product = parsed.filter(({ path }) => !isTest(path));
  const paths = product.map(({ path }) => path);
  const taken = takenFrom(requestsOf);
  return [
    ...looseFiles(paths),
    ...fullFolders(paths),
    ...folderCycles(requestsOf),
    ...product.flatMap((file) => unusedExports(file, taken.get(file.path) ?? new Set())),
    ...files.flatMap(citations),
  ];
}

function looseFiles(paths: readonly string[]): Finding[] {
  const loose = paths.filter((path) => posix.dirname(path) === 'app');
  if (loose.length <= LOOSE_FILES) return [];
  const problem = `has ${loose.length} files of its own: ${loose.map((path) => posix.basename(path)).join(', ')}`;
  return [{ rule: 'loose-files', path: 'app', line: 1, problem }];
}

function fullFolders(paths: readonly string[]): Finding[] {
  return [...Map.groupBy(paths, (path) => posix.dirname(path))]
    .filter(([, inside]) => inside.length > FOLDER_FILES)
    .map(([path, inside]) => {
      return { rule: 'folder-size', path, line: 1, problem: `holds ${inside.length} files` };
    });
}

type Edge = { from: string; to: string; path: string; line: number };

/**
 * What lies in one folder, its files and the folders in it as wholes, is used in one direction only.
 * A folder may use a file beside it that does not use it in turn, over others included.
 */
function folderCycles(requestsOf: Requests): Finding[] {
  const levels = new Map<string, Edge[]>();
  for (const [path, requests] of requestsOf) {
    if (isTest(path)) continue;
    for (const { specifier, line } of requests) {
      const target = specifier && resolveRelative(path, specifier);
      if (target === undefined || target === '' || !requestsOf.has(target)) continue;
      const { folder, from, to } = fork(path, target);
      if (from === to) continue;
      const edges = levels.get(folder) ?? [];
      levels.set(folder, [...edges, { from, to, path, line }]);
    }
  }
  return [...levels].flatMap(([folder, edges]) => cyclesAt(folder, edges));
}

/**
 * The last folder both lie in, and what in it each lies in. The folders of app/, action/ and
 * sandbox/ count as lying in one: the owner fixed those names, not who uses whom.
 */
function fork(path: string, target: string): { folder: string; from: string; to: string } {
  const one = parts(path);
  const other = parts(target);
  let same = 0;
  while (same < one.length - 1 && one[same] === other[same]) same += 1;
  const folder = one.slice(0, same).join('/');
  return { folder, from: one[same] ?? '', to: other[same] ?? '' };
}

function parts(path: string): string[] {
  const [top = '', second = '', ...rest] = path.split('/');
  return [`${top}/${second}`, ...rest];
}

function cyclesAt(folder: string, edges: readonly Edge[]): Finding[] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const queue = [start];
    for (const at of queue) {
      for (const { to } of targets.get(at) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        queue.push(to);
      }
    }
    return seen;
  };
  const reached = new Map([...targets.keys()].map((name) => [name, reach(name)]));
  const pairs = Map.groupBy(edges, ({ from, to }) => `${from} → ${to}`);
  // Two files are told by the rule about files; here one side is a folder.
  const isFolder = (name: string) => !name.includes('.');
  return [...pairs.values()].flatMap(([edge]) => {
    if (edge === undefined || !(isFolder(edge.from) || isFolder(edge.to))) return [];
    if (!reached.get(edge.to)?.has(edge.from)) return [];
    const problem = `leads in ${folder || 'the product'} from ${edge.from} to ${edge.to}, which leads back`;
    return [{ rule: 'folder-cycles', path: edge.path, line: edge.line, problem }];
  });
}

function unusedExports(file: ParsedFile, taken: ReadonlySet<string>): Finding[] {
  if (taken.has('*') || isNamedBy(TAKEN_OUTSIDE, file.path)) return [];
  return file.nodes.flatMap(exportsOf).flatMap(({ name, at }) => {
    if (taken.has(name)) return [];
    const problem = `exports ${name}, which nobody takes`;
    return [{ rule: 'unused-export', path: file.path, line: file.lineAt(at), problem } as const];
  });
}

/** Of each file, the names that others take from it. */
function takenFrom(requestsOf: Requests): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  for (const [path, requests] of requestsOf) {
    for (const { specifier, names } of requests) {
      const target = specifier && resolveRelative(path, specifier);
      if (target === undefined || target === path) continue;
      taken.set(target, (taken.get(target) ?? new Set()).union(new Set(names)));
    }
  }
  return taken;
}

function exportsOf(node: Node): { name: string; at: number }[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const at = node.start;
  const listed = node.specifiers.map(({ exported }) => {
    return { name: exported.type === 'Literal' ? exported.value : exported.name, at };
  });
  const { declaration } = node;
  if (declaration === null) return listed;
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) =>
      id.type === 'Identifier' ? [{ name: id.name, at }] : [],
    );
  }
  const { id } = declaration;
  return id !== null && id.type === 'Identifier' ? [{ name: id.name, at }] : listed;
}

/** Pages of the team that are not in the repository, by the ways they are cited. */
const OUTSIDE =
  /\b(?:RULINGS?|LEDGER|LAYOUT|PLATFORM\.md|HOOKS\.md|SETUP\.md|GITHUB\.md|SECURITY\.md|STYLE\.md|DESIGN(?:\.md| §)|SECURITY [AF]\d|[Ss]eeds? 00\d)|\([AF]\d\d[,)]|\b(?:GITHUB|DESIGN|STYLE|PLATFORM) §/;

function citations({ path, text }: SourceFile): Finding[] {
  if (isNamedBy(UNCITED, path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const [cited] = OUTSIDE.exec(line) ?? [];
    if (cited === undefined) return [];
    const problem = `cites ${cited}, which is not in the repository`;
    return [{ rule: 'outside-citation', path, line: index + 1, problem } as const];
  });
}
