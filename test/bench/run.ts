// `npm run bench -- NAME [--json]`: measures against a reference in the same run (test/support/figures.ts).
import { parseArgs } from 'node:util';
import { printFigures } from '../support/figures.ts';
import type { Bench } from './bench.ts';
import { engine } from './engine.ts';
import { loop } from './loop.ts';
import { proof } from './proof.ts';
import { sandbox } from './sandbox.ts';
import { store } from './store.ts';
import { thread } from './thread.ts';
import { webhook } from './webhook.ts';

const BENCHES: Record<string, Bench> = { engine, loop, proof, sandbox, store, thread, webhook };

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const bench = BENCHES[name];
  if (bench === undefined) {
    process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [--json]\n`);
    return 2;
  }
  const say = values.json ? () => undefined : (line: string) => process.stdout.write(`${line}\n`);
  return printFigures(name, await bench(say), say);
}
