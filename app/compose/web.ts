// Joins the settings pages to GitHub, the store and the configuration.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '../config/config.ts';
import type { GitHubClient } from '../github/port.ts';
import { webAddress } from '../github/web-address.ts';
import type { Logger } from '../log.ts';
import { SETTINGS_PLACES } from '../settings/file.ts';
import type { Store } from '../store/store.ts';
import { createWebApp } from '../web/app.ts';
import { signInMeans } from '../web/sign-in-means.ts';
import { sweepSignIns } from '../web/sign-ins.ts';

export type Web = {
  /** Answers every request that is nobody else's. Never rejects. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Deletes sign-ins that are over; answers how many. */
  sweep(): Promise<number>;
};

type WebOptions = {
  config: Config;
  store: Store;
  github: GitHubClient;
  log: Logger;
};

export function createWeb(options: WebOptions): Web {
  const { config, store, github, log } = options;
  const now = () => Date.now();
  const { appId, privateKey, clientSecret, sessionKey, githubApiUrl: apiUrl } = config;
  const githubUrl = webAddress(apiUrl);
  const app = createWebApp({
    publicUrl: config.publicUrl,
    githubUrl,
    store,
    signIn: signInMeans({ appId, privateKey, clientSecret, sessionKey, apiUrl, githubUrl, now }),
    permission: async (repository, login, signal) =>
      await github.withSignal(signal).permission(repository, login),
    settingsFiles: async (repository, signal) =>
      await github.withSignal(signal).settingsFiles(repository, SETTINGS_PLACES),
    now,
    newSecret: () => randomBytes(32).toString('base64url'),
    log,
  });
  return {
    serve: getRequestListener(app.fetch, { overrideGlobalObjects: false }),
    sweep: async () => await sweepSignIns({ store, now }),
  };
}
