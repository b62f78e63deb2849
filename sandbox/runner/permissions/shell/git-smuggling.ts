// The ways of git to run something else: settings on the command line, options that name a program,
// subcommands that take a script. Pure.
import { ANY, isLiteral, type Word } from './line.ts';
import { skipOptions } from './options.ts';
import type { Unwrapped } from './unwrapped.ts';

const GLOBAL = {
  short: 'Cc',
  long: `git-dir work-tree namespace exec-path super-prefix config-env attr-source`.split(' '),
};
/** Settings that name no program; every other one may. */
const HARMLESS =
  /^(?:user\.(?:name|email)|color\..*|advice\..*|init\.defaultbranch|core\.(?:quotepath|autocrlf|eol|filemode|longpaths|ignorecase|abbrev)|commit\.gpgsign|tag\.gpgsign|gc\.auto|log\.\w+|diff\.(?:renames|algorithm|context|noprefix|mnemonicprefix|colormoved)|merge\.(?:conflictstyle|ff)|pull\.(?:rebase|ff)|push\.default|fetch\.prune|rebase\.(?:autosquash|autostash)|safe\.directory|status\.\w+|column\..*|i18n\..*)$/i;
const SCRIPT_OPTION =
  /^(?:--exec|--extcmd|--upload-pack|--receive-pack|--(?:tree|index|env|msg|commit|parent|tag-name)-filter)(?:=([\s\S]*))?$/;

/** `words` without its name. */
export function inGit(words: readonly Word[]): Unwrapped {
  const { options, rest } = skipOptions(words, GLOBAL);
  const [subcommand, ...given] = rest ?? [];
  const hazards = [...optionHazards(options), ...subcommandHazards(subcommand, given)];
  return {
    commands: ranBy(subcommand?.text ?? '', given),
    scripts: scriptsOf(subcommand?.text ?? '', given),
    hazards,
    isTransparent: false,
  };
}

/** As if the options before the subcommand were not there: `git -C x push` is a `git push`. */
export function withoutGlobalOptions([name, ...words]: readonly Word[]): Word[] | undefined {
  const { options, rest } = skipOptions(words, GLOBAL);
  if (name === undefined || rest === undefined || options.length === 0) return undefined;
  return [name, ...rest];
}

function optionHazards(options: readonly Word[]): string[] {
  return options.flatMap(({ text }, at) => {
    if (/^--(?:exec-path|config-env)/.test(text)) return [`git ${text} names programs to run`];
    if (!text.startsWith('-c')) return [];
    const setting = text === '-c' ? (options[at + 1]?.text ?? '') : text.slice(2);
    const key = setting.split('=')[0] ?? '';
    return HARMLESS.test(key) ? [] : [`git -c ${shown(key)} may name a program to run`];
  });
}

function subcommandHazards(subcommand: Word | undefined, given: readonly Word[]): string[] {
  const hazards = given
    .filter(({ text }) => /^(?:ext|fd)::/.test(text))
    .map(({ text }) => `${shown(text)} makes git run a program`);
  if (subcommand?.text === 'config') {
    const named = given.find(({ text }) => text.includes(ANY) || /^[\w-]+\.\S/.test(text));
    const isReading = given.some(({ text }) => /^(?:-l|--list|--get\S*|get|list)$/.test(text));
    const key = named?.text ?? '';
    const isSetting = !isReading && given.filter(({ text }) => !text.startsWith('-')).length > 1;
    if (isSetting && !HARMLESS.test(key)) {
      hazards.push(`git config ${shown(key)} may name a program to run`);
    }
  }
  const opensPager = given.some(({ text }) => /^(?:-O|--open-files-in-pager)/.test(text));
  if (subcommand?.text === 'grep' && opensPager) hazards.push('git grep -O runs a program');
  return hazards;
}

function scriptsOf(subcommand: string, given: readonly Word[]): string[] {
  const scripts = given.flatMap(({ text }, at) => {
    const isShort = text === '-x' && (subcommand === 'rebase' || subcommand === 'difftool');
    const match = SCRIPT_OPTION.exec(text);
    if (match === null && !isShort) return [];
    return [match?.[1] ?? given[at + 1]?.text ?? ''];
  });
  const each = given.findIndex(({ text }) => text === 'foreach');
  if (subcommand === 'submodule' && each !== -1) {
    const words = given.slice(each + 1).filter(({ text }) => text !== '--recursive');
    scripts.push(words.every(isLiteral) ? words.map(({ text }) => text).join(' ') : ANY);
  }
  return scripts.map((script) => (script.includes(ANY) ? ANY : script));
}

function ranBy(subcommand: string, given: readonly Word[]): Word[][] {
  const isRun = subcommand === 'bisect' && given[0]?.text === 'run';
  return isRun && given.length > 1 ? [given.slice(1)] : [];
}

function shown(text: string): string {
  return text.replaceAll(ANY, '…');
}
