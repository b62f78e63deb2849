// How one world is made another from inside a sandbox: what is run there before, and how a run line
// is started. What only the sandbox's maker can change is named in differences.ts. Pure.
import { ANOTHER_PLACE, SANDBOX_PATHS } from '../../../sandbox/driver/port.ts';
import { CLOCK_FILES, clockVariables, type Shift } from './clock.ts';
import { DICE_FILES, diceVariables } from './dice.ts';
import type { Difference } from './differences.ts';
import { DOOR_FILES, doorVariables } from './doors.ts';
import { SCRIPTS } from './scripts.ts';

const AWAY = '/var/tmp/job-4711';
const SITE = '/var/tmp/site';
const NODE = SANDBOX_PATHS.node;
const ONE_PROCESS = '--test-isolation=none';

/** Python loads this one by itself. The others are no modules: the program may have some of their names. */
const LOADER = {
  'sitecustomize.py': `import os
for _name in os.environ.get('BEFORE', '').split():
    with open('${SITE}/' + _name + '.py') as _file:
        exec(_file.read(), {'__name__': _name})
`,
};

type World = {
  differences: readonly Difference[];
  shift?: Shift | undefined;
  /** Where doors that are opened are noted; unset: nowhere. */
  marks?: string | undefined;
};

/**
 * Prints a line `varied NAME` for each difference that is there afterwards. Run once in a new sandbox,
 * in the workspace.
 */
export function preparation({ differences }: World): string {
  return differences.map((one) => `${PREPARE[one]} && echo varied ${one}`).join('\n');
}

const isUser = `[ "$(id -un)" = ${ANOTHER_PLACE.user.name} ]`;
const PREPARE: Record<Difference, string> = {
  workspace: `[ "$(pwd)" = ${ANOTHER_PLACE.workspace} ]`,
  home: `[ "$HOME" = ${ANOTHER_PLACE.home} ] && mkdir -p ~/Documents ~/.config && touch ~/.hushlogin`,
  user: isUser,
  host: `[ "$(cat /proc/sys/kernel/hostname)" = ${ANOTHER_PLACE.hostname} ]`,
  machine: `[ "$(command -v node)" != ${NODE} ]`,
  env: 'true',
  tmp: `mkdir -p ${AWAY} /tmp/.X11-unix && echo 1 > /tmp/notes.txt && echo 1 > ${AWAY}/notes.txt`,
  seed: 'true',
  tz: '[ -e /usr/share/zoneinfo/Pacific/Auckland ]',
  locale: 'true',
  chance: putFiles({ ...DICE_FILES, ...DOOR_FILES, ...LOADER }),
  date: `${putFiles({ ...CLOCK_FILES, ...LOADER })} && chmod 755 ${SITE}/date`,
  cpus: '[ "$(nproc)" -gt 1 ] && command -v taskset >/dev/null',
  terminal: 'script -qefc true /dev/null </dev/null >/dev/null 2>&1',
  limits: '[ "$(ulimit -n)" -gt 900 ]',
  pids: 'for i in {1..400}; do ( : ); done',
  times: nodeScript('times'),
  order: nodeScript('order'),
  start: 'true',
  // Of a node that knows it; NODE is ours, the run line may mean another.
  shared: `NODE_OPTIONS=${ONE_PROCESS} node -e 0 >/dev/null 2>&1`,
};

/** As the exec of a sandbox takes it. */
export function dressed(
  line: string,
  world: World,
): { command: string; env: Record<string, string> } {
  const has = (one: Difference) => world.differences.includes(one);
  const before = [
    ...(has('env') ? ['unset PYTHONDONTWRITEBYTECODE SHLVL'] : []),
    ...(has('locale') ? [LOCALE] : []),
    ...(has('env') ? ['export PATH="$PATH:/usr/sbin:/sbin"'] : []),
    ...(has('date') ? [`export PATH="${SITE}:$PATH"`] : []),
    ...(has('limits') ? ['ulimit -S -n 900'] : []),
  ];
  let words = ['bash', '-c', line];
  if (has('start'))
    words = ['nice', '-n', '1', 'sh', '-c', 'bash -c "$1"; exit $?', 'job', ...words.slice(2)];
  if (has('cpus')) words = ['taskset', '-c', '@cpu', ...words];
  const run = quoted(words).replace("'@cpu'", () => LAST_PROCESSOR);
  const command = has('terminal')
    ? `script -qefc ${quoted([`${SCREEN}; exec </dev/null; ${run}`])} /dev/null </dev/null`
    : run;
  return {
    command: [...before, command].join('\n'),
    env: { ...variables(world), ...preloads(line, world) },
  };
}

/** What every program takes for its size that is told none. */
const SCREEN = 'stty cols 80 rows 24 2>/dev/null';

/** Of those that it may use. */
const LAST_PROCESSOR = String.raw`"$(taskset -cp $$ | sed 's/.*[^0-9]\([0-9]*\)$/\1/')"`;

function variables({ differences }: World): Record<string, string> {
  const has = (one: Difference) => differences.includes(one);
  return {
    PYTHONDONTWRITEBYTECODE: '1',
    ...(has('env') && { ...OTHER_VARIABLES }),
    ...(has('tmp') && { TMPDIR: AWAY }),
    ...(has('seed') && { PYTHONHASHSEED: '4242', PERL_HASH_SEED: '4242' }),
    ...(has('tz') && { TZ: 'Pacific/Auckland' }),
    ...(has('terminal') && { TERM: 'dumb' }),
  };
}

/** What a runtime loads before the program. */
function preloads(
  line: string,
  { differences, shift = 'years', marks }: World,
): Record<string, string> {
  const names = [
    ...(differences.includes('date') ? ['clock'] : []),
    ...(differences.includes('chance') ? ['dice'] : []),
    ...(differences.includes('chance') && marks !== undefined ? ['doors'] : []),
  ];
  const isShared = differences.includes('shared');
  const options = [
    ...names.map((name) => `--require=${SITE}/${name}.cjs`),
    ...(isShared ? [ONE_PROCESS] : []),
  ];
  return {
    ...(options.length > 0 && { NODE_OPTIONS: options.join(' ') }),
    ...(names.length > 0 && { PYTHONPATH: SITE, BEFORE: names.join(' ') }),
    ...(names.includes('clock') && clockVariables(SITE, shift)),
    ...(names.includes('dice') && diceVariables(line)),
    ...(marks !== undefined && doorVariables(marks)),
  };
}

const OTHER_VARIABLES = {
  SHELL: '/bin/sh',
  EDITOR: 'vi',
  PAGER: 'cat',
  LESS: '-R',
  HISTSIZE: '1000',
  MAIL: '/var/mail/dev',
  OLDPWD: '/var',
  XDG_SESSION_ID: '12',
  XDG_SESSION_TYPE: 'tty',
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
};

/** One that is installed, by choice not the language the machine speaks; else the same by another name. */
const LOCALE = `unset LANG; l=$(locale -a 2>/dev/null | grep -i 'utf-\\?8$' | grep -vi '^\\(c\\|posix\\|en_us\\)\\.' | head -n 1)
export LC_ALL="\${l:-C.utf8}"`;

function nodeScript(name: keyof typeof SCRIPTS): string {
  return `${NODE} -e ${quoted([SCRIPTS[name]])}`;
}

function putFiles(files: Readonly<Record<string, string>>): string {
  const puts = Object.entries(files).map(
    ([name, text]) => `printf %s ${quoted([text])} > ${SITE}/${name}`,
  );
  return [`mkdir -p ${SITE}`, ...puts].join(' && ');
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}
