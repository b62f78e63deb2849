// Builds the entry of `redgreen agent`: one small file with everything a conversation needs, and
// beside it what only some need, each loaded when it is.
import { packageRoot } from '../package-root.ts';

export async function bundleAgent(directory: string): Promise<void> {
  // Only a clone gets here, and only a clone has the bundler.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: packageRoot(),
    entryPoints: [{ in: 'app/cli/agent/main.ts', out: 'agent' }],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'agent/[name]-[hash]',
    splitting: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The sandbox driver's SDK and the parser stay dependencies: they are not there at the start.
    external: ['e2b', 'esbuild', '@vscode/tree-sitter-wasm'],
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    sourcemap: false,
    logLevel: 'warning',
  });
}
