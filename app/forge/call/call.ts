// One call of one operation, however it came (HTTP or the operator), and its answer.
import type { RestEndpointMethodTypes } from '@octokit/rest';
import type { Actor } from '../world/actor.ts';
import { notFound, notImplemented, requiresAuthentication } from '../world/github-error.ts';
import type { Account, Repository } from '../world/state.ts';
import type { World } from '../world/world.ts';

export type Call<Input = unknown> = {
  world: World;
  actor: Actor;
  /** Path, query and body parameters together, already judged by the description. */
  input: Input;
  /** As asked, for Link headers. */
  url: URL;
  accept: string;
  /** Set for all operations below `/repos/{owner}/{repo}`. */
  repository: Repository | undefined;
};
export type RepositoryCall<Input = unknown> = Call<Input> & { repository: Repository };

export type Answer = {
  status: number;
  /** JSON. Absent for 204. */
  body?: unknown;
  /** Instead of JSON: a diff, a raw file. */
  raw?: { type: string; content: string | Buffer };
  headers?: Record<string, string>;
};
/** `never`: each handler names the input that the description promises it. */
export type Handler = (call: Call<never>) => Answer | Promise<Answer>;

/** The parameters that octokit's own types give to a method. */
export type InputOf<
  Scope extends keyof RestEndpointMethodTypes,
  Method extends keyof RestEndpointMethodTypes[Scope],
> = RestEndpointMethodTypes[Scope][Method] extends { parameters: infer P } ? P : never;

export function handle<Input>(handler: (call: Call<Input>) => Answer | Promise<Answer>): Handler {
  return async (call) => await handler(call);
}

export function handleIn<Input>(
  handler: (call: RepositoryCall<Input>) => Answer | Promise<Answer>,
): Handler {
  return async (call) => {
    const { repository } = call;
    if (repository === undefined) throw notFound();
    return await handler({ ...call, repository });
  };
}

/** An input the forge would have to ignore is refused, so that nobody relies on it. */
export function refuseInputs(
  call: Call<object>,
  operation: string,
  names: readonly string[],
): void {
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
  const given = Object.entries(call.input).find(
    ([name, value]) => names.includes(name) && isGiven(value),
  );
  if (given === undefined) return;
  throw notImplemented(`${operation} with ${given[0]}`);
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function created(body: unknown): Answer {
  return { status: 201, body };
}

export const NO_CONTENT: Answer = { status: 204 };

/** The account that acts: the person, or the app's bot. */
export function senderOf(call: Call): Account {
  const { actor } = call;
  if (actor.kind === 'user' || actor.kind === 'installation') return actor.account;
  throw requiresAuthentication();
}

/** For `performed_via_github_app`. */
export function appIdOf(actor: Actor): number | undefined {
  if (actor.kind === 'user') return actor.via?.app.id;
  return actor.kind === 'installation' ? actor.app.id : undefined;
}
