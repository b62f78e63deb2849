// People's sign-ins on the web. Ids of sign-ins and states arrive as digests, tokens sealed: this
// file never sees a secret. Times come from the caller.
import type { Connection } from './database/connection.ts';

/** A person's sign-in in one browser. Neither its id nor his tokens are known to the database. */
type SignIn = {
  /** SHA-256 of the id that the browser holds. */
  digest: Uint8Array;
  githubId: number;
  login: string;
  /** Which key sealed the tokens. */
  keyId: string;
  sealed: Uint8Array;
  tokensVersion: number;
  seenAt: number;
  expiresAt: number;
};
type NewSignIn = Pick<
  SignIn,
  'digest' | 'githubId' | 'login' | 'keyId' | 'sealed' | 'expiresAt'
> & { now: number };
type SignInRecords = {
  /** False when a sign-in with this state was finished before. */
  useState(state: { digest: Uint8Array; now: number; expiresAt: number }): Promise<boolean>;
  begin(signIn: NewSignIn): Promise<void>;
  find(digest: Uint8Array): Promise<SignIn | undefined>;
  touch(digest: Uint8Array, now: number): Promise<void>;
  /** True for one at a time: a refresh token works once. The claim ends by itself at `until`. */
  claimRenewal(
    digest: Uint8Array,
    claim: { tokensVersion: number; now: number; until: number },
  ): Promise<boolean>;
  dropRenewal(digest: Uint8Array, tokensVersion: number): Promise<void>;
  /** False when the sign-in is over or has newer tokens. */
  renew(
    digest: Uint8Array,
    tokens: Pick<SignIn, 'tokensVersion' | 'keyId' | 'sealed'>,
  ): Promise<boolean>;
  end(digest: Uint8Array): Promise<void>;
  /** Everything this person holds; answers how many sign-ins. */
  endAllOf(githubId: number): Promise<number>;
  /** Those that are too old, or were not used for `idleMs`. */
  sweep(limits: { now: number; idleMs: number }): Promise<number>;
};

const at = (ms: number) => new Date(ms);

export function signInRecords(client: Connection): SignInRecords {
  return {
    async useState({ digest, now, expiresAt }) {
      await client.query('delete from used_sign_ins where expires_at <= $1', [at(now)]);
      const { rowCount } = await client.query(
        'insert into used_sign_ins (state_digest, expires_at) values ($1, $2) on conflict do nothing',
        [digest, at(expiresAt)],
      );
      return rowCount === 1;
    },
    async begin({ digest, githubId, login, keyId, sealed, now, expiresAt }) {
      const userId = await ensureUser(client, githubId, login);
      await client.query(
        `insert into web_sessions
           (id_digest, user_id, key_id, sealed_tokens, created_at, seen_at, expires_at)
         values ($1, $2, $3, $4, $5, $5, $6)`,
        [digest, userId, keyId, sealed, at(now), at(expiresAt)],
      );
    },
    async find(digest) {
      const { rows } = await client.query<SignIn>(
        `select id_digest as digest, identities.subject as "githubId", login, key_id as "keyId",
                sealed_tokens as sealed, tokens_version as "tokensVersion",
                seen_at as "seenAt", expires_at as "expiresAt"
           from web_sessions
           join users on users.id = user_id and deleted_at is null
           join identities on identities.user_id = users.id and provider = 'github'
          where id_digest = $1`,
        [digest],
      );
      return rows[0];
    },
    async touch(digest, now) {
      await client.query(
        `update web_sessions set seen_at = $2
          where id_digest = $1 and seen_at < $2 and expires_at >= $2`,
        [digest, at(now)],
      );
    },
    ...renewalOf(client),
    ...endingOf(client),
  };
}

function renewalOf(
  client: Connection,
): Pick<SignInRecords, 'claimRenewal' | 'dropRenewal' | 'renew'> {
  return {
    async claimRenewal(digest, { tokensVersion, now, until }) {
      const { rowCount } = await client.query(
        `update web_sessions set renewing_until = $4
          where id_digest = $1 and tokens_version = $2
            and (renewing_until is null or renewing_until <= $3)`,
        [digest, tokensVersion, at(now), at(until)],
      );
      return rowCount === 1;
    },
    async dropRenewal(digest, tokensVersion) {
      await client.query(
        `update web_sessions set renewing_until = null
          where id_digest = $1 and tokens_version = $2`,
        [digest, tokensVersion],
      );
    },
    async renew(digest, { tokensVersion, keyId, sealed }) {
      const { rowCount } = await client.query(
        `update web_sessions set key_id = $3, sealed_tokens = $4, renewing_until = null,
           tokens_version = tokens_version + 1
          where id_digest = $1 and tokens_version = $2`,
        [digest, tokensVersion, keyId, sealed],
      );
      return rowCount === 1;
    },
  };
}

function endingOf(client: Connection): Pick<SignInRecords, 'end' | 'endAllOf' | 'sweep'> {
  return {
    async end(digest) {
      await client.query('delete from web_sessions where id_digest = $1', [digest]);
    },
    async endAllOf(githubId) {
      const { rowCount } = await client.query(
        `delete from web_sessions using identities
          where identities.user_id = web_sessions.user_id
            and provider = 'github' and subject = $1`,
        [githubId],
      );
      return rowCount ?? 0;
    },
    async sweep({ now, idleMs }) {
      const { rowCount } = await client.query(
        'delete from web_sessions where expires_at <= $1 or seen_at <= $2',
        [at(now), at(now - idleMs)],
      );
      return rowCount ?? 0;
    },
  };
}

/** Two first sign-ins of one person at once make one user. */
async function ensureUser(client: Connection, githubId: number, login: string): Promise<string> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('github:' || $1, 0))`, [
    String(githubId),
  ]);
  const { rows } = await client.query<{ id: string }>(
    `select users.id from identities join users on users.id = user_id
      where provider = 'github' and subject = $1 and deleted_at is null`,
    [githubId],
  );
  const id = rows[0]?.id ?? (await insertUser(client));
  await client.query(
    `insert into identities (provider, subject, user_id, login) values ('github', $1, $2, $3)
     on conflict (provider, subject) do update set user_id = excluded.user_id, login = excluded.login`,
    [githubId, id, login],
  );
  return id;
}

async function insertUser(client: Connection): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'insert into users default values returning id',
  );
  return rows[0]?.id ?? '';
}
