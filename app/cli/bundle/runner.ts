// Builds the guest program as one file that needs nothing beside it. The same sources give the same
// bytes, so a digest of the file names what runs in a sandbox.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { packageRoot } from '../package-root.ts';

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
    plugins: [PACKED_GRAMMARS],
    // The parser's loader is CommonJS and asks for modules of Node and for its own place.
    banner: { js: COMMON_JS },
  });
}

const COMMON_JS = `import { createRequire as toRequire } from 'node:module';
const require = toRequire(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;`;

/** A seventh of their size, as text; unpacked when first imported. */
const PACKED_GRAMMARS: Plugin = {
  name: 'packed-grammars',
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
      const packed = gzipSync(await readFile(path)).toString('base64');
      const contents = `import { gunzipSync } from 'node:zlib';
export const bytes = gunzipSync(Buffer.from('${packed}', 'base64'));`;
      return { contents, loader: 'js' };
    });
  },
};
