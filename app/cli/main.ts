// `redgreen <subcommand>`: finds the subcommand, prints help and faults, gives the exit code.
import { AppError, toOperatorLines } from '../errors.ts';
import { createRedactor } from '../redact.ts';
import { agent, tool } from './agent.ts';
import { audit } from './audit.ts';
import { db } from './db.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { jobs } from './jobs.ts';
import { migrate } from './migrate.ts';
import { packageVersion } from './package-root.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { sandboxd } from './sandboxd.ts';
import { setup } from './setup.ts';
import { start } from './start.ts';
import type { Subcommand, Terminal } from './subcommand.ts';
import { template } from './template.ts';

const SUBCOMMANDS: readonly Subcommand[] = [
  start,
  demo,
  doctor,
  jobs,
  report,
  replay,
  migrate,
  db,
  sandboxd,
  template,
  audit,
  setup,
  agent,
  tool,
];

export async function main(args: string[]): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  const terminal: Terminal = {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  };
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    const { redact } = createRedactor([]);
    for (const line of toOperatorLines(error)) terminal.complain(redact(line));
    return 1;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

async function dispatch(args: string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    for (const line of helpLines()) terminal.print(line);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    terminal.print(packageVersion());
    return 0;
  }
  const subcommand = SUBCOMMANDS.find((candidate) => candidate.name === name);
  if (subcommand === undefined) {
    throw new AppError('USAGE', { problem: `There is no subcommand "${name}".` });
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(`redgreen ${subcommand.name}: ${subcommand.summary}`);
    terminal.print(`Usage: redgreen ${subcommand.name} ${subcommand.usage}`.trimEnd());
    return 0;
  }
  return await subcommand.run(rest, terminal);
}

function helpLines(): string[] {
  const width = Math.max(...SUBCOMMANDS.map(({ name }) => name.length));
  return [
    'redgreen: label an issue, get a draft pull request whose every promise was seen red, then green.',
    '',
    'Usage: redgreen <subcommand> [options]',
    '',
    ...SUBCOMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '`redgreen <subcommand> --help` says more. Settings come from the environment (README).',
  ];
}
