// Notices through the operator's own `apprise`, which speaks to whatever he uses. Its addresses hold
// keys: they come from his environment alone, and nothing that the program prints is repeated.
import { isAppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { runProcess } from '../machine/run-process.ts';
import type { Secret } from '../secret.ts';
import type { Notify } from './port.ts';

type AppriseOptions = {
  urls: readonly Secret[];
  /** Of the program; no key of ours is among it. */
  env: Readonly<Record<string, string>>;
  log: Pick<Logger, 'warn'>;
  deadlineMs?: number;
};

const DEADLINE_MS = 10_000;
const NO_SUCH_PROGRAM = 127;

export function createApprise({ urls, env, log, deadlineMs }: AppriseOptions): Notify {
  let isMissed = false;
  return async ({ title, body }) => {
    const addresses = urls.map((url) => url.reveal());
    try {
      const { exitCode } = await runProcess(['apprise', '-t', title, '-b', body, ...addresses], {
        env,
        deadlineMs: deadlineMs ?? DEADLINE_MS,
      });
      if (exitCode === 0) return;
      if (exitCode !== NO_SUCH_PROGRAM) {
        log.warn({ exitCode }, 'apprise did not send a notice');
      } else if (!isMissed) {
        isMissed = true;
        log.warn({}, 'CLAUDEOPS_APPRISE_URLS is set, but there is no program apprise on PATH');
      }
    } catch (error) {
      if (!isAppError(error)) throw error;
      log.warn({ code: error.code }, 'apprise did not end in time');
    }
  };
}
