-- People who signed in on the web, and their sign-ins. No secret is kept in clear: a session is found
-- by the SHA-256 of its id, and GitHub's tokens are sealed with the operator's key.

create table users (
  id          uuid primary key default gen_random_uuid(),
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  constraint users_deleted_after_created check (deleted_at >= created_at)
);

-- Who a user is elsewhere. What he may do in a repository is never kept: GitHub is asked.
create table identities (
  provider    text not null check (provider in ('github')),
  subject     bigint not null check (subject > 0),
  user_id     uuid not null references users,
  login       text not null check (login ~ '^[A-Za-z0-9_.-]+$'),
  primary key (provider, subject)
);
create unique index identities_one_per_provider on identities (user_id, provider);

create table web_sessions (
  id_digest      bytea primary key check (octet_length(id_digest) = 32),
  user_id        uuid not null references users,
  -- Which key seals the tokens; with another key nobody can open them and the session is over.
  key_id         text not null check (key_id ~ '^[0-9a-f]{16}$'),
  -- Nonce (12 bytes), tag (16 bytes), sealed text.
  sealed_tokens  bytea not null check (octet_length(sealed_tokens) > 28),
  -- Grows with every renewal, so that a refresh token is used once.
  tokens_version integer not null default 1 check (tokens_version > 0),
  renewing_until timestamptz,
  created_at     timestamptz not null,
  seen_at        timestamptz not null,
  expires_at     timestamptz not null,
  constraint web_sessions_seen_in_life check (seen_at >= created_at and seen_at <= expires_at),
  constraint web_sessions_longest_life check (expires_at <= created_at + interval '168 hours')
);
create index web_sessions_of_user on web_sessions (user_id);

-- A sign-in is finished once; kept until it could not be finished any more.
create table used_sign_ins (
  state_digest   bytea primary key check (octet_length(state_digest) = 32),
  expires_at     timestamptz not null
);
