// How a Node project is tested: by its `test` script where that is a real one, else by the test runner
// it has installed. Pure.
import { fileName, type Place } from '../../projects/place.ts';
import { isEmptyScript } from '../../projects/projects.ts';
import { hasPackage, type PackageJson } from './package-json.ts';
import { type NodeManager, RUN_BINARY, RUN_TEST } from './package-manager.ts';

type Tested = { test: string | undefined; testRunner: string | undefined; why: string[] };

/** What a script says when it uses a test runner. The first that matches decides. */
const IN_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\bvitest\b/, 'vitest'],
  [/\b(?:jest|react-scripts test)\b/, 'jest'],
  [/\bmocha\b/, 'mocha'],
  [/(?:^|[\s;&|/])ava\b/, 'ava'],
  [/(?:^|[\s;&|/])(?:tap|tapjs)\b/, 'tap'],
  [/\bnode\b[^;&|]*\s--test\b/, 'node:test'],
  [/\b(?:tsx|ts-node)\b[^;&|]*\s--test\b/, 'node:test'],
  [/\bbun test\b/, 'bun'],
  [/\bplaywright test\b/, 'playwright'],
  [/\bkarma start\b|\bng test\b/, 'karma'],
];
/** As a package, and how it is called when no script calls it. */
const INSTALLED: readonly (readonly [string, string])[] = [
  ['vitest', 'vitest run'],
  ['jest', 'jest'],
  ['mocha', 'mocha'],
  ['ava', 'ava'],
  ['tap', 'tap'],
];
const WATCHES = /--watch(?:All)?(?![\w=-])|--watch(?:All)?=true/;
/** Runs once only where it believes to be on a build machine. */
const ASKS_FOR_CI =
  /\breact-scripts test\b|\bng test\b|\bkarma start\b|\bvitest\b(?! (?:run|--run))/;
/** `npm run a`, `yarn a`, `run-s a b:*` */
const CALLS =
  /\b(?:(?:npm|pnpm|yarn|bun)(?: run(?:-script)?)?|run-[sp]|npm-run-all)((?: [\w:*-]+)+)/g;

export function findNodeTests(place: Place, manifest: PackageJson, manager: NodeManager): Tested {
  const script = manifest.scripts.get('test');
  const file = place.path('package.json');
  if (script === undefined || isEmptyScript(script)) {
    const why = script === undefined ? [] : [`${file} "scripts.test" runs no test: ${script}`];
    const tested = withoutScript(place, manifest, manager);
    return { ...tested, why: [...why, ...tested.why] };
  }
  const full = expanded(manifest.scripts, script);
  const testRunner =
    IN_SCRIPTS.find(([pattern]) => pattern.test(full))?.[1] ?? onlyInstalled(manifest);
  const why = [`${file} "scripts.test": ${script}`];
  if (WATCHES.test(full)) {
    const command = INSTALLED.find(([name]) => name === testRunner)?.[1];
    if (command === undefined)
      return { test: undefined, testRunner, why: [...why, 'it never ends'] };
    return {
      test: `${RUN_BINARY[manager]} ${command}`,
      testRunner,
      why: [...why, 'it never ends'],
    };
  }
  const ci = ASKS_FOR_CI.test(full) ? 'CI=true ' : '';
  return { test: `${ci}${RUN_TEST[manager]}`, testRunner, why };
}

function isTest(name: string): boolean {
  const isCalledSo = /[._-](?:tests?|specs?|cy)\.[a-z0-9]+$/i.test(name) || /^test[._-]/.test(name);
  return isCalledSo && /\.[cm]?[jt]sx?$/.test(name);
}

function withoutScript(place: Place, manifest: PackageJson, manager: NodeManager): Tested {
  const first = place.below.find((path) => isTest(fileName(path)));
  const file = place.path('package.json');
  const installed = INSTALLED.find(([name]) => hasPackage(manifest, name));
  if (installed !== undefined && first !== undefined) {
    const [testRunner, command] = installed;
    return {
      test: `${RUN_BINARY[manager]} ${command}`,
      testRunner,
      why: [`${file} names the package ${testRunner}`, `${place.path(first)} is a test`],
    };
  }
  if (manager === 'bun' && first !== undefined) {
    return { test: 'bun test', testRunner: 'bun', why: [`${place.path(first)} is a test`] };
  }
  return { test: undefined, testRunner: undefined, why: [] };
}

/** The script with the scripts of the same file that it calls, each once. */
function expanded(scripts: ReadonlyMap<string, string>, script: string): string {
  const bodies = new Map([['test', script]]);
  // A map is walked to its end also when it grows on the way.
  for (const body of bodies.values()) {
    const patterns = [...body.matchAll(CALLS)].flatMap(([, names = '']) => names.trim().split(' '));
    for (const [name, other] of scripts) {
      if (patterns.some((pattern) => isNamed(pattern, name))) bodies.set(name, other);
    }
  }
  return [...bodies.values()].join('\n');
}

function isNamed(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** One known test runner is installed: an opaque script will call it. */
function onlyInstalled(manifest: PackageJson): string | undefined {
  const names = INSTALLED.map(([name]) => name).filter((name) => hasPackage(manifest, name));
  return names.length === 1 ? names[0] : undefined;
}
