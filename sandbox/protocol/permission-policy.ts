// What a session may do, as the host hands it to the runner: rules, mode, and the commands of the
// step. Pure shapes.
import { z } from 'zod';

/** Claude Code's, without `auto`: no model judges a call here. */
export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'bypassPermissions',
  'plan',
  'dontAsk',
] as const;
export const PermissionMode = z.enum(PERMISSION_MODES);
export type PermissionMode = z.infer<typeof PermissionMode>;

export const PROFILES = ['node', 'bun', 'python', 'ruby', 'go', 'rust', 'php'] as const;
export const Profile = z.enum(PROFILES);
export type Profile = z.infer<typeof Profile>;

/** `sync` looks and runs the project's tools; `run` may also make files. */
export const CommandTier = z.enum(['run', 'sync']);
export type CommandTier = z.infer<typeof CommandTier>;

const RuleText = z.string().min(1).max(1_000);
const Rules = z.array(RuleText).max(500).default([]);
export const CommandName = z
  .string()
  .max(200)
  .regex(/^[^\s"'`$\\<>|&;(){}*?[\]!#~\0-]\S*$/, 'the name of a command, without arguments');

export const CommandPolicy = z.strictObject({
  tier: CommandTier,
  profiles: z.array(Profile).default([...PROFILES]),
  /** Further commands of this tier. */
  allow: z.array(CommandName).max(500).default([]),
  /** Further processes that `pkill` and `killall` may end. */
  pkillTargets: z.array(CommandName).max(100).default([]),
  /** `rm` and `mv`, on paths that can be checked. */
  destructive: z.boolean().default(false),
});
export type CommandPolicy = z.infer<typeof CommandPolicy>;

export const PermissionPolicy = z.strictObject({
  mode: PermissionMode,
  allow: Rules,
  deny: Rules,
  ask: Rules,
  /** Present: Bash runs these commands and what `allow` names, in every mode. */
  commands: CommandPolicy.optional(),
  /** Absolute, or relative to the workspace; they count as part of it. */
  additionalDirectories: z.array(z.string().min(1).max(4_096)).max(50).default([]),
});
export type PermissionPolicy = z.infer<typeof PermissionPolicy>;

const MAKES_FILES: ReadonlySet<string> = new Set(['write-tests', 'implement', 'challenge']);

/** Of each step of a job: planning and verifying look, the others make files. */
export function tierOfStep(step: string): CommandTier {
  return MAKES_FILES.has(step) ? 'run' : 'sync';
}
