// Builds the guest program as one file that needs nothing beside it. The same sources give the same
// bytes, so a digest of the file names what runs in a sandbox.
import { packageRoot } from './package-root.ts';

export async function bundleRunner(outfile: string): Promise<void> {
  // Only a clone gets here, and only a clone has the bundler.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: packageRoot(),
    entryPoints: ['sandbox/runner/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Less to read at every start of a session; names stay for the stack in a report.
    minifySyntax: true,
    minifyWhitespace: true,
    charset: 'ascii',
    legalComments: 'none',
    sourcemap: false,
    logLevel: 'warning',
  });
}
