// Pages for people over HTTP: which page an address means, and who may see it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate } from '../world/auth.ts';
import { notFound } from '../world/github-error.ts';
import { canSee } from '../world/permissions.ts';
import { findRepository, type World } from '../world/world.ts';
import { threadHtml } from './thread.ts';

type PagePath = { owner: string; name: string; number: number };

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** `/OWNER/NAME/pull/N` and `/OWNER/NAME/issues/N`. */
export function parsePagePath(path: string): PagePath | undefined {
  const found = /^\/([\w.-]+)\/([\w.-]+)\/(?:issues|pull)\/([1-9]\d{0,8})$/.exec(path);
  const [, owner, name, number] = found ?? [];
  if (owner === undefined || name === undefined || number === undefined) return undefined;
  return { owner, name, number: Number(number) };
}

/** A person sees public threads, or private ones with his token as the password. */
export function servePage(
  { world }: { world: World },
  exchange: { request: IncomingMessage; response: ServerResponse; path: PagePath },
): void {
  const { request, response, path } = exchange;
  const { state, deps } = world;
  const actor = authenticate(state, request.headers.authorization, deps.now());
  const repository = findRepository(state, path.owner, path.name);
  const issue = repository?.issues.get(path.number);
  if (repository === undefined || issue === undefined || !canSee(actor, repository)) {
    throw notFound();
  }
  response.writeHead(200, HEADERS).end(threadHtml(world, repository, issue));
}
