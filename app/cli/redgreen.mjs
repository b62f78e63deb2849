#!/usr/bin/env node
// The entry of the command line. Plain JavaScript that an old Node can read: it makes sure of
// Node 24, then runs the source in a clone and the bundle when installed (Node does not strip
// types under node_modules).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const here = fileURLToPath(import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  const source = join(dirname(here), 'main.ts');
  const bundle = join(dirname(here), '..', '..', 'dist', 'cli.mjs');
  const { main } = await import(existsSync(source) ? source : bundle);
  process.exitCode = await main(process.argv.slice(2));
} else {
  runAgain(findNode());
}

function findNode() {
  try {
    const require = createRequire(import.meta.url);
    return join(dirname(require.resolve(`node-linux-${process.arch}/package.json`)), 'bin', 'node');
  } catch {
    return undefined;
  }
}

function runAgain(node) {
  if (node === undefined) {
    process.stderr.write(
      `NODE_TOO_OLD: redgreen needs Node ${NEEDED_MAJOR}, this is ${process.versions.node}.\n` +
        '  Run `npm install` without --omit=optional (it brings Node 24), or install Node 24.\n',
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [here, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`NODE_TOO_OLD: ${node} cannot be run (${error.message}).\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
