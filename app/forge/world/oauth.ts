// What the forge knows about people who authorise apps: open forms, codes, grants and tokens.
// Plain data, a part of ForgeState.

/** What an app asks for, after its client id, address and challenge were checked. */
export type AuthorizeRequest = {
  appId: number;
  redirectUri: string;
  state: string | undefined;
  /** PKCE, always S256. */
  codeChallenge: string | undefined;
};

/** A form that a person has on the screen; good for one submission, in the same browser. */
export type OpenForm = AuthorizeRequest & { browserId: string; expiresAtMs: number };

export type Code = Omit<AuthorizeRequest, 'state'> & { accountId: number; expiresAtMs: number };

/** A user access token and the refresh token that came with it: they live and die together. */
export type UserAccess = {
  id: number;
  token: string;
  refreshToken: string;
  appId: number;
  accountId: number;
  /** Set when the app asked for a token that reaches one repository only. */
  repositoryId: number | undefined;
  createdAt: string;
  expiresAtMs: number;
  refreshExpiresAtMs: number;
};

export type OauthState = {
  /** By the value of the cookie: who is signed in there. */
  browsers: Map<string, { accountId: number | undefined }>;
  forms: Map<string, OpenForm>;
  codes: Map<string, Code>;
  /** Which people let which apps act for them. */
  grants: { appId: number; accountId: number }[];
  /** By the access token. */
  accesses: Map<string, UserAccess>;
};

export function emptyOauth(): OauthState {
  return {
    browsers: new Map(),
    forms: new Map(),
    codes: new Map(),
    grants: [],
    accesses: new Map(),
  };
}
