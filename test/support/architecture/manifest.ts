// The part of package.json that says which packages may be imported.
import { z } from 'zod';
import type { SourceFile } from './parse.ts';

export type Manifest = {
  /** What the installed product has, optional packages included. */
  dependencies: ReadonlySet<string>;
  devDependencies: ReadonlySet<string>;
};

const Versions = z.record(z.string(), z.string()).default({});
const PackageJson = z.object({
  dependencies: Versions,
  optionalDependencies: Versions,
  peerDependencies: Versions,
  devDependencies: Versions,
});

export function readManifest(files: readonly SourceFile[]): Manifest {
  const text = files.find(({ path }) => path === 'package.json')?.text ?? '{}';
  const json = PackageJson.parse(JSON.parse(text));
  return {
    dependencies: new Set(
      [json.dependencies, json.optionalDependencies, json.peerDependencies].flatMap(Object.keys),
    ),
    devDependencies: new Set(Object.keys(json.devDependencies)),
  };
}
