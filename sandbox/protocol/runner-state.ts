// What a runner knows besides files and transcript, and has to know again when its conversation
// goes on in another sandbox. Comes back from a sandbox, so it is as untrusted as the rest. Pure.
import { z } from 'zod';

export const RunnerState = z.strictObject({
  /** Where the next command runs. */
  cwd: z.string().max(4_096),
  /** Files the agent has seen, with a digest of their content as it was then. */
  seen: z.array(z.tuple([z.string().max(4_096), z.string().max(128)])).max(5_000),
  /** EnterPlanMode was called and not left. */
  isPlanning: z.boolean(),
});
export type RunnerState = z.infer<typeof RunnerState>;
