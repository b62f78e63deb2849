// What a mode says about a call that no rule decides (seed 000 §5.12). Pure.
import type { PermissionMode } from '../../protocol/permission-policy.ts';
import type { Decision } from './decision.ts';

const EDITS: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit']);
const CHANGES: ReadonlySet<string> = new Set(['Write', 'Edit', 'Bash', 'NotebookEdit']);
/** Neither change anything nor reach out of the sandbox: planning is made of them. */
const LOOKS: ReadonlySet<string> = new Set(
  `Read Glob Grep TodoWrite TaskOutput TaskStop AskUserQuestion EnterPlanMode ExitPlanMode
  ListMcpResources ReadMcpResource ToolSearch Brief`.split(/\s+/),
);

export function decideByMode(mode: PermissionMode, tool: string): Decision {
  const kind = MODES[mode](tool);
  const reason =
    kind === 'allow'
      ? `the mode ${mode} allows ${tool}`
      : `${tool} is not allowed by any rule in the mode ${mode} (permissions.allow)`;
  return { kind, reason, by: 'mode' };
}

const MODES: Readonly<Record<PermissionMode, (tool: string) => Decision['kind']>> = {
  bypassPermissions: () => 'allow',
  dontAsk: () => 'deny',
  default: () => 'ask',
  acceptEdits: (tool) => (EDITS.has(tool) ? 'allow' : 'ask'),
  plan: (tool) => {
    if (CHANGES.has(tool)) return 'deny';
    return LOOKS.has(tool) ? 'allow' : 'ask';
  },
};
