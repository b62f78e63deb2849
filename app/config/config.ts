// The only reader of the environment on the host. Everything that is wrong is said at once, one
// line per variable with the problem and what to do; no fault repeats a value.
import { homedir, tmpdir } from 'node:os';
import { z } from 'zod';
import { commandEnvironment } from '../../sandbox/protocol/command-environment.ts';
import { AppError } from '../errors.ts';
import { secretsOf } from '../gateway/providers.ts';
import type { Secret } from '../secret.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { type ModelConfig, missingProviders, readModels, unusableModels } from './models.ts';
import { choosePaths, type Paths } from './paths.ts';
import { LOCAL_VARIABLES, type LogLevel, START_VARIABLES } from './variables.ts';

export { Secret } from '../secret.ts';
export { parseDatabaseUrl } from './database-url.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a subcommand without GitHub and models needs. */
export type LocalConfig = {
  paths: Paths;
  /** Unset: the embedded Postgres is used. */
  databaseUrl?: string;
  logLevel: LogLevel;
  isProduction: boolean;
};

export type Config = LocalConfig &
  ModelConfig & {
    appId: number;
    /** PEM with real line breaks. */
    privateKey: Secret;
    /** The present one first; the second is accepted too while it is being rotated out. */
    webhookSecrets: readonly [Secret, ...Secret[]];
    /** No slash at the end; so are the other addresses. */
    publicUrl: string;
    host: string;
    /** 0 lets the system choose. */
    port: number;
    /** 32 bytes as base64. */
    sessionKey?: Secret;
    /** Of the App; with the session key it lets people sign in to the settings pages. */
    clientSecret?: Secret;
    githubApiUrl: string;
    /** Where and how the operator hears of jobs; unset: on GitHub only. */
    apprise?: { urls: readonly Secret[]; env: Readonly<Record<string, string>> };
    /** All unset: sandboxes run on this machine. */
    e2b: {
      apiKey: Secret | undefined;
      apiUrl: string | undefined;
      domain: string | undefined;
      sandboxUrl: string | undefined;
    };
  };

const LocalVariables = z.object(LOCAL_VARIABLES);
const StartVariables = z.object({ ...LOCAL_VARIABLES, ...START_VARIABLES });
const E2bVariables = StartVariables.pick({
  E2B_API_KEY: true,
  E2B_API_URL: true,
  E2B_DOMAIN: true,
  E2B_SANDBOX_URL: true,
});
type LocalValues = z.output<typeof LocalVariables>;
type Problems = Record<string, string>;

/** For `redgreen start`. Throws CONFIG_INVALID; its details hold one line per variable. */
export function readConfig(env: Environment = process.env): Config {
  const given = withoutEmpty(env);
  const read = StartVariables.safeParse(given);
  const models = readCheckedModels(given);
  const problems = { ...problemsOf(read.error?.issues), ...models.problems };
  if (!read.success || Object.keys(problems).length > 0) throw configInvalid(problems);
  const set = read.data;
  return {
    ...models.config,
    ...toLocalConfig(set),
    appId: set.APP_ID,
    privateKey: set.PRIVATE_KEY,
    webhookSecrets: [set.WEBHOOK_SECRET, ...listed(set.WEBHOOK_SECRET_PREVIOUS)],
    publicUrl: set.PUBLIC_URL,
    host: set.HOST,
    port: set.PORT,
    ...(set.SESSION_KEY === undefined ? {} : { sessionKey: set.SESSION_KEY }),
    ...(set.CLIENT_SECRET === undefined ? {} : { clientSecret: set.CLIENT_SECRET }),
    githubApiUrl: set.GITHUB_API_URL,
    ...(set.CLAUDEOPS_APPRISE_URLS === undefined
      ? {}
      : { apprise: { urls: set.CLAUDEOPS_APPRISE_URLS, env: commandEnvironment(env) } }),
    e2b: toE2b(set),
  };
}

/** Which models can be asked, and how. Throws CONFIG_INVALID. */
export function readModelConfig(env: Environment = process.env): ModelConfig {
  const { config, problems } = readCheckedModels(withoutEmpty(env));
  if (Object.keys(problems).length > 0) throw configInvalid(problems);
  return config;
}

function readCheckedModels(given: Record<string, string>) {
  const { config, issues } = readModels(given);
  const problems = { ...problemsOf(issues), ...missingProviders(given) };
  const isRead = Object.keys(problems).length === 0;
  return { config, problems: isRead ? unusableModels(config) : problems };
}

/** For `redgreen agent`: what there is; a missing key is told when its provider is chosen. */
export type AgentConfig = ModelConfig & {
  paths: Paths;
  /** Of commands that run outside a sandbox: no key is among them. */
  commands: Record<string, string>;
};

