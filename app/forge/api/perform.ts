// Runs one operation for one caller: access, judgement of the request, the handler, judgement of
// the answer. HTTP and the operator both come through here, so nobody gets around the rules.

import type { Answer, Call } from '../call/call.ts';
import { OPERATIONS } from '../operations/operations.ts';
import type { DescribedOperation, Description } from '../schema/description.ts';
import type { OperationId } from '../schema/selection.ts';
import type { Validator } from '../schema/validate.ts';
import { type Actor, actorName } from '../world/actor.ts';
import { GithubError, notFound, unprocessable } from '../world/github-error.ts';
import type { Locks } from '../world/lock.ts';
import type { Repository } from '../world/state.ts';
import { findRepository, type World } from '../world/world.ts';
import { ACCESS, checkActor, checkRepository } from './access.ts';

export type SchemaViolation = { where: string; status: number | undefined; problem: string };

export type PerformParts = {
  world: World;
  description: Description;
  validator: Validator;
  locks: Locks;
  violations: SchemaViolation[];
};

type Request = {
  operationId: OperationId;
  actor: Actor;
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  url: URL;
  accept: string;
  /** False when the caller will not hear the answer: an injected fault. */
  isAnswered?: boolean;
};

/** Never throws for what a caller did wrong: refusals are answers, as on GitHub. */
export async function perform(parts: PerformParts, request: Request): Promise<Answer> {
  const operation = parts.description.operations.get(request.operationId);
  if (operation === undefined) throw new Error(`not in the description: ${request.operationId}`);
  const answer = await attempt(parts, operation, request);
  const judged = judge(parts, operation, answer);
  if (operation.method !== 'GET') {
    parts.world.state.calls.push({
      operationId: operation.id,
      actor: actorName(request.actor),
      path: request.url.pathname,
      body: request.body,
      status: judged.status,
      isAnswered: request.isAnswered ?? true,
    });
  }
  return judged;
}

async function attempt(
  parts: PerformParts,
  operation: DescribedOperation,
  request: Request,
): Promise<Answer> {
  try {
    const call = prepare(parts, operation, request);
    const run = async (): Promise<Answer> => await OPERATIONS[request.operationId](call);
    if (operation.method === 'GET' || call.repository === undefined) return await run();
    return await parts.locks.run(call.repository.id, run);
  } catch (error) {
    return errorAnswer(error, operation.docs);
  }
}

function prepare(
  parts: PerformParts,
  operation: DescribedOperation,
  request: Request,
): Call<never> {
  const { world, validator } = parts;
  const access = ACCESS[request.operationId];
  checkActor(access, request.actor);
  const path = { ...request.path };
  if (validator.parameters(operation, 'path', path) !== undefined) throw notFound();
  const repository = repositoryOf(world, path);
  if (repository !== undefined) checkRepository(access, request.actor, repository);
  const query = { ...request.query };
  const problem =
    validator.parameters(operation, 'query', query) ??
    (operation.body === undefined ? undefined : validator.body(operation, request.body ?? {}));
  if (problem !== undefined) throw unprocessable(`Invalid request.\n\n${problem}`);
  const body = operation.body === undefined ? {} : (request.body ?? {});
  return {
    world,
    actor: request.actor,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- judged just above
    input: { ...body, ...query, ...path } as never,
    url: request.url,
    accept: request.accept,
    repository,
  };
}

function repositoryOf(world: World, path: Record<string, unknown>): Repository | undefined {
  const { owner, repo } = path;
  if (typeof owner !== 'string' || typeof repo !== 'string') return undefined;
  const repository = findRepository(world.state, owner, repo);
  if (repository === undefined) throw notFound();
  return repository;
}

/** An answer that GitHub would not give is a bug of the forge, and said so. */
function judge(parts: PerformParts, operation: DescribedOperation, answer: Answer): Answer {
  if (answer.raw !== undefined || answer.status === 501) return answer;
  const problem = parts.validator.response(operation, answer.status, answer.body);
  if (problem === undefined) return answer;
  parts.violations.push({ where: operation.id, status: answer.status, problem });
  return errorAnswer(
    new GithubError(500, `The forge broke GitHub's schema of ${operation.id}: ${problem}`),
    operation.docs,
  );
}

export function errorAnswer(error: unknown, docs: string): Answer {
  if (!(error instanceof GithubError)) throw error;
  return {
    status: error.status,
    body: {
      message: error.message,
      ...(error.errors === undefined ? {} : { errors: error.errors }),
      documentation_url: docs,
      status: String(error.status),
    },
    headers: { ...error.headers },
  };
}
