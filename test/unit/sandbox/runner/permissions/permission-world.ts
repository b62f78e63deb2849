// A judge over a workspace that does not exist: permissions look at calls only.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { PermissionPolicy } from '../../../../../sandbox/protocol/permission-policy.ts';
import {
  createPermissions,
  type PermissionDeps,
} from '../../../../../sandbox/runner/permissions/decide.ts';
import type { Decision } from '../../../../../sandbox/runner/permissions/decision.ts';
import { createParsers, type Parsers } from '../../../../../sandbox/syntax/parsers.ts';

const WASM = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));

export const ROOT = '/srv/repo';
export const HOME = '/home/someone';

export function openParsers(): Parsers {
  return createParsers(async (file) => await readFile(join(WASM, file)));
}

export type PolicyInput = z.input<typeof PermissionPolicy>;
export type Ask = (name: string, input: unknown) => Promise<Decision>;

export function createAsk(policy: PolicyInput, deps: Partial<PermissionDeps> = {}): Ask {
  const defaults = { parsers: openParsers(), root: ROOT, home: HOME };
  const permissions = createPermissions(PermissionPolicy.parse(policy), { ...defaults, ...deps });
  return async (name, input) => await permissions({ id: 't', name, input });
}
