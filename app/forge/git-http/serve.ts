// git over HTTP: checks who may fetch and push, then hands the request to git's own CGI,
// `git http-backend`. Moved refs are followed up as if they had been moved through the API.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterRefChange } from '../events/ref-changes.ts';
import { NO_OBJECT } from '../git/objects.ts';
import type { Ref } from '../git/refs.ts';
import type { GitMachine } from '../git/run.ts';
import { type Actor, actorName } from '../world/actor.ts';
import { authenticate } from '../world/auth.ts';
import type { Faults } from '../world/faults.ts';
import { GithubError, notFound } from '../world/github-error.ts';
import type { Locks } from '../world/lock.ts';
import { appMay, canSee, hasRole, roleOf } from '../world/permissions.ts';
import type { Repository } from '../world/state.ts';
import { findRepository, type World } from '../world/world.ts';
import { runBackend } from './backend.ts';

export type GitHttpParts = {
  world: World;
  locks: Locks;
  faults: Faults;
  machine: GitMachine;
  closing: AbortSignal;
};

type GitPath = {
  owner: string;
  name: string;
  rest: '/info/refs' | '/git-upload-pack' | '/git-receive-pack';
};

/** The smart protocol's three addresses; files of the repository are not served. */
export function parseGitPath(path: string): GitPath | undefined {
  const found =
    /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(\/info\/refs|\/git-(?:upload|receive)-pack)$/.exec(path);
  const [, owner, name, rest] = found ?? [];
  if (owner === undefined || name === undefined) return undefined;
  if (rest !== '/info/refs' && rest !== '/git-upload-pack' && rest !== '/git-receive-pack') {
    return undefined;
  }
  return { owner, name, rest };
}

export async function serveGit(
  parts: GitHttpParts,
  exchange: { request: IncomingMessage; response: ServerResponse; url: URL; path: GitPath },
): Promise<void> {
  const { world } = parts;
  const { request, response, url, path } = exchange;
  const service = path.rest === '/info/refs' ? url.searchParams.get('service') : path.rest.slice(1);
  const isPush = service === 'git-receive-pack';
  if (!isPush && service !== 'git-upload-pack') throw notFound();
  const actor = authenticate(world.state, request.headers.authorization, world.deps.now());
  const repository = findRepository(world.state, path.owner, path.name);
  if (repository === undefined) throw actor.kind === 'anonymous' ? challenge() : notFound();
  checkGitAccess(actor, repository, isPush);
  const target = { actor, repository, rest: path.rest };
  const run = async (isRelayed: boolean): Promise<void> => {
    await runBackend(parts, { request, response, url, isRelayed }, target);
  };
  switch (path.rest) {
    case '/info/refs':
      await run(true);
      break;
    case '/git-upload-pack':
      await withFault(parts, 'git/upload-pack', response, run);
      break;
    case '/git-receive-pack':
      // Before a large push git asks with an empty request of four bytes whether it may.
      if (request.headers['content-length'] === '4') {
        await run(true);
        break;
      }
      await withFault(parts, 'git/receive-pack', response, async (isRelayed) => {
        await parts.locks.run(repository.id, async () => {
          await followRefs(world, target, async () => {
            await run(isRelayed);
          });
        });
      });
      break;
  }
  if (!response.destroyed) response.end();
}

/** Injected faults for the data phase; the handshake before it never fails. */
async function withFault(
  parts: GitHttpParts,
  operation: string,
  response: ServerResponse,
  run: (isRelayed: boolean) => Promise<void>,
): Promise<void> {
  const fault = parts.faults.take(operation);
  if (fault?.kind === 'error') throw new GithubError(fault.status ?? 502, 'Server Error');
  if (fault?.kind === 'rate-limit') throw new GithubError(429, 'Too Many Requests');
  if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { signal: parts.closing });
  await run(fault?.kind !== 'lost-answer');
  if (fault?.kind === 'lost-answer') response.destroy();
}

function checkGitAccess(actor: Actor, repository: Repository, isPush: boolean): void {
  if (actor.kind === 'app' || actor.kind === 'client') throw challenge();
  if (!canSee(actor, repository)) throw actor.kind === 'anonymous' ? challenge() : notFound();
  if (actor.kind === 'anonymous' && isPush) throw challenge();
  if (!repository.isPrivate && !isPush) return;
  const needed = { contents: isPush ? ('write' as const) : ('read' as const) };
  if (!appMay(actor, repository, [needed])) throw forbidden(actor);
  if (actor.kind === 'user' && isPush && !hasRole(roleOf(repository, actor.account.id), 'write')) {
    throw forbidden(actor);
  }
}

function challenge(): GithubError {
  return new GithubError(401, 'Authentication failed', {
    headers: { 'www-authenticate': 'Basic realm="GitHub"' },
  });
}

function forbidden(actor: Actor): GithubError {
  return new GithubError(403, `Permission denied to ${actorName(actor)}.`);
}

async function followRefs(
  world: World,
  { repository, actor }: { repository: Repository; actor: Actor },
  run: () => Promise<void>,
): Promise<void> {
  if (actor.kind !== 'user' && actor.kind !== 'installation') throw challenge();
  const git = world.gitOf(repository);
  const before = byName(await git.refs('refs/'));
  await run();
  const after = byName(await git.refs('refs/'));
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    const change = {
      ref,
      before: before.get(ref) ?? NO_OBJECT,
      after: after.get(ref) ?? NO_OBJECT,
    };
    if (change.before !== change.after) {
      await afterRefChange(world, repository, { ...change, sender: actor.account });
      world.state.calls.push({
        operationId: 'git/receive-pack',
        actor: actorName(actor),
        path: ref,
        body: change,
        status: 200,
        isAnswered: true,
      });
    }
  }
}

function byName(refs: readonly Ref[]): Map<string, string> {
  return new Map(refs.map(({ ref, sha }) => [ref, sha]));
}
