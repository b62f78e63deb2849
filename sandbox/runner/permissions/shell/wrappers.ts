// Commands that run other commands: what do they run? Pure.
import type { WrittenCommand } from './collect.ts';
import { inFind } from './find-actions.ts';
import { inGit } from './git-smuggling.ts';
import { ANY, isLiteral, isReserved, programOf, toWord, type Word } from './line.ts';
import { type OptionTable, skipOptions } from './options.ts';
import type { Unwrapped } from './unwrapped.ts';

type Unwrap = (words: readonly Word[], command: WrittenCommand) => Unwrapped | undefined;

const OPAQUE: Unwrapped = { commands: [[toWord(ANY)]], scripts: [], isTransparent: false };

/** Undefined: it runs nothing but itself. */
export function unwrap(command: WrittenCommand): Unwrapped | undefined {
  const name = programOf(command);
  if (!Object.hasOwn(WRAPPERS, name)) return undefined;
  return WRAPPERS[name]?.(command.words.slice(1), command);
}

/** Runs its arguments, after options and so many words of its own. */
function running(table: OptionTable, ownWords = 0): Unwrap {
  return (words) => {
    const { rest } = skipOptions(words, table);
    if (rest === undefined) return OPAQUE;
    const inner = rest.slice(ownWords);
    return { commands: inner.length === 0 ? [] : [inner], scripts: [], isTransparent: true };
  };
}

/** Of the shell itself: what follows may be more than a command, which the grammar does not see. */
const beforePipeline: Unwrap = (words, command) => {
  const isOption = /^-(?!p$|-$)/.test(words[0]?.text ?? '');
  const isMore = words.some(({ raw }) => isReserved(raw));
  return isOption || isMore ? OPAQUE : running({})(words, command);
};

/** Runs its arguments joined to one line. */
function evaluating(table: OptionTable): Unwrap {
  return (words) => {
    const { rest } = skipOptions(words, table);
    if (rest === undefined) return OPAQUE;
    return { commands: [], scripts: rest.length === 0 ? [] : [join(rest)], isTransparent: true };
  };
}

function join(words: readonly Word[]): string {
  return words.every(isLiteral) ? words.map(({ text }) => text).join(' ') : ANY;
}

/** `command -v` and `-V` only look. */
const inCommand: Unwrap = (words, command) => {
  const isQuery = /^-[pvV]*[vV]/.test(words[0]?.text ?? '');
  if (isQuery) return { commands: [], scripts: [], isTransparent: true };
  return running({})(words, command);
};

const inEnv: Unwrap = (words) => {
  const table = { short: 'uCS', long: ['unset', 'chdir', 'split-string'] };
  const { options, rest } = skipOptions(words, table);
  const isSplit = options.some(({ text }) => /^-[^-]*S|^--split/.test(text));
  if (rest === undefined || isSplit) return OPAQUE;
  const start = rest.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  const inner = start === -1 ? [] : rest.slice(start);
  return {
    commands: inner.length === 0 ? [] : [inner],
    scripts: [],
    assignments: rest.slice(0, rest.length - inner.length),
    isTransparent: inner.length > 0,
  };
};

const SHELL_OPTIONS = { short: 'oO', long: ['rcfile', 'init-file'] };

/** `sh -c TEXT`; a shell without a script reads it from its input. */
const inShell: Unwrap = (words, { stdin }) => {
  const { options, rest } = skipOptions(words, SHELL_OPTIONS);
  if (rest === undefined) return OPAQUE;
  const has = (pattern: RegExp) => options.some(({ text }) => pattern.test(text));
  if (has(/^--(?:rcfile|init-file)|^[^-]|^-[^-]*[oO]/)) return OPAQUE;
  if (has(/^-[^-]*c/)) {
    const script = rest[0]?.text ?? '';
    return { commands: [], scripts: [script.includes(ANY) ? ANY : script], isTransparent: true };
  }
  if (has(/^--(?:version|help)$/)) return undefined;
  if (rest.length > 0 && !has(/^-[^-]*s/) && rest[0]?.text !== '-') return undefined;
  const script = stdin === undefined || !isLiteral(stdin) ? ANY : stdin.text;
  return { commands: [], scripts: [script], isTransparent: true };
};

const XARGS = {
  short: 'adEILnPs',
  long: `arg-file delimiter max-lines max-args max-procs max-chars process-slot-var`.split(' '),
};

