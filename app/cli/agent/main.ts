// The entry of `redgreen agent` and `redgreen tool`, bundled apart from the rest of the command line:
// a start loads what a conversation needs and nothing else. Gives the exit code.
import { readAgentConfig } from '../../config/config.ts';
import { type AppError, isAppError } from '../../errors.ts';
import { createRedactor } from '../../redact/redact.ts';
import { readAgentOptions, readToolOptions } from './options.ts';
import { type AgentTerminal, EXIT, runAgent } from './run.ts';
import { runTool } from './tool.ts';

const BAD_INPUT: ReadonlySet<string> = new Set(['USAGE', 'CONFIG_INVALID', 'VALIDATION_ERROR']);

/** `args` begin with the name of the subcommand. */
export async function main([name = '', ...args]: string[]): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  // Not once: a launcher and the terminal may both send it.
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // Whoever listened has gone: there is nobody to go on for.
  process.stdout.on('error', onSignal);
  const output = createOutput((text) => process.stdout.write(text));
  const ask: AgentTerminal['prompt'] = async (lines, signal) => {
    output.flush();
    return await askTerminal(lines, signal);
  };
  const terminal: AgentTerminal = {
    print: output.print,
    complain: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
    prompt: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
  };
  try {
    if (name === 'tool') {
      const options = readToolOptions(args);
      return await runTool(options, readAgentConfig(), terminal);
    }
    return await runAgent(readAgentOptions(args), readAgentConfig(), terminal);
  } catch (error) {
    terminal.complain(`redgreen ${name}: ${oneLine(error)}`);
    return isAppError(error) && BAD_INPUT.has(error.code) ? EXIT.usage : EXIT.failed;
  } finally {
    output.flush();
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    process.stdout.off('error', onSignal);
  }
}

/** Lines that come together leave together, and after what they tell of has begun. */
function createOutput(write: (text: string) => void) {
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text !== '') write(text);
  };
  return {
    flush,
    print(line: string): void {
      if (waiting === '') setImmediate(flush);
      waiting += `${line}\n`;
    },
  };
}

/** What is wrong and where, without a stack and without a secret. */
function oneLine(error: unknown): string {
  const text = isAppError(error) ? withDetails(error) : messageOf(error);
  return createRedactor([]).redact(text).replaceAll(/\s+/g, ' ');
}

/** Words about bad input say what to do; a fault of the machine has a name and a remedy. */
function withDetails(error: AppError): string {
  const { code, message, hint, details } = error;
  const told = Object.entries(details).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${key}: ${value}`] : [],
  );
  if (BAD_INPUT.has(code)) return [message, ...told].join(' ');
  return [`${code}: ${message}`, ...told, hint].join(' ');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function askTerminal(lines: readonly string[], signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await asking.question(`${lines.join('\n')} `, { signal });
  } finally {
    asking.close();
  }
}
