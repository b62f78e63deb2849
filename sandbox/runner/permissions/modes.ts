// What a mode says about a call that no rule decides. Pure.
import type { PermissionMode } from '../../protocol/permission-policy.ts';
import type { Trait } from '../../protocol/tools/row.ts';
import { traitOf } from '../../protocol/tools.ts';
import type { Decision } from './decision.ts';

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
  acceptEdits: (tool) => (traitOf(tool)?.acceptEdits === true ? 'allow' : 'ask'),
  plan: (tool) => {
    const trait = traitOf(tool);
    return trait === undefined ? 'ask' : WHILE_PLANNING[trait.does];
  },
};

/** Planning is made of what neither changes anything nor reaches out of the sandbox. */
const WHILE_PLANNING: Readonly<Record<Trait['does'], Decision['kind']>> = {
  looks: 'allow',
  talks: 'allow',
  writes: 'deny',
  runs: 'deny',
  network: 'ask',
  delegates: 'ask',
};
