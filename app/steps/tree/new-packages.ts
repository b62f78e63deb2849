// Packages that changed manifests add: only those the approved plan names may be fetched. Read on the
// host, before anything is run on the manifests.

import { directoryOf, isOwnRoot } from '../../../sandbox/projects/place.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { wantedFiles } from '../../proof/detect/manifests.ts';
import { ownName, packageName, packagesIn } from '../../proof/detect/named-packages.ts';
import type { StepDeps } from '../deps.ts';
import { readBase } from '../thread.ts';
import type { SandboxHolder } from './sandbox-use.ts';
import { textsOf } from './syntax.ts';

/** In words, why these manifests are not to be installed from; undefined: they may be. */
export async function refuseManifests(
  deps: StepDeps,
  { record, signal }: Pick<SandboxHolder, 'record' | 'signal'>,
  manifests: readonly FileChange[],
): Promise<string | undefined> {
  const { id: jobId } = record.job;
  const { repository, thread } = await readBase(deps, jobId);
  const at = { repository, sha: thread.baseSha, wanted: wantedFiles };
  const { paths, texts } = await deps.workspaces.look(at, signal);
  const planned = await plannedPackages(deps, jobId);
  // What the repository uses or is anywhere already is nothing new to it.
  const used = [...texts].flatMap(([path, text]) => packagesIn(path, text).concat(ownName(text)));
  const known = new Set([...used.map(packageName), ...planned]);
  const problems = textsOf(manifests).flatMap(([path, text]) => {
    const named = packagesIn(path, text);
    if (named.length === 0 || !isOwnRoot(directoryOf(path))) return [];
    if (paths.includes(path) && !texts.has(path)) {
      return [`${path} cannot be compared with the base commit: too long, or one of too many.`];
    }
    const added = named.filter((name) => !known.has(packageName(name)));
    return added.length === 0 ? [] : [`${path} adds ${shown(added)}.`];
  });
  if (problems.length === 0) return undefined;
  return `${problems.join(' ')} Only packages that the approved plan names may be added: ${[...planned].join(', ') || 'it names none'}.`;
}

const MOST_SHOWN = 10;
const LONGEST_SHOWN = 100;

/** The names are an agent's words. */
function shown(names: readonly string[]): string {
  const some = [...new Set(names)].slice(0, MOST_SHOWN);
  return some.map((name) => name.slice(0, LONGEST_SHOWN)).join(', ');
}

async function plannedPackages(deps: StepDeps, jobId: string): Promise<Set<string>> {
  const plan = await deps.store.transaction(async ({ plans }) => await plans.active(jobId));
  const packages = plan?.content['packages'];
  return new Set(Array.isArray(packages) ? packages.map((one) => packageName(String(one))) : []);
}
