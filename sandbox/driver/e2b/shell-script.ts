// Builds the bash texts that commands are run by inside a sandbox. Every provider starts a command
// as `bash -l -c TEXT`, so what must hold for all of them is done in that text. Pure.

/** Words that bash takes exactly as they are. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

export type Command = string | readonly [string, ...string[]];

/**
 * The home that the provider's login shell is started with: there is none, so it reads no file of
 * the user's own. Such a file may have been written by an earlier command, and would decide over
 * every later one: the runner, the killing of a group, the exit code of a test.
 */
export const NO_HOME = '/nonexistent';

type Environment = { path?: string | undefined; home?: string | undefined };

/**
 * The command as leader of its own process group, which can be killed whole. Where the provider
 * has made it one already, this costs nothing. A PATH is set again: a login shell replaces it. So
 * is the home, to the one given or the user's own: the shell must be started with NO_HOME.
 */
export function groupScript(
  command: Command,
  options: Environment & { before?: string } = {},
): string {
  const words = typeof command === 'string' ? ['bash', '-c', command] : command;
  const path = options.path === undefined ? '' : `export PATH=${quoteWords([options.path])}\n`;
  // Without the variable `~` is what the system knows of the user.
  const home =
    options.home === undefined ? 'unset HOME; HOME=~' : `HOME=${quoteWords([options.home])}`;
  const body = `${home}; export HOME\n${path}${options.before ?? ''}exec ${quoteWords(words)}`;
  return `s=${quoteWords([body])}
read -r _ _ _ _ g _ </proc/$$/stat
if [ "$g" = $$ ]; then eval "$s"; else exec setsid bash -c "$s"; fi`;
}

type Halves = { headBytes: number; tailBytes: number };

/** One byte more than allowed is let through: more than allowed has come exactly when it was cut. */
function halvesOf(maxBytes: number): Halves {
  const headBytes = Math.ceil(maxBytes / 2);
  return { headBytes, tailBytes: maxBytes - headBytes + 1 };
}

/**
 * The same, with each stream cut at the source to its first and last bytes. `head -c` takes no byte
 * too many from a pipe, and `tail -c` drains the rest, so the command is never stopped by it and
 * ends with its own exit code. Both run in sessions of their own: when the command's group is
 * killed, what it had said is still passed on. The command's streams become true pipes, so
 * /dev/stdout works.
 */
export function limitedScript(
  command: Command,
  options: Environment & { maxBytes: number },
): string {
  const { headBytes, tailBytes } = halvesOf(options.maxBytes);
  const filter = `stdbuf -o0 head -c ${headBytes}; exec tail -c ${tailBytes}`;
  const limit = (to: number) => `>(exec setsid sh -c '${filter}' >&${to} 2>/dev/null 3>&- 4>&-)`;
  const before = `exec 3>&1 4>&2
exec > ${limit(3)}
exec 2> ${limit(4)}
exec 3>&- 4>&-
`;
  return groupScript(command, { path: options.path, home: options.home, before });
}

type CutText = { text: string; isCut: boolean };

/** Puts a notice where bytes are missing. */
export function joinHalves(text: string, maxBytes: number): CutText {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= maxBytes) return { text, isCut: false };
  const { headBytes } = halvesOf(maxBytes);
  const notice = `\n[output cut here: only the first and the last ${headBytes} bytes are kept]\n`;
  const head = bytes.subarray(0, headBytes).toString('utf8');
  const tail = bytes.subarray(headBytes + 1).toString('utf8');
  return { text: head + notice + tail, isCut: true };
}

/**
 * Kills every process that the user may kill, except this one and its ancestors (the provider's
 * own daemon among them). Twice, because something may be starting meanwhile.
 */
export const KILL_OTHERS_SCRIPT = `
keep=" $$ "
p=$$
while [ "$p" -gt 1 ] && read -r line <"/proc/$p/stat"; do
  set -- \${line##*) }
  p=$2
  keep="$keep$p "
done 2>/dev/null
for round in 1 2; do
  for d in /proc/[0-9]*; do
    n=\${d#/proc/}
    case $keep in *" $n "*) ;; *) kill -KILL "$n" 2>/dev/null ;; esac
  done
done
true`;
