// What GitHub's payloads have in common, as far as happenings need it. Nothing is believed that the
// rest of the host could not store. Pure.
import { z } from 'zod';
import { problemOf, text } from '../../command/payload.ts';
import type { Sender, TriggerRepository } from '../../command/trigger.ts';
import type { Detail, Happening, Place } from '../happening.ts';
import type { WorldName } from '../table.ts';

export const Id = z.int().positive();
/** As the database keeps it. */
export const IssueNumber = z.int().positive().max(2_147_483_647);
const Name = z.string().regex(/^[\w.-]{1,100}$/);
const Login = z.string().regex(/^[\w.-]{1,100}(?:\[bot\])?$/);
export const Branch = z.string().min(1).max(255);
export const Sha = z.string().regex(/^[0-9a-f]{40}$/);
export const Text = text.nullish().transform((given) => given ?? '');

/** GitHub writes times as text, and in some events as seconds. */
const Time = z
  .union([z.iso.datetime({ offset: true }), z.number()])
  .nullish()
  .catch(undefined);

export const Timed = z.object({ updated_at: Time });

const Person = z.object({ id: Id, login: Login, type: z.string().max(40).default('User') });
/** Who did it is not said when the account is gone. */
const GHOST: Sender = { id: 10_137, login: 'ghost', type: 'User' };

const Repository = z.object({
  id: Id,
  name: Name,
  owner: z.object({ id: Id, login: Name }),
  default_branch: Branch,
  private: z.boolean(),
  updated_at: Time,
  pushed_at: Time,
});

export const FromInstallation = z.object({
  installation: z.object({ id: Id, updated_at: Time }),
  sender: Person.nullish().catch(undefined),
});

export const FromRepository = FromInstallation.extend({ repository: Repository });

type Given = z.output<typeof FromInstallation> & { repository?: z.output<typeof Repository> };

/** Undefined: nothing of ours. */
type Read = { happening: Happening } | { happening: undefined; reason: string };
/** What is kept of a payload means the same when it is read again. */
export type KeptHappening = ({ ok: true; kept: unknown } & Read) | { ok: false; problem: string };
export type Reader = (payload: unknown) => KeptHappening;

export function reader<S extends z.ZodType>(shape: S, read: (kept: z.output<S>) => Read): Reader {
  return (payload) => {
    const parsed = shape.safeParse(payload);
    if (!parsed.success) return { ok: false, problem: problemOf(parsed.error) };
    return { ok: true, kept: parsed.data, ...read(parsed.data) };
  };
}

export function happened(
  name: WorldName,
  given: Given,
  { place, at, detail = {} }: { place: Place; at: GivenTime; detail?: Detail },
): Read {
  const { installation, sender, repository } = given;
  const time = msOf(at);
  const happening: Happening = {
    name,
    place,
    installationId: installation.id,
    sender: sender ?? GHOST,
    ...(time !== undefined && { at: time }),
    ...(repository && { repository: toRepository(repository) }),
    detail,
  };
  return { happening };
}

export function nothing(reason: string): Read {
  return { happening: undefined, reason };
}

type GivenTime = string | number | null | undefined;

function msOf(time: GivenTime): number | undefined {
  if (typeof time === 'number') return time * 1000;
  return typeof time === 'string' ? Date.parse(time) : undefined;
}

function toRepository(repository: z.output<typeof Repository>): TriggerRepository {
  return {
    id: repository.id,
    owner: repository.owner.login,
    ownerId: repository.owner.id,
    name: repository.name,
    defaultBranch: repository.default_branch,
    isPrivate: repository.private,
  };
}
