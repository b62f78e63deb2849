// One row of the table of tools: what a tool takes, what a model is told of it, where it is offered,
// and what it does, from which every permission follows. Pure shapes.
import type { z } from 'zod';
import { STEPS, type Step } from '../task.ts';

/** A conversation without a job has none of the steps. */
export const FREE_STEP = 'agent';
export type ToolStep = Step | typeof FREE_STEP;

export const EVERY_STEP = [...STEPS, FREE_STEP] as const;
/** Those that change the repository. */
export const CHANGING_STEPS = ['write-tests', 'implement', 'challenge', FREE_STEP] as const;
/** Those that speak with people: what a challenger asks is withheld for ever. */
export const TALKING_STEPS = ['plan', 'write-tests', 'implement', 'verify', FREE_STEP] as const;

export type ToolRow = Trait & {
  input: z.ZodObject;
  /** For the model. `closed` are the tools that planning closes, as words. */
  text: string | ((closed: string) => string);
  steps: readonly [ToolStep, ...ToolStep[]];
};

/** `about`: the key of the input that rules about the tool look at; without, rules take no detail. */
export type Trait = {
  /** The mode of this name allows it: these three, as in Claude Code, and none that came later. */
  acceptEdits?: true;
} & (
  | { does: 'looks'; about?: About<'file'> | Folder }
  | { does: 'writes'; about: About<'file'> }
  | { does: 'runs'; about: About<'command'> }
  /** With people or with the host; of the sandbox it changes nothing. */
  | { does: 'talks'; about?: undefined }
  /** Reaches out of the sandbox. */
  | { does: 'network'; about?: About<'address'> }
  /** Does what another agent, or a text that is read, makes of it. */
  | { does: 'delegates'; about: About<'name'> }
);

type About<Kind extends string> = { kind: Kind; key: string };

/** `pattern`: a key whose value may itself lead to another folder. */
type Folder = About<'folder'> & { pattern?: string };
