// Where an imported module lies: a path of the repository, or a package from outside. Each language
// has its own way from a name to a file. Pure.

/** `isOpen`: public whatever the contract says. `isThere`: the base has it under other names. */
export type Place = { path: string; isOpen?: boolean; isThere?: boolean } | 'package' | 'outside';

export type PlaceOf = (module: string, file: string) => Place;

export type Places = {
  /** Files at the root of the repository whose texts it asks for. */
  manifests: readonly string[];
  /** What is asked again for every import is looked up once. */
  lookUp(known: Known): PlaceOf;
  /** The modules that a program in a text loads; undefined: nobody hands such programs around. */
  loadedBy: ((text: string) => string[]) | undefined;
};

export type Known = {
  /** What the contract names. */
  names: readonly string[];
  isInContract(path: string): boolean;
  written: ReadonlySet<string>;
  base: ReadonlySet<string>;
  manifests: ReadonlyMap<string, string>;
};

export function firstKnown(
  { written, base, isInContract }: Known,
  candidates: readonly string[],
): string | undefined {
  return candidates.find((path) => written.has(path) || base.has(path) || isInContract(path));
}
