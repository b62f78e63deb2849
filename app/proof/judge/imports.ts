// What a test imports, held against the plan's contract: its own files, the contract's files and
// modules, and packages from outside the project; nothing else of the project. Pure.
import { posix } from 'node:path';
import { contractNames, isInContract, isNamedModule } from '../contract.ts';
import type { Found, Import, Language } from './language.ts';
import type { Source } from './source.ts';
import type { Submission } from './submission.ts';

/** Where a module lies: a path of the repository, or a package from outside. */
type Place = { path: string } | 'package' | 'outside';

export type ImportJudge = {
  judge(source: Source, language: Language): Found[];
  /** Whether a name in that file means code of the project. */
  isProjectModule(file: string, id: Language['id']): (module: string) => boolean;
};

/** What is asked again for every import, looked up once. */
type Known = {
  cases: Submission['cases'];
  names: readonly string[];
  written: ReadonlySet<string>;
  base: ReadonlySet<string>;
  /** The first segments of all Python files of the project. */
  pythonRoots: ReadonlySet<string>;
};

export function createImportJudge({ plan, cases, files, basePaths }: Submission): ImportJudge {
  const names = contractNames(plan);
  const known: Known = {
    cases,
    names,
    written: new Set(files.map(({ path }) => path)),
    base: new Set(basePaths),
    pythonRoots: pythonRoots([...basePaths, ...names]),
  };
  return {
    judge(source, { id, imports }) {
      return (imports?.(source) ?? []).flatMap((one) => {
        const message = problemOf(known, one, { module: one.module, file: source.path, id });
        return message === undefined ? [] : [{ index: one.index, message }];
      });
    },
    isProjectModule: (file, id) => (module) =>
      placeOf(known, { module, file, id }) !== 'package' || isNamedModule(names, module),
  };
}

type Asked = { module: string; file: string; id: Language['id'] };

function problemOf(known: Known, one: Import, asked: Asked): string | undefined {
  const { names, cases } = known;
  if (one.isComputed) return 'an import must name its module in a plain string';
  const place = placeOf(known, asked);
  if (place === 'package' || isNamedModule(names, one.module)) return undefined;
  if (place === 'outside') return `\`${one.module}\` lies outside the repository`;
  const { path } = place;
  if (known.written.has(path)) {
    const users = cases.filter(({ files }) => files.includes(asked.file));
    if (users.every(({ files }) => files.includes(path))) return undefined;
    return `\`${path}\` is not among the files of the case`;
  }
  if (isInContract(names, path)) return undefined;
  return known.base.has(path)
    ? `\`${path}\` is not in the plan's contract`
    : `\`${one.module}\` neither exists nor is in the plan's contract`;
}

function placeOf(known: Known, asked: Asked): Place {
  if (asked.id === 'javascript') return javascriptPlace(known, asked);
  return asked.id === 'python' ? pythonPlace(known, asked) : 'package';
}

/** Aliases of build tools look like packages and mean files of the project. */
const ALIAS = /^(?:#|@\/|~\/|~~\/|\$lib\/)/;
const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json'];

function javascriptPlace(known: Known, { module, file }: Asked): Place {
  if (ALIAS.test(module)) return { path: module };
  if (!/^\.{0,2}\//.test(module) && module !== '.' && module !== '..') return 'package';
  const joined = posix.join(posix.dirname(file), module.replace(/[?#].*$/, ''));
  if (module.startsWith('/') || joined.startsWith('..')) return 'outside';
  const path = joined.replace(/\/$/, '');
  const candidates = [
    path,
    ...ENDINGS.map((ending) => path + ending),
    ...ENDINGS.map((ending) => `${path}/index${ending}`),
    path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'),
  ];
  return { path: firstKnown(known, candidates) ?? path };
}

const PYTHON_PARENTS = ['', 'src', 'lib'];

function pythonPlace(known: Known, { module, file }: Asked): Place {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  if (dots === 0) {
    const found = pythonFile(known, PYTHON_PARENTS, parts);
    if (found !== undefined) return { path: found };
    return known.pythonRoots.has(parts[0] ?? '') ? { path: parts.join('/') } : 'package';
  }
  const up = posix.join(posix.dirname(file), ...Array.from({ length: dots - 1 }, () => '..'));
  if (up.startsWith('..')) return 'outside';
  return { path: pythonFile(known, [up], parts) ?? posix.join(up, ...parts) };
}

/** `shop.cart.total` may be a module, or a name in `shop.cart`: the longest that is a file counts. */
function pythonFile(
  known: Known,
  parents: readonly string[],
  parts: readonly string[],
): string | undefined {
  const lengths = parts.map((_part, index) => parts.length - index);
  const candidates = lengths.flatMap((length) =>
    parents.flatMap((parent) => {
      const path = posix.join(parent, ...parts.slice(0, length));
      return [`${path}.py`, `${path}/__init__.py`];
    }),
  );
  return firstKnown(known, candidates);
}

function pythonRoots(paths: readonly string[]): Set<string> {
  const python = paths.filter((path) => path.endsWith('.py'));
  return new Set(
    python.map((path) => {
      const [first = '', second = ''] = path.split('/');
      const name = (first === 'src' || first === 'lib') && second !== '' ? second : first;
      return name.replace(/\.py$/, '');
    }),
  );
}

function firstKnown({ written, base, names }: Known, candidates: readonly string[]) {
  return candidates.find(
    (path) => written.has(path) || base.has(path) || isInContract(names, path),
  );
}
