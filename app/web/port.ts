// What the pages ask of GitHub on behalf of a person, with his own token. Types only. Faults are
// AppError: UNAUTHORIZED (the token is not taken), GITHUB_UNAVAILABLE, RATE_LIMITED, TIMEOUT.

export type UserTokens = {
  access: string;
  issuedAt: number;
  /** Absent when the App's tokens do not end by themselves. */
  accessExpiresAt?: number;
  refresh?: string;
};

export type Person = { id: number; login: string };

/** Where the App is installed, as far as this person may see it. */
export type VisibleInstallation = {
  id: number;
  accountId: number;
  accountLogin: string;
  isSuspended: boolean;
};

export type VisibleRepository = {
  id: number;
  owner: string;
  name: string;
  defaultBranch: string;
  isPrivate: boolean;
  /** By GitHub's answer to this person's own token. */
  isAdmin: boolean;
};

export type People = {
  /** GitHub's page that asks the person for his consent. */
  authorizeUrl(
    request: { redirectUri: string; state: string; challenge: string },
    signal: AbortSignal,
  ): Promise<string>;
  /** Undefined when GitHub does not take the code. Never repeated: a code works once. */
  exchange(
    grant: { code: string; verifier: string; redirectUri: string },
    signal: AbortSignal,
  ): Promise<UserTokens | undefined>;
  /** Undefined when the refresh token was used or has ended. Not cancelled half-way: it works once. */
  renew(refresh: string): Promise<UserTokens | undefined>;
  revoke(access: string): Promise<void>;
  person(access: string, signal: AbortSignal): Promise<Person>;
  installations(access: string, signal: AbortSignal): Promise<VisibleInstallation[]>;
  /** Page by page, for as long as the caller wants more. */
  repositories(
    access: string,
    installationId: number,
    signal: AbortSignal,
  ): AsyncIterable<VisibleRepository>;
};