/** What it reads is put in place of `{}` with -I, at the end without. */
const inXargs: Unwrap = (words) => {
  const { options, rest } = skipOptions(words, XARGS);
  if (rest === undefined) return OPAQUE;
  const inner = rest.length === 0 ? [toWord('echo')] : rest;
  const at = options.findIndex(({ text }) => /^-[^-]*[Ii]|^--replace/.test(text));
  const mark = at === -1 ? undefined : replacedMark(options, at);
  if (mark === undefined) {
    return { commands: [[...inner, toWord(ANY)]], scripts: [], isTransparent: true };
  }
  const filled = inner.map(({ text, raw }) => ({ text: text.replaceAll(mark, ANY), raw }));
  return { commands: [filled], scripts: [], isTransparent: true };
};

function replacedMark(options: readonly Word[], at: number): string {
  const own = /^(?:-[^-]*?[Ii]|--replace=?)(.*)$/s.exec(options[at]?.text ?? '')?.[1] ?? '';
  if (own !== '') return own;
  return options[at]?.text.endsWith('I') === true ? (options[at + 1]?.text ?? '{}') : '{}';
}

/** Joins its words to a line of the shell, for each of the arguments after `:::`. */
const inParallel: Unwrap = (words) => {
  const table = { short: 'jNnISPaCL', long: `jobs max-args delay arg-file colsep`.split(' ') };
  const { rest } = skipOptions(words, table);
  if (rest === undefined) return OPAQUE;
  const end = rest.findIndex(({ text }) => /^:::{1,2}\+?$/.test(text));
  const inner = end === -1 ? rest : rest.slice(0, end);
  if (inner.length === 0 || !inner.every(isLiteral)) return OPAQUE;
  if (inner.some(({ text }) => text.includes('{'))) return OPAQUE;
  return { commands: [], scripts: [join(inner)], isTransparent: true };
};

/** What it arms is run later; a number or a dash only disarms. */
const inTrap: Unwrap = (words) => {
  const { rest } = skipOptions(words, {});
  if (rest === undefined) return OPAQUE;
  const script = rest.length < 2 ? '' : (rest[0]?.text ?? '');
  const scripts = script === '' || script === '-' ? [] : [script.includes(ANY) ? ANY : script];
  return { commands: [], scripts, isTransparent: true };
};

/** The values are commands in waiting. */
const inAlias: Unwrap = (words) => ({
  commands: [],
  scripts: words
    .filter(({ text }) => text.includes('='))
    .map(({ text }) => (text.includes(ANY) ? ANY : text.slice(text.indexOf('=') + 1))),
  isTransparent: false,
});

const inWatch: Unwrap = (words, command) => {
  const table = { short: 'nq', long: ['interval', 'equexit'] };
  const { options } = skipOptions(words, table);
  const isDirect = options.some(({ text }) => /^-[^-]*x|^--exec$/.test(text));
  return isDirect ? running(table)(words, command) : evaluating(table)(words, command);
};

/** Nobody needs another user here. */
const asRoot: Unwrap = (words) => {
  const { rest } = skipOptions(words, { short: 'ugpCcDhRrTtU' });
  const inner = rest?.filter(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  return {
    commands: inner === undefined || inner.length === 0 ? [] : [inner],
    scripts: [],
    isTransparent: false,
  };
};

const SHELLS = 'sh bash dash zsh ksh ash rbash'.split(' ');
export const ROOT_PROGRAMS: ReadonlySet<string> = new Set(['sudo', 'doas', 'su', 'pkexec']);

const WRAPPERS: Readonly<Record<string, Unwrap>> = {
  ...Object.fromEntries(SHELLS.map((name) => [name, inShell])),
  ...Object.fromEntries([...ROOT_PROGRAMS].map((name) => [name, asRoot])),
  env: inEnv,
  command: inCommand,
  builtin: running({}),
  exec: running({ short: 'a' }),
  nohup: running({}),
  nice: running({ short: 'n', long: ['adjustment'] }),
  ionice: running({ short: 'cnpPu', long: ['class', 'classdata'] }),
  stdbuf: running({ short: 'ioe', long: ['input', 'output', 'error'] }),
  setsid: running({}),
  timeout: running({ short: 'ks', long: ['kill-after', 'signal'] }, 1),
  time: beforePipeline,
  coproc: beforePipeline,
  chroot: running({}, 1),
  unshare: running({}),
  busybox: running({}),
  taskset: running({}, 1),
  flock: running({ short: 'wEc' }, 1),
  xargs: inXargs,
  find: (words) => inFind(words),
  parallel: inParallel,
  watch: inWatch,
  eval: evaluating({}),
  trap: inTrap,
  alias: inAlias,
  git: (words) => inGit(words),
};
