// Variables that decide what a later command runs. A rule that allows the command does not mean
// them. Pure.
import type { Assignment } from './shell/line.ts';

const STEERING =
  /^(?:LD_\w+|DYLD_\w+|PATH|IFS|ENV|BASH_ENV|BASH_\w*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|CDPATH|HOME|SHELL|GLOBIGNORE|EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|BROWSER|GIT_(?!AUTHOR_|COMMITTER_|TERMINAL_PROMPT$|MERGE_AUTOEDIT$|OPTIONAL_LOCKS$)\w+|SSH_ASKPASS|SUDO_ASKPASS|NODE_OPTIONS|NODE_PATH|NPM_CONFIG_\w*|npm_config_\w*|PERL5OPT|PERL5LIB|PERL5DB|RUBYOPT|RUBYLIB|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PYTHONINSPECT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GCONV_PATH|HOSTALIASES|TERMINFO|RUSTC_WRAPPER|CARGO_\w*(?:RUNNER|WRAPPER|LINKER)\w*|GOFLAGS|MAKEFLAGS|HISTFILE)$/;

/** Switches of NODE_OPTIONS that load nothing. */
const HARMLESS_OPTIONS =
  /^(?:--(?:max-old-space-size=\d+|experimental-vm-modules|experimental-strip-types|no-warnings|enable-source-maps|trace-warnings|trace-deprecation|stack-trace-limit=\d+)(?: |$))+$/;

/** `a[0]` is about `a`. */
export function isSteering({ name, value }: Assignment): boolean {
  const bare = /^\w*/.exec(name)?.[0] ?? '';
  if (bare === 'NODE_OPTIONS' && HARMLESS_OPTIONS.test(value.text)) return false;
  return STEERING.test(bare);
}
