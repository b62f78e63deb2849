// Notices when what sandboxes are made with changes while the server runs (an update of bubblewrap,
// another node), and has it tested again before the next sandbox is made.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapArguments, type Profile } from './bubblewrap.ts';

type ProfileWatch = {
  /** Throws what the test throws; until it passes once, every call tests again. */
  requireIsolation(): Promise<void>;
};

export function watchProfile(deps: {
  /** For which the test has passed. */
  tested: string;
  digest(): string;
  test(): Promise<void>;
  log(message: string, fields: Record<string, unknown>): void;
}): ProfileWatch {
  let { tested } = deps;
  let running: Promise<void> | undefined;
  const testAgain = async (digest: string) => {
    deps.log('profile changed', { digest });
    await deps.test();
    tested = digest;
  };
  return {
    async requireIsolation() {
      const digest = deps.digest();
      if (digest === tested) return;
      running ??= testAgain(digest).finally(() => {
        running = undefined;
      });
      await running;
    },
  };
}

/** Programs by what the file system knows of them: reading them each time would cost too much. */
export function digestProfile(profile: Profile, seccompFilter: Buffer): string {
  const hash = createHash('sha256').update(seccompFilter);
  hash.update(JSON.stringify([bubblewrapArguments(profile), profile.limits, profile.uid]));
  const programs = [...Object.values(profile.tools), profile.nodeBinary, profile.sealedNodeBinary];
  for (const path of programs) {
    const facts = statSync(path, { throwIfNoEntry: false });
    const { ino, size, mode, uid, mtimeMs, ctimeMs } = facts ?? {};
    hash.update(JSON.stringify([path, ino, size, mode, uid, mtimeMs, ctimeMs]));
  }
  for (const directory of [profile.guestDirectory, profile.etcDirectory]) {
    for (const name of readdirSync(directory).sort()) {
      hash.update(name).update(readFileSync(join(directory, name)));
    }
  }
  return hash.digest('hex');
}
