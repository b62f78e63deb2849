// A small repository and what has to be found in it. Files are paths with their texts.

export type Files = Readonly<Record<string, string>>;
export type WantedRoot = {
  at?: string;
  language: string;
  by?: string;
  setup?: string;
  test?: string;
  testRunner?: string;
  partOf?: string;
};
export type Repository = {
  name: string;
  files: Files;
  roots: readonly WantedRoot[];
  /** Each has to match one note, and there are no others. */
  notes?: readonly RegExp[];
  hasTests?: boolean;
  /** Only where it is not simply the line of the one root. */
  suite?: string | undefined;
};

export function packageJson(fields: Record<string, unknown>): string {
  return JSON.stringify({ name: 'shop', ...fields });
}
