// The escape suite as somebody who is not root, in a process of his: his own uid, no cgroups. What
// only root could take away has no control there, and says so.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { copyNode } from '../local-world.ts';

const UID = 63_998;
const NEEDS_ROOT = process.getuid?.() === 0 ? false : 'needs root to become somebody else';
const DEADLINE_MS = 240_000;

describe('the escape suite of an ordinary user', { skip: NEEDS_ROOT }, () => {
  it('holds as well', async (context) => {
    const directory = await mkdtemp(join(tmpdir(), 'redgreen-esc-'));
    try {
      await chmod(directory, 0o755);
      const { nodeBinary } = await copyNode(directory);
      const suite = await bundleSuite(directory);
      const { status, stdout, stderr } = spawnSync(nodeBinary, ['--test-reporter=spec', suite], {
        uid: UID,
        gid: UID,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin' },
        encoding: 'utf8',
        timeout: DEADLINE_MS,
        killSignal: 'SIGKILL',
      });
      assert.equal(status, 0, `${stdout}\n${stderr}`);
      assert.match(stdout, /\u2714 fail in a whole sandbox/);
      const controls = stdout.match(/\u2714 succeed without/g)?.length ?? 0;
      assert.ok(controls >= 15, stdout);
      context.diagnostic(`${controls} groups of controls`);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

/** Into a place that he can read: the clone may lie under a directory that he may not enter. */
async function bundleSuite(directory: string): Promise<string> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const shared: BuildOptions = {
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
    // Some packages of the driver still ask for a `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  };
  const outfile = join(directory, 'suite', 'suite.mjs');
  const contents = "import { describeEscapes } from './suite.ts';\ndescribeEscapes();";
  await build({ ...shared, stdin: { contents, resolveDir: here, loader: 'ts' }, outfile });
  await build({
    ...shared,
    entryPoints: [join(here, '../../../../sandbox/local/guest/agent.ts')],
    outfile: join(directory, 'suite', 'guest', 'agent.mjs'),
  });
  return outfile;
}
