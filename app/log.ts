// The log: JSON lines. Every line passes the redactor on its way to the destination, so nothing
// that logs can go around it, children and foreign libraries included. Errors are described by
// named fields only: what libraries hang on theirs (requests, payloads) is never written.
import {
  type DestinationStream,
  type LevelWithSilent,
  type Logger as PinoLogger,
  pino,
} from 'pino';
import { parseJson } from '../sandbox/protocol/parse-json.ts';
import { AppError } from './errors.ts';
import type { Redactor } from './redact/redact.ts';

/** Probot takes it as it is. */
export type Logger = PinoLogger;

type LoggerOptions = {
  level: LevelWithSilent;
  redactor: Redactor;
  /** Gets one whole line at a time; standard output unless given. The caller ends it. */
  destination?: DestinationStream;
};

export function createLogger({ level, redactor, destination }: LoggerOptions): Logger {
  const target = destination ?? standardOutput();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: describeError,
        error: describeError,
        cause: describeError,
        event: withoutPayload,
        req: describeRequest,
      },
    },
    { write: (line) => target.write(redactLine(line, redactor)) },
  );
}

/** A full disk or a closed pipe must not end the service: lines wait, up to 1 MiB, then are dropped. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: 1024 * 1024 });
  output.on('error', () => undefined);
  return output;
}

function redactLine(line: string, redactor: Redactor): string {
  const body = line.trimEnd();
  const redacted = redactor.redact(body);
  if (redacted === body || parseJson(redacted) !== undefined) return `${redacted}\n`;
  // A secret that is a number, or begins inside an escape, takes a piece of the syntax with it.
  const msg = 'A line lost its form when secrets were taken out of it';
  return `${JSON.stringify({ level: 'warn', msg, line: redacted })}\n`;
}

const DEEPEST_CAUSE = 8;
const MOST_ERRORS = 8;

/** Fields that say what failed and hold no foreign data. */
function describeError(value: unknown, depth = 0): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  const isDeepest = depth >= DEEPEST_CAUSE;
  const causes: Record<string, unknown> = {};
  if (!isDeepest && value.cause !== undefined) causes['cause'] = describeCause(value.cause, depth);
  if (!isDeepest && value instanceof AggregateError) {
    causes['errors'] = value.errors
      .slice(0, MOST_ERRORS)
      .map((error: unknown) => describeCause(error, depth));
  }
  const facts = value instanceof AppError ? ownFacts(value) : foreignFacts(value);
  const code = 'code' in value ? value.code : undefined;
  return { type: name, code, message, ...facts, stack, ...causes };
}

/** A cause that is no error is foreign data of any kind: only its type is told. */
function describeCause(cause: unknown, depth: number): unknown {
  return cause instanceof Error ? describeError(cause, depth + 1) : { type: typeof cause };
}

function ownFacts({ details, hint }: AppError): Record<string, unknown> {
  return { details, hint };
}

/** HTTP status and name of a violated database rule, where libraries give them. */
function foreignFacts(error: Error): Record<string, unknown> {
  return {
    status: 'status' in error && typeof error.status === 'number' ? error.status : undefined,
    constraint:
      'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined,
  };
}

/** GitHub's webhooks carry whole issues and comments. */
function withoutPayload(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('payload' in value)) return value;
  return {
    id: 'id' in value ? value.id : undefined,
    name: 'name' in value ? value.name : undefined,
  };
}

/** No headers and no query: both carry credentials. */
function describeRequest(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const url = 'url' in value && typeof value.url === 'string' ? value.url : '';
  return {
    method: 'method' in value ? value.method : undefined,
    path: url.replace(/[?#].*$/s, ''),
  };
}
