// Builds dist/cli.mjs, which an installed package runs (`prepack` calls it).
import { build } from 'esbuild';
import { packageRoot } from './package-root.ts';

const root = packageRoot();

await build({
  absWorkingDir: root,
  entryPoints: ['app/cli/main.ts'],
  outfile: 'dist/cli.mjs',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Dependencies stay dependencies: npm installs them beside the bundle.
  packages: 'external',
  legalComments: 'none',
  logLevel: 'warning',
});
