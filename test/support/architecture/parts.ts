// The parts of the product that the rules speak of, as patterns.

/** Trees as data and what reads them; the parsers beside them load grammars. */
export const PURE_SYNTAX: readonly string[] = ['sandbox/syntax/tree.ts', 'sandbox/syntax/code/**'];
/** One folder per language, and the words that projects are told of with. */
export const LANGUAGES: readonly string[] = ['sandbox/languages/**', 'sandbox/projects/**'];
/** Decide, never act: no I/O, no clock, no randomness. */
export const PURE: readonly string[] = [
  'app/job/**',
  'app/command/**',
  'app/text/**',
  'app/world/**',
  'app/proof/**',
  'app/settings/**',
  'app/context/**',
  'app/gateway/model-facts.ts',
  'app/gateway/models.ts',
  'app/gateway/provider.ts',
  'app/gateway/providers.ts',
  'app/gateway/router.ts',
  'app/gateway/variables.ts',
  'app/gateway/*/access.ts',
  'app/gateway/*/models.ts',
  'app/gateway/*/provider.ts',
  '**/port.ts',
  'sandbox/protocol/**',
  'app/errors.ts',
  'app/error-codes.ts',
  'app/secret.ts',
  'app/sandbox-error-codes.ts',
  'app/redact/**',
  'app/config/paths.ts',
  // The shapes of a job that travels: the Action checks them too.
  'app/store/carry/carried.ts',
  'app/store/carry/carried-evidence.ts',
  ...PURE_SYNTAX,
  ...LANGUAGES,
];
/** An aggregate is one file with its type and its SQL: whoever uses it takes the type. */
export const RECORD_TYPES: readonly string[] = [
  'app/store/*',
  'app/store/acts/*',
  'app/store/leases/*',
  'app/store/world/*',
];
/** Tools of the host that belong to no port: deadlines, locks, directories, secrets. */
export const TOOLS: readonly string[] = ['app/*', 'app/machine/**', 'app/config/**'];
/** Lie beside the tools, but are passed in or join everything. */
export const NO_TOOLS: readonly string[] = [
  'app/compose/**',
  'app/main.ts',
  'app/config/config.ts',
  'app/log.ts',
];
