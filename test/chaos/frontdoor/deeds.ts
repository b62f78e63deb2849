// What people do on GitHub beside a job, and what the wire does to its calls; and the mending of what
// a deed broke.

import type { DeedKind, Happening } from './plan.ts';
import { CODE_PATH, FILES, SUITE_PATH, suiteOf } from './repository.ts';
import { ADMIN, type DoorWorld, LABEL, nameOf, OWNER, PERSON, type Place } from './world.ts';

/** Where a story is by now. */
export type Scene = {
  world: DoorWorld;
  /** Its name may change. */
  place: Place;
  issue: number;
  /** Of the job, as far as it has them. */
  branch: string | undefined;
  pull: number | undefined;
};

/** False: there is nothing yet that it could be done to. */
export async function happen(scene: Scene, one: Happening): Promise<boolean> {
  if (one.what === 'deed') return await DEED[one.kind](scene);
  const { forge } = scene.world;
  const { operation, kind } = one;
  switch (kind) {
    case 'error':
    case 'lost-answer':
      forge.injectFault({ operation, kind });
      return true;
    case 'rate-limit':
      forge.injectFault({ operation, kind, retryAfterSeconds: 1 });
      return true;
    case 'slow':
      forge.injectFault({ operation, kind, delayMs: 700 });
      return true;
  }
}

/** Their tests expect something else of the code that is there. */
const CONTRADICTION = suiteOf('assert.equal(sum([1, 2, 3]), 7);');
/** More of the same. */
const MORE = suiteOf('assert.equal(sum([1, 2, 3]), 6);', 'assert.equal(sum([]), 0);');

const DEED: Record<DeedKind, (scene: Scene) => Promise<boolean>> = {
  'push-harmless': async (scene) => await pushToBranch(scene, { 'docs/mine.md': 'mine\n' }),
  'push-breaking': async (scene) => await pushToBranch(scene, { [SUITE_PATH]: CONTRADICTION }),
  'push-code': async (scene) =>
    await pushToBranch(scene, { [CODE_PATH]: 'export const sum = () => 0;\n' }),
  'base-elsewhere': async (scene) => await pushToBase(scene, { 'docs/theirs.md': 'theirs\n' }),
  'base-file': async (scene) =>
    await pushToBase(scene, { [CODE_PATH]: `// Sums.\n${FILES[CODE_PATH] ?? ''}` }),
  'base-test': async (scene) => await pushToBase(scene, { [SUITE_PATH]: MORE }),
  'base-breaking': async (scene) => await pushToBase(scene, { [SUITE_PATH]: CONTRADICTION }),
  'label-off': async ({ world, place, issue }) => {
    await world.forge.as(PERSON).unlabel({ repository: nameOf(place), number: issue }, LABEL);
    return true;
  },
  'issue-edited': async ({ world, place, issue }) => {
    const where = { repository: nameOf(place), number: issue };
    await world.forge.as(PERSON).editIssue(where, { body: 'And `sum([])` stays 0.\n' });
    return true;
  },
  'issue-closed': async (scene) => await setIssue(scene, 'closed'),
  'issue-reopened': async (scene) =>
    (await setIssue(scene, 'closed')) && (await setIssue(scene, 'open')),
  'pull-closed': async (scene) => await setPull(scene, 'closed'),
  'pull-reopened': async (scene) =>
    (await setPull(scene, 'closed')) && (await setPull(scene, 'open')),
  renamed: async ({ world, place }) => {
    const to = `${place.name}-renamed`;
    await world.forge.as(ADMIN).renameRepository(nameOf(place), to);
    place.name = to;
    return true;
  },
  'branch-deleted': async ({ world, place, branch, pull }) => {
    if (branch === undefined || pull === undefined) return false;
    const where = { owner: OWNER, repo: place.name, ref: `heads/${branch}` };
    await world.octokit.git.deleteRef(where);
    return true;
  },
};

/** After these nothing may be delivered any more. */
export const STOPS: ReadonlySet<DeedKind> = new Set<DeedKind>([
  'label-off',
  'issue-closed',
  'pull-closed',
  'branch-deleted',
]);

type Files = Readonly<Record<string, string | undefined>>;

async function pushToBranch(scene: Scene, files: Files): Promise<boolean> {
  const { world, place, branch } = scene;
  // The pull request comes after the branch: before it, a push would make the branch.
  if (branch === undefined || scene.pull === undefined) return false;
  await world.forge.as(PERSON).push(nameOf(place), { branch, files, message: 'My own idea' });
  return true;
}

async function pushToBase({ world, place }: Scene, files: Files): Promise<boolean> {
  const change = { branch: 'main', files, message: 'Goes on' };
  await world.forge.as(PERSON).push(nameOf(place), change);
  return true;
}

async function setIssue(
  { world, place, issue }: Scene,
  state: 'open' | 'closed',
): Promise<boolean> {
  await world.forge.as(PERSON).editIssue({ repository: nameOf(place), number: issue }, { state });
  return true;
}

async function setPull(scene: Scene, state: 'open' | 'closed'): Promise<boolean> {
  const { pull, world, place } = scene;
  if (pull === undefined) return false;
  const repo = place.name;
  await world.octokit.pulls.update({ owner: OWNER, repo, pull_number: pull, state });
  return true;
}

/** Branch and base are as a person who knows the job would have them; a pull request is open again. */
export async function mend(scene: Scene): Promise<void> {
  const { world, place, branch } = scene;
  const repo = place.name;
  const files = { [SUITE_PATH]: FILES[SUITE_PATH], [CODE_PATH]: FILES[CODE_PATH] };
  for (const ref of ['main', branch]) {
    if (ref === undefined) continue;
    const changed = await differing(world, { repo, ref, files });
    if (Object.keys(changed).length === 0) continue;
    const change = { branch: ref, files: changed, message: 'Back to what it was' };
    await world.forge.as(PERSON).push(nameOf(place), change);
  }
}

async function differing(
  { octokit }: DoorWorld,
  { repo, ref, files }: { repo: string; ref: string; files: Files },
): Promise<Record<string, string>> {
  const changed: Record<string, string> = {};
  for (const [path, text] of Object.entries(files)) {
    const { data } = await octokit.repos.getContent({ owner: OWNER, repo, path, ref });
    const isFile = !Array.isArray(data) && data.type === 'file';
    const now = isFile ? Buffer.from(data.content, 'base64').toString() : undefined;
    if (text !== undefined && now !== text) changed[path] = text;
  }
  return changed;
}
