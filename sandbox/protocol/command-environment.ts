// The variables that every command of an agent gets, from those of the process that runs it. A list
// of what is passed on, so that no key of the host or of its owner is among them. Pure.

const PASSED_ON = `PATH HOME USER LOGNAME SHELL LANG LC_ALL TZ TMPDIR
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy
  NODE_USE_ENV_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE`.split(/\s+/);
/** No command may wait for a person. */
const QUIET = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

export function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = PASSED_ON.flatMap((name): [string, string][] => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { LANG: 'C.UTF-8', ...Object.fromEntries(passed), ...QUIET };
}
