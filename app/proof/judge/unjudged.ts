// Authored files whose language the judge has no table of: it says so and does not guess. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { isData } from './readings.ts';

export function unjudgedFiles(cases: readonly { files: readonly { path: string }[] }[]): string[] {
  const paths = cases.flatMap(({ files }) => files.map(({ path }) => path));
  const unknown = paths.filter((path) => !isData(path) && languageOf(path)?.table === undefined);
  return [...new Set(unknown)].sort();
}
