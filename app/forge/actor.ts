// Who is calling, once the credentials are checked. Data only.
import type { Account, App, Installation, InstallationToken } from './state.ts';

export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; account: Account }
  /** A JWT: the app itself, which has no account and no repositories. */
  | { kind: 'app'; app: App }
  /** An installation token: acts as the bot account. */
  | {
      kind: 'installation';
      app: App;
      account: Account;
      installation: Installation;
      token: InstallationToken;
    };

export function actorName(actor: Actor): string {
  if (actor.kind === 'anonymous') return 'anonymous';
  return actor.kind === 'app' ? actor.app.slug : actor.account.login;
}
