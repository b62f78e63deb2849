// Builds dist/, which an installed package runs: the command line, the agent's own entry, the local
// sandbox server with its guest, the runner, and the texts they read. And action/dist, which is committed: GitHub runs it as
// it lies in the repository.
// Usage: node bundle.ts [package]   (`prepack` builds the package alone, and leaves what is committed)
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../package-root.ts';
import { bundleAction } from './action.ts';
import { bundleAgent } from './agent.ts';
import { bundleRunner } from './runner.ts';

const root = packageRoot();
const dist = join(root, 'dist');

await rm(dist, { recursive: true, force: true });
await bundle('app/cli/main.ts', 'cli.mjs');
await bundle('sandbox/local/main.ts', 'sandbox-server.mjs');
await bundle('sandbox/local/guest/agent.ts', join('guest', 'agent.mjs'));
await bundleAgent(dist);
await bundleRunner(join(dist, 'runner.mjs'));
await cp(join(root, 'sandbox', 'runner', 'instructions'), join(dist, 'instructions'), {
  recursive: true,
});
await cp(join(root, 'app', 'forge', 'schema', 'github.jsonl'), join(dist, 'github.jsonl'));

if (process.argv[2] !== 'package') {
  const action = join(root, 'action', 'dist');
  await rm(action, { recursive: true, force: true });
  await bundleAction(build, action);
}

async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(dist, outfile),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Dependencies stay dependencies: npm installs them beside the bundle.
    packages: 'external',
    legalComments: 'none',
    logLevel: 'warning',
  });
}
