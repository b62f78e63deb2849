// What a test imports, held against the plan's contract: its own files, the contract's files and
// modules, and packages from outside the project; nothing else of the project. Pure.
import type { Found, ImportPart } from '../../../sandbox/syntax/languages/table.ts';
import { contractNames, isInContract, isNamedModule } from '../contract.ts';
import { matchesAny } from '../path-pattern.ts';
import { createPlaces } from './import-places.ts';
import type { Known, Place } from './place.ts';
import type { Reading } from './readings.ts';
import type { Submission } from './submission.ts';

export type ImportJudge = {
  judge(reading: Reading): Found[];
  /** Whether a name in that file means code of the project. */
  isProjectModule(reading: Reading): (module: string) => boolean;
  /** Names in that file that stand for code of the project, the author's own files left out. */
  subjectsOf(reading: Reading): string[];
  /** The author's own file that a name in that file means. */
  authoredPath(reading: Reading, module: string): string | undefined;
  /** What is wrong with a module of the project that is loaded from the root of the repository. */
  problemAtRoot(module: string, language: string): string | undefined;
};

export function createImportJudge(submission: Submission): ImportJudge {
  const { plan, cases, files, basePaths, manifests = new Map() } = submission;
  const names = contractNames(plan);
  const known: Known = {
    names,
    written: new Set(files.map(({ path }) => path)),
    base: new Set(basePaths),
    manifests,
  };
  const placeOf = createPlaces(known);
  const isProjectModule =
    ({ path: file, code }: Reading) =>
    (module: string) =>
      placeOf({ module, file, language: code.table.name }) !== 'package' ||
      isNamedModule(names, module);
  const authoredPath = ({ path: file, code }: Reading, module: string) => {
    const place = placeOf({ module, file, language: code.table.name });
    return typeof place !== 'string' && known.written.has(place.path) ? place.path : undefined;
  };
  return {
    judge({ path: file, code }) {
      return code.imports.flatMap((one) => {
        const { module, isComputed, node } = one;
        const place = placeOf({ module, file, language: code.table.name });
        const message = problemOf(known, { module, isComputed, place, file, cases });
        return message === undefined ? [] : [{ node, message }];
      });
    },
    isProjectModule,
    authoredPath,
    subjectsOf(reading) {
      const isOurs = isProjectModule(reading);
      return reading.code.imports
        .filter(({ module }) => isOurs(module) && authoredPath(reading, module) === undefined)
        .flatMap((one) => one.names);
    },
    problemAtRoot(module, language) {
      const place = placeOf({ module, file: 'root', language });
      if (typeof place === 'string') return undefined;
      // Nobody knows for sure where a program runs: what is not there is none of ours.
      const isOurs = known.base.has(place.path) || matchesAny(plan.paths, place.path);
      if (!isOurs && place.isThere !== true) return undefined;
      return problemOf(known, { module, isComputed: false, place, file: 'root', cases: [] });
    },
  };
}

type Asked = Pick<ImportPart, 'module' | 'isComputed'> & {
  place: Place;
  file: string;
  cases: Submission['cases'];
};

function problemOf(
  known: Known,
  { module, isComputed, place, file, cases }: Asked,
): string | undefined {
  if (isComputed) return 'an import must name its module in a plain string';
  if (place === 'package' || isNamedModule(known.names, module)) return undefined;
  if (place === 'outside') return `\`${module}\` lies outside the repository`;
  const { path } = place;
  if (known.written.has(path)) {
    const users = cases.filter(({ files }) => files.includes(file));
    if (users.every(({ files }) => files.includes(path))) return undefined;
    return `\`${path}\` is not among the files of the case`;
  }
  if (isInContract(known.names, path) || place.isOpen === true) return undefined;
  return known.base.has(path) || place.isThere === true
    ? `\`${path}\` is not in the plan's contract`
    : `\`${module}\` neither exists nor is in the plan's contract`;
}
