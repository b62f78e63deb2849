// What is known of what others put on branch and base until the work was verified. Pure.
import { z } from 'zod';

const count = z.number().int().positive();

export const Moved = z.strictObject({
  /** Since the commit the job works on. Joined: verified together with it, else it touches nothing. */
  base: z.strictObject({ tip: z.string(), commits: count, isJoined: z.boolean() }).optional(),
  /** Somebody else's commits on the job's branch; verified together with the work. */
  branch: z.strictObject({ sha: z.string(), commits: count }).optional(),
  /** Files that both the work and they changed, in different lines or alike. */
  merged: z.array(z.string()).min(1).optional(),
});
export type Moved = z.infer<typeof Moved>;
