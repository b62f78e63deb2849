#!/usr/bin/env node
// The entry of the command line. Plain JavaScript that an old Node can read: it makes sure of
// Node 24, then runs the source in a clone and the bundle when installed (Node does not strip
// types under node_modules).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
// As a whole: an old Node lacks some of its names.
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const here = fileURLToPath(import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  keepCompiled();
  const args = process.argv.slice(2);
  const { main } = await import(entryFor(args));
  process.exitCode = await main(args);
} else {
  runAgain(findNode());
}

/** An agent has an entry of its own, so that its start loads nothing of the rest. */
function entryFor(args) {
  const isAgent = args[0] === 'agent' || args[0] === 'tool';
  const isHelp = args.includes('--help') || args.includes('-h');
  const [source, bundle] =
    isAgent && !isHelp ? ['agent/main.ts', 'agent.mjs'] : ['main.ts', 'cli.mjs'];
  const path = join(dirname(here), source);
  return existsSync(path) ? path : join(dirname(here), '..', '..', 'dist', bundle);
}

/** Never below a temporary directory: whoever writes the cache writes what runs. */
function keepCompiled() {
  try {
    modules.enableCompileCache(join(homedir(), '.cache', 'redgreen', 'compiled'));
  } catch {
    // A user without a home compiles at every start.
  }
}

function findNode() {
  try {
    const require = modules.createRequire(import.meta.url);
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
