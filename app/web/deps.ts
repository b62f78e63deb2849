// What the pages need from the rest of the host. Types only: app/compose/web.ts passes the
// implementations.
import type { Permission, RepositoryRef, SettingsTexts } from '../github/port.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { People } from './port.ts';

/** The shape of app/secret.ts. */
export type Revealing = { reveal(): string };

export type WebDeps = {
  /** No slash at the end; may have a path, which a proxy takes away. */
  publicUrl: string;
  /** GitHub's pages, no slash at the end. */
  githubUrl: string;
  store: Pick<Store, 'transaction'>;
  /** Without the settings for it nobody can sign in, and the pages say which are missing. */
  signIn: { people: People /** 32 bytes as base64. */; sessionKey: Revealing } | Missing;
  /** By the installation's token, live; any answer but a clear one is `none`. */
  permission(repository: RepositoryRef, login: string, signal: AbortSignal): Promise<Permission>;
  /** The texts of the settings files on the default branches. */
  settingsFiles(repository: RepositoryRef, signal: AbortSignal): Promise<SettingsTexts>;
  now(): number;
  /** 256 bits that nobody can guess, as base64url. */
  newSecret(): string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  limits?: Partial<WebLimits>;
};

type Missing = { missing: readonly string[] };

type WebLimits = {
  /** Of one request, GitHub's answers included. */
  requestMs: number;
  bodyBytes: number;
};

export const DEFAULT_LIMITS: WebLimits = { requestMs: 30_000, bodyBytes: 64 * 1024 };
