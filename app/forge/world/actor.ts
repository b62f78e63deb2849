// Who is calling, once the credentials are checked. Data and questions about it only.
import type { UserAccess } from './oauth.ts';
import type { Account, App, Installation, InstallationToken } from './state.ts';

export type Actor =
  | { kind: 'anonymous' }
  /** A person, by his own token or, with `via`, by an app that he lets act for him. */
  | { kind: 'user'; account: Account; via?: Via }
  /** An app by its client id and secret: asks about the tokens of its users, nothing else. */
  | { kind: 'client'; app: App }
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

/** `installations` are all of the app's, cut down to one repository if the token is. */
export type Via = { app: App; access: UserAccess; installations: readonly Installation[] };

export function actorName(actor: Actor): string {
  if (actor.kind === 'anonymous') return 'anonymous';
  if (actor.kind === 'app' || actor.kind === 'client') return actor.app.slug;
  return actor.account.login;
}

/** GitHub's own app, whose tokens workflow runs get; its id is the one of github.com. */
export const ACTIONS_APP_ID = 15_368;

export function isActions(actor: Actor): boolean {
  return actor.kind === 'installation' && actor.app.id === ACTIONS_APP_ID;
}
