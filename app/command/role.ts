// Which role in the repository a trigger needs, and whether somebody has it. Pure.
import type { Permission } from '../github/port.ts';
import { rowOf } from './commands.ts';
import type { Who } from './form.ts';
import type { Trigger } from './trigger.ts';

type Role = 'write' | 'maintain';

export type RoleSettings = {
  leastRole: Role;
  /** Where the repository asks for another one; the table says which commands that concerns. */
  leastRoleOf: { [K in Exclude<Who, 'role'>]?: Role };
};

export function roleFor(trigger: Trigger, { leastRole, leastRoleOf }: RoleSettings): Role {
  if (trigger.kind !== 'comment' || !('name' in trigger.parsed)) return leastRole;
  const row = rowOf(trigger.parsed.name);
  if (row.who === 'role') return leastRole;
  return leastRoleOf[row.who] ?? leastRole;
}

const RANKS: Record<Permission, number> = {
  none: 0,
  read: 1,
  triage: 2,
  write: 3,
  maintain: 4,
  admin: 5,
};

export function hasRole(permission: Permission, needed: Role): boolean {
  return RANKS[permission] >= RANKS[needed];
}
