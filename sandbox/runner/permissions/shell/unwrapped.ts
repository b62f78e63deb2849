// What a command that runs other commands comes down to. Pure shape.
import type { Word } from './line.ts';

export type Unwrapped = {
  /** Commands it runs as they stand. */
  commands: Word[][];
  /** Texts it gives to a shell. ANY: one that only the run knows. */
  scripts: string[];
  /** `NAME=value` words that it puts into the environment. */
  assignments?: Word[];
  hazards?: string[];
  /** Files it writes to. */
  writes?: Word[];
  /** It does nothing of its own. */
  isTransparent: boolean;
};
