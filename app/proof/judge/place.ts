// The words for where a module lies. Types only.

/** `isOpen`: public whatever the contract says. `isThere`: the base has it under other names. */
export type Place = { path: string; isOpen?: boolean; isThere?: boolean } | 'package' | 'outside';

/** What is asked again for every import, looked up once. */
export type Known = {
  names: readonly string[];
  written: ReadonlySet<string>;
  base: ReadonlySet<string>;
  manifests: ReadonlyMap<string, string>;
};

export type Asked = { module: string; file: string; language: string };
