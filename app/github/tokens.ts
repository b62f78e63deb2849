// Installation tokens: made with the App's key, kept in memory until shortly before they end, one
// request for all who ask at once. Nothing is read from the environment and nothing is stored.
import { createAppAuth } from '@octokit/auth-app';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Secret } from '../secret.ts';
import { unexpected } from './faults.ts';

/** A token this close to its end is not used any more. */
const RESERVE_MS = 5 * 60_000;

const Token = z.object({
  token: z.string().min(1),
  expires_at: z.iso.datetime({ offset: true }),
  permissions: z.record(z.string(), z.string()).optional(),
});

/** Names of permissions with their level. Undefined: nobody says. */
export type Grants = Readonly<Record<string, string>> | undefined;

export type TokenScope = { repositories?: string[]; permissions?: { contents: 'read' } };
/** Asks GitHub for a token with a JWT; repeats what may be repeated. */
type AskForToken = (installationId: number, jwt: string, scope: TokenScope) => Promise<unknown>;

export type Tokens = {
  /** Speaks for the App itself, for some minutes. */
  app(): Promise<string>;
  /** For all the installation may do. */
  installation(installationId: number): Promise<string>;
  /** What the token for all may do. */
  grants(installationId: number): Promise<Grants>;
  /** A new one that can only read the contents of one repository. */
  reading(installationId: number, repository: string): Promise<string>;
  /** GitHub does not take it any more. */
  forget(installationId: number, token: string): void;
};

type TokenDeps = {
  appId: number;
  privateKey: Secret;
  now: () => number;
  ask: AskForToken;
};

/** One token that somebody else made and renews, such as a workflow's: it cannot be narrowed. */
export function createGivenToken(given: Secret): Tokens {
  const token = async () => await Promise.resolve(given.reveal());
  const grants = async () => await Promise.resolve(undefined);
  const app = async () =>
    await Promise.reject<string>(
      new AppError('CONFIG_INVALID', { problem: 'A given token cannot speak for an App.' }),
    );
  return { app, installation: token, reading: token, grants, forget: () => undefined };
}

type Known = { token: string; usableUntil: number; grants: Grants };

export function createTokens({ appId, privateKey, now, ask }: TokenDeps): Tokens {
  const auth = createAppAuth({ appId, privateKey: privateKey.reveal() });
  const known = new Map<number, Known>();
  const asked = new Map<number, Promise<Known>>();

  async function make(installationId: number, scope: TokenScope): Promise<Known> {
    const { token: jwt } = await auth({ type: 'app' });
    const read = Token.safeParse(await ask(installationId, jwt, scope));
    if (!read.success) throw unexpected('an installation token', read.error);
    const { token, expires_at: end, permissions: grants } = read.data;
    return { token, usableUntil: Date.parse(end) - RESERVE_MS, grants };
  }

  async function shared(installationId: number): Promise<Known> {
    const running = asked.get(installationId);
    if (running !== undefined) return await running;
    const made = make(installationId, {}).finally(() => asked.delete(installationId));
    asked.set(installationId, made);
    const token = await made;
    known.set(installationId, token);
    return token;
  }

  async function usable(installationId: number): Promise<Known> {
    const kept = known.get(installationId);
    return kept !== undefined && kept.usableUntil > now() ? kept : await shared(installationId);
  }

  return {
    app: async () => (await auth({ type: 'app' })).token,
    installation: async (installationId) => (await usable(installationId)).token,
    grants: async (installationId) => (await usable(installationId)).grants,
    async reading(installationId, repository) {
      const scope = { repositories: [repository], permissions: { contents: 'read' as const } };
      return (await make(installationId, scope)).token;
    },
    forget(installationId, token) {
      if (known.get(installationId)?.token === token) known.delete(installationId);
    },
  };
}
