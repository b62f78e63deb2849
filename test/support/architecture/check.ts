// The whole check as one pure function: a list of files in, the broken rules out.
import { checkCycles } from './cycles.ts';
import { checkImports } from './imports.ts';
import { readManifest } from './manifest.ts';
import { listRequests } from './module-requests.ts';
import { checkNames } from './names.ts';
import { parseFile, type SourceFile } from './parse.ts';
import { isChecked } from './patterns.ts';
import { checkPurity } from './purity.ts';
import type { Finding } from './rules.ts';
import { checkSizes } from './sizes.ts';
import { checkState } from './state.ts';

/**
 * `files` is the whole tree, paths relative to its root with `/`. Files that are not checked (data,
 * fixtures, generated code) matter only as targets of imports and may come with an empty text;
 * package.json says which packages may be imported.
 */
export function checkArchitecture(files: readonly SourceFile[]): Finding[] {
  const surroundings = {
    paths: new Set(files.map(({ path }) => path)),
    manifest: readManifest(files),
  };
  const parsed = files.filter(({ path }) => isChecked(path)).map(parseFile);
  const requestsOf = new Map(parsed.map((file) => [file.path, listRequests(file)]));
  const findings = parsed.flatMap((file) => {
    const requests = requestsOf.get(file.path) ?? [];
    return [
      checkNames(file.path),
      checkImports(file.path, requests, surroundings),
      checkPurity(file, requests),
      checkSizes(file),
      checkState(file),
    ].flat();
  });
  return [...findings, ...checkCycles(requestsOf)].toSorted(
    (one, other) => one.path.localeCompare(other.path) || one.line - other.line,
  );
}
