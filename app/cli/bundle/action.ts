// Builds what a runner of GitHub Actions executes: the Action with all it needs, beside it what it
// starts and reads. The same sources give the same bytes: no paths, no times, no source maps.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../../../sandbox/languages/languages.ts';
import { grammarsDirectory, packageRoot } from '../package-root.ts';
import { bundleRunner } from './runner.ts';

/** The name must meet none in any bundled package. */
const REQUIRE = `import { createRequire as redgreenActionCreateRequire } from 'node:module';
const require = redgreenActionCreateRequire(import.meta.url);`;

const PROGRAMS = [
  { entry: 'action/main.ts', file: 'main.mjs' },
  { entry: 'sandbox/local/main.ts', file: 'sandbox-server.mjs' },
  { entry: 'sandbox/local/guest/agent.ts', file: join('guest', 'agent.mjs') },
];

/** esbuild's `build`, handed in: only a clone has it. */
type Bundle = (options: ReturnType<typeof optionsOf>) => Promise<unknown>;

export async function bundleAction(bundle: Bundle, directory: string): Promise<void> {
  const root = packageRoot();
  await mkdir(directory, { recursive: true });
  for (const { entry, file } of PROGRAMS) {
    await bundle(optionsOf(root, entry, join(directory, file)));
  }
  await bundleRunner(join(directory, 'runner.mjs'));
  const copied = { recursive: true };
  await cp(join(root, 'sandbox/runner/instructions'), join(directory, 'instructions'), copied);
  await cp(join(root, 'migrations'), join(directory, 'migrations'), copied);
  await mkdir(join(directory, 'grammars'), { recursive: true });
  const names = ['tree-sitter', ...LANGUAGES.map(({ grammar }) => `tree-sitter-${grammar}`)];
  for (const name of names) {
    const file = `${name}.wasm`;
    const packed = gzipSync(await readFile(join(grammarsDirectory(), file)), { level: 9 });
    await writeFile(join(directory, 'grammars', `${file}.gz`), packed);
  }
}

function optionsOf(root: string, entry: string, outfile: string) {
  return {
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node' as const,
    target: 'node24',
    format: 'esm' as const,
    banner: { js: REQUIRE },
    // The parsers' runtime asks where it lies before it takes its bytes from us.
    define: { __filename: 'import.meta.filename' },
    // An optional companion of `pg` that nobody installs.
    external: ['pg-native'],
    minify: true,
    charset: 'ascii' as const,
    legalComments: 'none' as const,
    sourcemap: false,
    logLevel: 'warning' as const,
  };
}