/** Throws CONFIG_INVALID. */
export function readAgentConfig(env: Environment = process.env): AgentConfig {
  const given = withoutEmpty(env);
  const read = LocalVariables.safeParse(given);
  const { config, issues } = readModels(given);
  const problems = { ...problemsOf(read.error?.issues), ...problemsOf(issues) };
  if (!read.success || issues.length > 0) throw configInvalid(problems);
  const { paths } = toLocalConfig(read.data);
  return { ...config, paths, commands: commandEnvironment(env) };
}

/** For subcommands that speak to E2B alone. */
export function readE2bConfig(env: Environment = process.env): Config['e2b'] {
  const read = E2bVariables.safeParse(withoutEmpty(env));
  if (read.success) return toE2b(read.data);
  throw configInvalid(problemsOf(read.error.issues));
}

function toE2b(set: z.output<typeof E2bVariables>): Config['e2b'] {
  return {
    apiKey: set.E2B_API_KEY,
    apiUrl: set.E2B_API_URL,
    domain: set.E2B_DOMAIN,
    sandboxUrl: set.E2B_SANDBOX_URL,
  };
}

/** For subcommands without GitHub and models. Throws CONFIG_INVALID or DATABASE_URL_INVALID. */
export function readLocalConfig(env: Environment = process.env): LocalConfig {
  const given = withoutEmpty(env);
  const read = LocalVariables.safeParse(given);
  if (read.success) return toLocalConfig(read.data);
  const problems = problemsOf(read.error.issues);
  const isDatabaseOnly = Object.keys(problems).join() === 'DATABASE_URL';
  if (isDatabaseOnly) parseDatabaseUrl(given['DATABASE_URL'] ?? '');
  throw configInvalid(problems);
}

/** Every secret text of the configuration, in the forms it may be printed in, for the redactor. */
export function secretValues(config: LocalConfig | Config): string[] {
  const texts = databaseSecrets(config.databaseUrl);
  if (!('appId' in config)) return texts;
  const { e2b, providers } = config;
  const secrets = [
    config.privateKey,
    ...config.webhookSecrets,
    ...listed(config.clientSecret),
    ...(config.apprise?.urls ?? []),
    ...secretsOf(providers),
    ...listed(e2b.apiKey),
  ].map((secret) => secret.reveal());
  const sessionKey = listed(config.sessionKey).flatMap((secret) => {
    const bytes = Buffer.from(secret.reveal(), 'base64');
    const hex = bytes.toString('hex');
    return [secret.reveal(), bytes.toString('base64url'), hex, hex.toUpperCase()];
  });
  return [...new Set([...texts, ...secrets, ...sessionKey])];
}

function databaseSecrets(databaseUrl: string | undefined): string[] {
  if (databaseUrl === undefined) return [];
  const password = parseDatabaseUrl(databaseUrl).password?.reveal();
  const asWritten = /:\/\/[^/@]*?:([^/@]+)@/.exec(databaseUrl)?.[1];
  return [...new Set([...listed(password), ...listed(asWritten)])];
}

/** An empty value counts as unset; so does white space, which files and shells add at the end. */
function withoutEmpty(env: Environment): Record<string, string> {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim() ?? ''] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

function problemsOf(issues: readonly z.core.$ZodIssue[] = []): Problems {
  const problems: Problems = {};
  for (const issue of issues) problems[String(issue.path[0])] ??= issue.message;
  return problems;
}

function configInvalid(problems: Problems): AppError {
  const names = Object.keys(problems);
  const subject = names.length === 1 ? 'One variable is' : `${names.length} variables are`;
  return new AppError('CONFIG_INVALID', {
    problem: `${subject} not valid: ${names.join(', ')}.`,
    details: problems,
  });
}

function toLocalConfig(set: LocalValues): LocalConfig {
  return {
    paths: choosePaths({
      uid: process.getuid?.() ?? -1,
      home: set.HOME ?? findHome(set),
      temp: set.TMPDIR ?? tmpdir(),
      redgreenHome: set.REDGREEN_HOME,
      redgreenCache: set.REDGREEN_CACHE,
      xdgCacheHome: set.XDG_CACHE_HOME,
      xdgStateHome: set.XDG_STATE_HOME,
      xdgRuntimeDir: set.XDG_RUNTIME_DIR,
    }),
    ...(set.DATABASE_URL === undefined ? {} : { databaseUrl: set.DATABASE_URL }),
    logLevel: set.LOG_LEVEL,
    isProduction: set.NODE_ENV === 'production',
  };
}

/** A user without an entry in the password file (a container's random uid) has no home. */
function findHome({ REDGREEN_HOME: redgreenHome }: LocalValues): string {
  if (redgreenHome !== undefined) return redgreenHome;
  try {
    return homedir();
  } catch {
    throw configInvalid({ HOME: 'is not set, and this user has none. Set HOME or REDGREEN_HOME.' });
  }
}

function listed<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
