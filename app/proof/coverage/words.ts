// Which changed lines of code ran while the tests of the plan did, by the language's own tool. It says
// what was never reached, and nothing of what was noticed; no verdict comes from it. Pure.
import { z } from 'zod';

const line = z.number().int().positive();
export const Coverage = z.strictObject({
  files: z.array(
    z.strictObject({
      path: z.string(),
      /** How many of the changed lines ran. */
      ran: z.number().int().nonnegative(),
      missed: z.array(line),
    }),
  ),
  /** Changed files whose lines the tool counts, and of which it told nothing: they did not run as they are. */
  untold: z.array(z.string()),
});
export type Coverage = z.infer<typeof Coverage>;
