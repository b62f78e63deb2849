// `.redgreen/agent.json`: what a repository adds to what its sessions may do. It widens the baseline
// and never takes from it. Pure.
import { z } from 'zod';
import { parseJson } from './parse-json.ts';
import {
  CommandName,
  type CommandTier,
  PermissionMode,
  type PermissionPolicy,
  PROFILES,
  Profile,
} from './permission-policy.ts';
import { FREE_STEP } from './tools/row.ts';
import { toolsOfStep } from './tools.ts';

const RuleText = z.string().trim().min(1).max(1_000);
const Rules = z.array(RuleText).max(500);
const ToolName = z.string().regex(/^[\w-]+(?:\([\s\S]*\))?$/, 'the name of a tool');
const Environment = z.record(z.string().regex(/^\w+$/), z.string().max(10_000));

/** Claude Code's own keys only: what else stands there is ignored with a warning. */
const PermissionSettings = z.object({
  allow: Rules.optional(),
  deny: Rules.optional(),
  ask: Rules.optional(),
  defaultMode: PermissionMode.optional(),
  additionalDirectories: z.array(z.string().min(1).max(4_096)).max(50).optional(),
  disableBypassPermissionsMode: z.literal('disable').optional(),
  allowManagedPermissionRulesOnly: z.boolean().optional(),
});
type PermissionSettings = z.infer<typeof PermissionSettings>;

const LocalServer = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.string().min(1).max(1_000),
  args: z.array(z.string().max(10_000)).max(100).optional(),
  env: Environment.optional(),
});
const RemoteServer = z.strictObject({
  type: z.enum(['http', 'sse']),
  url: z.url({ protocol: /^https?$/ }),
  headers: Environment.optional(),
});
const McpServers = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'small letters, digits, - and _'),
  z.union([LocalServer, RemoteServer]),
);

const TieredCommands = z.strictObject({
  base: z.array(CommandName).max(500).optional(),
  run: z.array(CommandName).max(500).optional(),
  sync: z.array(CommandName).max(500).optional(),
});

const AgentConfig = z.strictObject({
  /** Unset: all seven. */
  profile: z.union([Profile, z.array(Profile).min(1)]).optional(),
  /** A plain list is about the tier `run`. */
  allowCommands: z.union([z.array(CommandName).max(500), TieredCommands]).optional(),
  allowPkillTargets: z.array(CommandName).max(100).optional(),
  allowDestructive: z.boolean().optional(),
  permissions: PermissionSettings.optional(),
  allowedTools: z.array(ToolName).max(200).optional(),
  mcpServers: McpServers.optional(),
});
type AgentConfig = z.infer<typeof AgentConfig>;

export type ReadConfig<Config> = { config: Config; warnings: string[] } | { problems: string[] };

const PERMISSION_KEYS: ReadonlySet<string> = new Set(Object.keys(PermissionSettings.shape));

/** The text of `.redgreen/agent.json`. */
export function readAgentConfig(text: string): ReadConfig<AgentConfig> {
  const value = parseJson(text);
  if (value === undefined) return { problems: ['.redgreen/agent.json is no JSON'] };
  const parsed = AgentConfig.safeParse(value);
  if (!parsed.success) return { problems: parsed.error.issues.flatMap(explain) };
  return { config: parsed.data, warnings: unknownPermissions(value) };
}

/** The text of `.claude/settings.json`, of which only `permissions` is ours to read. */
export function readClaudePermissions(text: string): ReadConfig<PermissionSettings> {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) {
    return { problems: ['.claude/settings.json is no JSON object'] };
  }
  const given: unknown = Reflect.get(value, 'permissions') ?? {};
  const parsed = PermissionSettings.safeParse(given);
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.flatMap((issue) => {
        return explain({ ...issue, path: ['permissions', ...issue.path] });
      }),
    };
  }
  return { config: parsed.data, warnings: unknownPermissions(value) };
}

