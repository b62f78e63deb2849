// The import rules for one file: every module it asks for must be declared, and lie in a
// direction its layer allows. The layers themselves are data of rules.ts; cycles are in cycles.ts.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Manifest } from './manifest.ts';
import type { ModuleRequest } from './module-requests.ts';
import { isNamedBy, isPure, isTest } from './patterns.ts';
import {
  BUILD_SCRIPTS,
  COMPOSITION,
  type Finding,
  FROM_SANDBOX,
  FROM_SANDBOX_IN_COMPOSITION,
  GENERATED,
  IN_PROCESS,
  LAUNCHERS,
  type Layer,
  OWN_FOLDER,
  RULES,
  type Rule,
  type RuleId,
} from './rules.ts';

export type Surroundings = { paths: ReadonlySet<string>; manifest: Manifest };
type Verdict = { rule: RuleId; problem: string };

export function checkImports(
  path: string,
  requests: readonly ModuleRequest[],
  surroundings: Surroundings,
): Finding[] {
  return requests.flatMap((request) =>
    judge(path, request, surroundings).map(({ rule, problem }) => {
      return { rule, path, line: request.line, problem };
    }),
  );
}

/** The path a relative specifier means, or undefined when it is not relative. */
export function resolveRelative(path: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}

function judge(path: string, request: ModuleRequest, { paths, manifest }: Surroundings): Verdict[] {
  const { specifier } = request;
  if (specifier === undefined) {
    if (isTest(path) || isNamedBy(LAUNCHERS, path)) return [];
    return [{ rule: 'literal-import', problem: 'loads a module whose name is computed' }];
  }
  if (isPackage(specifier)) {
    return [...judgeDeclared(path, specifier, manifest), ...judgePackage(path, request, specifier)];
  }
  const target = resolveRelative(path, specifier);
  if (target !== undefined && isNamedBy(GENERATED, target)) return [];
  // What is no file is tsc's to say.
  return target !== undefined && paths.has(target) ? judgeDirection(path, request, target) : [];
}

/** Neither a path nor a URL. */
function isPackage(specifier: string): boolean {
  if (specifier.startsWith('node:')) return true;
  return !specifier.startsWith('.') && !specifier.startsWith('/') && !specifier.includes(':');
}

function judgeDirection(path: string, request: ModuleRequest, target: string): Verdict[] {
  if (isTest(path)) return [];
  const problem = `imports ${target}${request.isTypeOnly ? ' (as a type)' : ''}`;
  if (isTest(target)) return [{ rule: 'test-imports', problem }];
  if (!mayReachSandbox(path, target)) return [{ rule: 'sandbox-imports', problem }];
  const rule = layerRuleOf(path);
  if (rule !== undefined && !allows(rule.layer, { path, target, request })) {
    return [{ rule: rule.id, problem }];
  }
  const isJudged = rule?.id === 'pure-imports';
  if (isPure(path) && !isJudged && !isPure(target)) return [{ rule: 'pure-imports', problem }];
  return [];
}

function mayReachSandbox(path: string, target: string): boolean {
  if (path.startsWith('sandbox/') || !target.startsWith('sandbox/')) return true;
  if (isNamedBy(IN_PROCESS.files, path) && isNamedBy(IN_PROCESS.may, target)) return true;
  const allowed = isNamedBy(COMPOSITION, path) ? FROM_SANDBOX_IN_COMPOSITION : FROM_SANDBOX;
  return isNamedBy(allowed, target);
}

function allows(
  layer: Layer,
  { path, target, request }: { path: string; target: string; request: ModuleRequest },
): boolean {
  if (layer.may.includes(OWN_FOLDER) && isNamedBy([OWN_FOLDER], target, path)) return true;
  if (request.isTypeOnly && isNamedBy(layer.typesOf ?? [], target)) return true;
  return isNamedBy(layer.may, target) && !isNamedBy(layer.except ?? [], target);
}

function layerRuleOf(path: string): (Rule & { id: RuleId; layer: Layer }) | undefined {
  for (const rule of RULES) {
    const { layer } = rule;
    if (layer !== undefined && isNamedBy(layer.files, path)) return { ...rule, layer };
  }
  return undefined;
}

function judgeDeclared(path: string, specifier: string, manifest: Manifest): Verdict[] {
  if (specifier.startsWith('node:') && isBuiltin(specifier)) return [];
  const problem = `imports '${specifier}'`;
  const name = packageName(specifier);
  if (manifest.dependencies.has(name)) return [];
  if (!manifest.devDependencies.has(name)) return [{ rule: 'declared-package', problem }];
  if (isTest(path) || isNamedBy(BUILD_SCRIPTS, path)) return [];
  return [{ rule: 'dev-package', problem }];
}

function judgePackage(path: string, request: ModuleRequest, specifier: string): Verdict[] {
  if (isTest(path)) return [];
  const rule = layerRuleOf(path);
  const problem = `imports ${request.names.join(', ')} of '${specifier}'`;
  if (rule?.layer.packages === 'none') return [{ rule: rule.id, problem }];
  if (request.isTypeOnly || isPurePackage(request, specifier)) return [];
  if (rule?.layer.packages === 'pure') return [{ rule: rule.id, problem }];
  return isPure(path) ? [{ rule: 'pure-imports', problem }] : [];
}

/** They read what they are given and nothing else. */
const PURE_PACKAGES: ReadonlySet<string> = new Set([
  'zod',
  'yaml',
  'micromark',
  'micromark-extension-gfm',
  'parse5',
]);

function isPurePackage({ names }: ModuleRequest, specifier: string): boolean {
  if (specifier === 'node:crypto') {
    return names.length > 0 && names.every((name) => name === 'createHash');
  }
  if (specifier === 'node:path' || specifier === 'node:path/posix') return true;
  return PURE_PACKAGES.has(packageName(specifier));
}

function packageName(specifier: string): string {
  const length = specifier.startsWith('@') ? 2 : 1;
  return specifier.split('/').slice(0, length).join('/');
}
