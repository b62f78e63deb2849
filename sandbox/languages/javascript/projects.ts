// Node projects: npm, pnpm, yarn and bun, alone or as a workspace. Pure.
import type { Found, Root } from '../../projects/facts.ts';
import type { Place } from '../../projects/place.ts';
import { filesNamed, type Projects } from '../../projects/projects.ts';
import { hasDependencies, type PackageJson, packagesOf, readPackageJson } from './package-json.ts';
import { findManager, INSTALL, LOCK, type Managed, where } from './package-manager.ts';
import { findNodeTests } from './test-script.ts';
import { findWorkspace, isMember, type Workspace } from './workspaces.ts';

type Known = {
  manifest: PackageJson;
  managed: Managed | undefined;
  workspace: Workspace | undefined;
};

const DEPENDENCIES = `package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml
  bun.lock bun.lockb deno.json deno.lock`;

export const PROJECTS: Projects = {
  isRoot: filesNamed('package.json'),
  detect,
  files: {
    dependencies: filesNamed(DEPENDENCIES),
    setup: filesNamed(`${DEPENDENCIES} pnpm-workspace.yaml .pnpmfile.cjs .yarnrc .yarnrc.yml .npmrc
      bunfig.toml .nvmrc .node-version deno.jsonc`),
    alsoRead: filesNamed(''),
    neverRead: filesNamed(`package-lock.json npm-shrinkwrap.json pnpm-lock.yaml bun.lock bun.lockb
      yarn.lock deno.lock`),
  },
  packages: [[/(?:^|\/)package\.json$/, packagesOf]],
  locking: LOCK,
  registries: ['registry.npmjs.org', 'registry.yarnpkg.com', 'jsr.io', 'npm.jsr.io'],
};

/** A root comes before what is below it. */
function detect(places: readonly Place[]): Found[] {
  const known = new Map<string, Known>();
  return places.map((place) => {
    const manifest = readPackageJson(place);
    if (manifest === 'broken') return brokenRoot(place);
    const managed = findManager(place, manifest);
    const workspace = findWorkspace(place, manifest);
    const notes = workspace === 'broken' ? [`${place.path('pnpm-workspace.yaml')} is broken.`] : [];
    const own = { manifest, managed, workspace: workspace === 'broken' ? undefined : workspace };
    known.set(place.directory, own);
    const parent = [...known.values()].find((one) => isParent(one, place.directory));
    const found = managed?.isLocked === true ? undefined : parent;
    const { root, notes: more } =
      found?.workspace === undefined ? alone(place, own) : member(place, manifest, found);
    return { root, notes: [...notes, ...more] };
  });
}

function isParent({ workspace }: Known, directory: string): boolean {
  return workspace !== undefined && isMember(workspace, directory);
}

function alone(place: Place, { manifest, managed }: Known): Found {
  const manager = managed?.manager ?? 'npm';
  const tested = findNodeTests(place, manifest, manager);
  const isUnlocked = managed?.isLocked !== true && hasDependencies(manifest);
  const unlocked = `${place.path('package.json')} names packages, but ${where(place)} has no lock file of ${manager}.`;
  return {
    root: {
      ...nodeRoot(place),
      packageManager: manager,
      setup: managed?.isLocked === true ? INSTALL[manager] : undefined,
      test: tested.test,
      testRunner: tested.testRunner,
      lockFiles: managed?.lockFiles ?? [],
      why: [
        managed?.why ?? `${place.path('package.json')} is there, and no lock file: npm`,
        ...tested.why,
      ],
    },
    notes: [...(managed?.notes ?? []), ...(isUnlocked ? [unlocked] : [])],
  };
}

function member(place: Place, manifest: PackageJson, { managed, workspace }: Known): Found {
  const manager = managed?.manager ?? 'npm';
  const tested = findNodeTests(place, manifest, manager);
  return {
    root: {
      ...nodeRoot(place),
      packageManager: manager,
      test: tested.test,
      testRunner: tested.testRunner,
      why: [`installed by the workspace: ${workspace?.why}`, ...tested.why],
      partOf: workspace?.directory ?? '',
    },
    notes: [],
  };
}

function brokenRoot(place: Place): Found {
  const path = place.path('package.json');
  return {
    root: { ...nodeRoot(place), why: [`${path} is there`] },
    notes: [`${path} is broken: it says nothing of setup and tests.`],
  };
}

function nodeRoot(place: Place): Root {
  const names = ['package.json', 'pnpm-workspace.yaml'];
  return {
    directory: place.directory,
    language: 'node',
    packageManager: undefined,
    setup: undefined,
    test: undefined,
    testRunner: undefined,
    manifests: names.filter((name) => place.has(name)).map(place.path),
    lockFiles: [],
    why: [],
  };
}
