// `npm run bench -- NAME [--json]`: measures against a reference in the same run and says so in one
// object, the last line. Exit 0 only if every check keeps its limit. Results are kept nowhere.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { thread } from './thread.ts';

const BENCHES: Record<string, Bench> = { thread };

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
  const checks = (await bench(say)).map(({ name: what, value, limit, unit }) => ({
    name: what,
    value,
    limit,
    unit,
    ok: value <= limit,
  }));
  const ok = checks.every((check) => check.ok);
  for (const { name: what, value, limit, unit, ok: isKept } of checks) {
    say(`${isKept ? 'ok  ' : 'FAIL'} ${what}: ${value} ${unit}, limit ${limit}`);
  }
  process.stdout.write(`${JSON.stringify({ name, ok, checks, machine: machine() })}\n`);
  return ok ? 0 : 1;
}

function machine() {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
}
