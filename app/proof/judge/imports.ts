// What a test imports, held against the plan's contract: its own files, the contract's files and
// modules, and packages from outside the project; nothing else of the project. Pure.

import { LANGUAGES } from '../../../sandbox/languages/languages.ts';
import { matchesAny } from '../../../sandbox/projects/path-pattern.ts';
import type { Known, Place, PlaceOf, Places } from '../../../sandbox/syntax/code/places.ts';
import type { Found, ImportPart } from '../../../sandbox/syntax/code/table.ts';
import { contractNames, isInContract, isNamedModule } from '../contract.ts';
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
  /** What is wrong with what a program in a text loads from the root of the repository. */
  problemsOfProgram(text: string): string[];
};

const ALL_PLACES = new Set(LANGUAGES.flatMap(({ table }) => table?.places ?? []));
/** Files of the base commit that name the project's own modules. */
export const MANIFESTS: readonly string[] = [...ALL_PLACES].flatMap(({ manifests }) => manifests);

export function createImportJudge(submission: Submission): ImportJudge {
  const { plan, cases, files, basePaths, manifests = new Map() } = submission;
  const names = contractNames(plan);
  const known: Known = {
    names,
    isInContract: (path) => isInContract(names, path),
    written: new Set(files.map(({ path }) => path)),
    base: new Set(basePaths),
    manifests,
  };
  const placeIn = createPlaces(known);
  const placeOf = ({ path, code }: Reading, module: string) =>
    placeIn(code.table.places)(module, path);
  const isProjectModule = (reading: Reading) => (module: string) =>
    placeOf(reading, module) !== 'package' || isNamedModule(names, module);
  const authoredPath = (reading: Reading, module: string) => {
    const place = placeOf(reading, module);
    return typeof place !== 'string' && known.written.has(place.path) ? place.path : undefined;
  };
  return {
    judge(reading) {
      const { path: file, code } = reading;
      return code.imports.flatMap(({ module, isComputed, node }) => {
        const place = placeOf(reading, module);
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
    problemsOfProgram(text) {
      const asked = [...ALL_PLACES].flatMap((places) =>
        (places.loadedBy?.(text) ?? [])
          .filter((module) => module !== '')
          .map((module) => ({ module, place: placeIn(places)(module, 'root') })),
      );
      return asked.flatMap(({ module, place }) => {
        if (typeof place === 'string') return [];
        // Nobody knows for sure where a program runs: what is not there is none of ours.
        const isOurs = known.base.has(place.path) || matchesAny(plan.paths, place.path);
        if (!isOurs && place.isThere !== true) return [];
        const about = { module, isComputed: false, place, file: 'root', cases: [] };
        return problemOf(known, about) ?? [];
      });
    },
  };
}

/** What a language looks up is looked up once. */
function createPlaces(known: Known): (places: Places | undefined) => PlaceOf {
  const found = new Map<Places, PlaceOf>();
  return (places) => {
    if (places === undefined) return () => 'package';
    const lookUp = found.get(places) ?? places.lookUp(known);
    found.set(places, lookUp);
    return lookUp;
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
    ? `\`${path}\` is not in the plan's contract${instead(known)}`
    : `\`${module}\` neither exists nor is in the plan's contract${instead(known)}`;
}

const MOST_NAMED = 5;

/** What would pass. */
function instead({ names }: Known): string {
  const some = names.slice(0, MOST_NAMED).map((name) => `\`${name}\``);
  return some.length === 0 ? '' : `; import from ${some.join(', ')}`;
}
