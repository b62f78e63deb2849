// Runs one script of the self-test in a sandbox and returns what it said.
import type { AgentLink } from '../agent-link.ts';
import { environmentOf, placeOf } from '../isolation/bubblewrap.ts';

const PROBE_DEADLINE_MS = 10_000;

export async function runProbe(
  link: AgentLink,
  script: string,
  args: readonly string[],
): Promise<string> {
  let output = '';
  const ended = Promise.withResolvers<void>();
  await link.open(
    {
      operation: 'start',
      options: {
        argv: ['/bin/bash', '-c', script, 'probe', ...args],
        cwd: '/home/user',
        env: environmentOf(placeOf()),
        stdin: false,
      },
    },
    {
      onData(_tag, bytes, credit) {
        output += bytes.toString('utf8');
        credit();
      },
      onEnd: (_value, fault) => (fault === undefined ? ended.resolve() : ended.reject(fault)),
    },
  );
  const late = setTimeout(
    () => ended.reject(new Error('the probes do not end')),
    PROBE_DEADLINE_MS,
  );
  try {
    await ended.promise;
  } finally {
    clearTimeout(late);
  }
  return output;
}