/** A newer version's keys must not stop an older one. */
function unknownPermissions(value: unknown): string[] {
  const given: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'permissions') : undefined;
  if (typeof given !== 'object' || given === null) return [];
  return Object.keys(given)
    .filter((key) => !PERMISSION_KEYS.has(key))
    .map((key) => `permissions.${key} is not known and was ignored`);
}

function explain(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const where = place === '' ? 'at the top' : `in ${place}`;
    return issue.keys.map((key) => `the key ${key} ${where} is not known`);
  }
  return [`${place === '' ? 'the whole' : place}: ${issue.message}`];
}

/** What every session may do, before a repository says anything. */
type AgentBaseline = { permissions: PermissionSettings; allowedTools: readonly string[] };

export const BASELINE: AgentBaseline = {
  permissions: {
    allow: ['Read(./**)', 'Write(./**)', 'Edit(./**)', 'Read(/tmp/**)', 'Write(/tmp/**)'],
    deny: [],
    ask: [],
  },
  allowedTools: toolsOfStep(FREE_STEP),
};

type MergedPermissions = {
  allow: string[];
  deny: string[];
  ask: string[];
  additionalDirectories: string[];
  /** Of the step, unless somebody chose one. */
  defaultMode?: PermissionMode;
  isBypassDisabled: boolean;
};

type MergedAgentConfig = {
  profiles: Profile[];
  commands: { base: string[]; run: string[]; sync: string[] };
  pkillTargets: string[];
  destructive: boolean;
  permissions: MergedPermissions;
  allowedTools: string[];
  mcpServers: z.infer<typeof McpServers>;
};

/** Lists are joined, so that nothing of the baseline can go; protected paths are no list's matter. */
export function mergeAgentConfig(baseline: AgentBaseline, user: AgentConfig): MergedAgentConfig {
  const { profile, allowCommands = {} } = user;
  const tiers = Array.isArray(allowCommands) ? { run: allowCommands } : allowCommands;
  return {
    profiles: unique(typeof profile === 'string' ? [profile] : (profile ?? [...PROFILES])),
    commands: { base: tiers.base ?? [], run: tiers.run ?? [], sync: tiers.sync ?? [] },
    pkillTargets: unique(user.allowPkillTargets ?? []),
    destructive: user.allowDestructive ?? false,
    permissions: mergePermissions(baseline.permissions, user.permissions ?? {}),
    allowedTools: unique([...baseline.allowedTools, ...(user.allowedTools ?? [])]),
    mcpServers: user.mcpServers ?? {},
  };
}

/** Also of several files, one after the other. */
export function mergePermissions(
  below: PermissionSettings,
  above: PermissionSettings,
): MergedPermissions {
  const defaultMode = above.defaultMode ?? below.defaultMode;
  // Whoever is below may keep all rules for itself.
  const added = below.allowManagedPermissionRulesOnly === true ? {} : above;
  const both = (key: 'allow' | 'deny' | 'ask' | 'additionalDirectories') =>
    unique([...(below[key] ?? []), ...(added[key] ?? [])]);
  return {
    allow: both('allow'),
    deny: both('deny'),
    ask: both('ask'),
    additionalDirectories: both('additionalDirectories'),
    isBypassDisabled: [below, above].some((one) => one.disableBypassPermissionsMode === 'disable'),
    ...(defaultMode !== undefined && { defaultMode }),
  };
}

/** What the runner gets for a step of this tier. */
export function toPermissionPolicy(
  merged: MergedAgentConfig,
  { mode, tier }: { mode: PermissionMode; tier: CommandTier },
): PermissionPolicy {
  const { allow, deny, ask, additionalDirectories, ...rest } = merged.permissions;
  const wanted = rest.defaultMode ?? mode;
  return {
    mode: rest.isBypassDisabled && wanted === 'bypassPermissions' ? 'default' : wanted,
    allow,
    deny,
    ask,
    additionalDirectories,
    commands: {
      tier,
      profiles: merged.profiles,
      allow: unique([...merged.commands.base, ...merged.commands[tier]]),
      pkillTargets: merged.pkillTargets,
      destructive: merged.destructive,
    },
  };
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
