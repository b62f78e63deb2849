// The allow-list of commands: is one in it, and may it be called like that? Pure.
import type { CommandPolicy } from '../../../protocol/permission-policy.ts';
import { isLiteral, programOf, type ShellCommand } from '../shell/line.ts';
import {
  type ArgumentContext,
  type CheckArguments,
  checkChmod,
  checkDestructive,
  checkPkill,
} from './arguments.ts';
import {
  BASE_COMMANDS,
  CHANGING_COMMANDS,
  PKILL_TARGETS,
  PROFILE_COMMANDS,
  RUN_COMMANDS,
  SHELL_WORDS,
} from './profiles.ts';

export type CommandList = {
  /** Undefined: it may run. */
  refusal(
    command: ShellCommand,
    context: Omit<ArgumentContext, 'pkillTargets'>,
  ): string | undefined;
  /** What no rule may allow either. */
  veto(command: ShellCommand, context: Omit<ArgumentContext, 'pkillTargets'>): string | undefined;
};

const SYSTEM = /^\/(?:usr\/(?:local\/)?)?bin\/[^/]+$/;
/** Where a language keeps the tools of one project. */
const PROJECT = /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin|bin)\/[^/]+$/;

export function createCommandList(policy: CommandPolicy): CommandList {
  const { tier, profiles, allow, destructive } = policy;
  const languages = profiles.flatMap((profile) => PROFILE_COMMANDS[profile]);
  const tools = new Set(languages);
  const known = new Set([
    ...SHELL_WORDS,
    ...BASE_COMMANDS,
    ...languages,
    ...allow,
    ...(tier === 'run' ? RUN_COMMANDS : []),
  ]);
  const pkillTargets = new Set([
    ...profiles.flatMap((profile) => PKILL_TARGETS[profile]),
    ...policy.pkillTargets,
  ]);
  const checks = argumentChecks(policy);
  const veto: CommandList['veto'] = (command, context) => {
    const name = programOf(command);
    if (tier === 'sync' && CHANGING_COMMANDS.has(name)) {
      return `${name} changes files, and this step only looks`;
    }
    if (name !== 'rm' && name !== 'mv') return undefined;
    if (!destructive) return `${name} needs allowDestructive in .redgreen/agent.json`;
    return checkDestructive(command, { ...context, pkillTargets });
  };
  const isKnown = (written: string, name: string): boolean =>
    known.has(written) ||
    (known.has(name) && SYSTEM.test(written)) ||
    (tools.has(name) && PROJECT.test(written));
  return {
    veto,
    refusal(command, context) {
      const vetoed = veto(command, context);
      const name = programOf(command);
      const check = checks[name];
      if (vetoed !== undefined) return vetoed;
      if (command.words[0] === undefined || !isLiteral(command.words[0])) {
        return 'the name of a command in it is known only when it runs; write it out';
      }
      const written = command.words[0].text;
      const isSystem = written === name || SYSTEM.test(written);
      if (Object.hasOwn(checks, name) && check !== undefined && isSystem && !allow.includes(name)) {
        return check(command, { ...context, pkillTargets });
      }
      return isKnown(written, name) ? undefined : notListed(command, policy);
    },
  };
}

/** `rm` and `mv` are vetoed or fine, see above. */
function argumentChecks({ tier }: CommandPolicy): Readonly<Record<string, CheckArguments>> {
  const shared = { pkill: checkPkill, killall: checkPkill };
  const isFine: CheckArguments = () => undefined;
  return tier === 'sync' ? shared : { ...shared, chmod: checkChmod, rm: isFine, mv: isFine };
}

function notListed({ words }: ShellCommand, { tier, profiles }: CommandPolicy): string {
  const written = words[0]?.text ?? '';
  const list = `the ${tier} commands of ${profiles.length === 0 ? 'no profile' : profiles.join(', ')}`;
  return `${written} is not in ${list} (.redgreen/agent.json allowCommands)`;
}
