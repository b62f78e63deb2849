// The two streams of a command as one text: standard error after a line of its own, a cut marked. Pure.
import type { Capture } from './capture.ts';

const CUT = '[SDLC_TRUNCATED]';

/** `notice` stands after what the command itself wrote to standard error. */
export function joinStreams(streams: { stdout: Capture; stderr: Capture }, notice = ''): string {
  return join(toEnd(streams.stdout), `${toEnd(streams.stderr)}${notice}`);
}

/** The same for streams whose beginning is missing where they are cut. */
export function joinTails(streams: { stdout: Capture; stderr: Capture }): string {
  return join(fromCut(streams.stdout), fromCut(streams.stderr));
}

function join(output: string, errors: string): string {
  return errors === '' ? output : `${output}\n--- stderr ---\n${errors}`;
}

function toEnd({ text, isCut }: Capture): string {
  return isCut ? `${text}${CUT}` : text;
}

function fromCut({ text, isCut }: Capture): string {
  return isCut ? `${CUT}${text}` : text;
}
