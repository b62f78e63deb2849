// A grammar as app/cli/bundle/runner.ts packs it.
declare module '*.wasm' {
  export const bytes: Uint8Array;
}
