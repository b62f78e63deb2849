// One use of a tool as data: files before, calls, and what must be seen afterwards.
import type { ToolName } from '../../../sandbox/protocol/tools.ts';
import type { ToolOutcome } from '../../../sandbox/protocol/transcript.ts';

/** `@` in paths, inputs and contents stands for the row's own directory in the workspace. */
export type Row = {
  /** What the row shows; `cap` rows are about a limit. */
  shows: 'use' | 'cap' | 'error';
  name: string;
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** Calls before it, whose results do not matter. */
  first?: readonly [ToolName, object][];
  input: object;
  outcome: ToolOutcome;
  content: RegExp;
  /** Files afterwards; `undefined`: it must not exist. */
  after?: Readonly<Record<string, string | undefined>>;
  /** A program that the row needs in the sandbox. */
  needs?: string;
};

export type Table = readonly (readonly [ToolName, readonly Row[]])[];
