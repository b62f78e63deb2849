// Refs of one bare repository and what they reach, through git's own plumbing.
import { NO_OBJECT, type ObjectType, objectType } from './objects.ts';
import { gitText, type RunGit } from './run.ts';

export type Ref = { ref: string; sha: string; type: ObjectType };

export function createRefs(run: RunGit) {
  return {
    async refs(prefix: string): Promise<Ref[]> {
      return (await listRefs(run, [])).filter(({ ref }) => ref.startsWith(prefix));
    },

    /** By its full name. */
    async ref(name: string): Promise<Ref | undefined> {
      return (await listRefs(run, [name])).find(({ ref }) => ref === name);
    },

    /** Where each of these refs points. */
    async tips(...names: string[]): Promise<(string | undefined)[]> {
      const refs = await listRefs(run, names);
      return names.map((name) => refs.find(({ ref }) => ref === name)?.sha);
    },

    /** Fails (false) when the ref is not at `before`, so two writers cannot overwrite each other. */
    async moveRef(name: string, before: string, after: string): Promise<boolean> {
      const args =
        after === NO_OBJECT
          ? ['update-ref', '-d', name, before]
          : ['update-ref', name, after, before];
      return (await run(args, { codes: [0, 1, 128] })).code === 0;
    },

    async isRefName(name: string): Promise<boolean> {
      return (await run(['check-ref-format', name], { codes: [0, 1] })).code === 0;
    },
  };
}

export function createHistory(run: RunGit) {
  return {
    async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
      const args = ['merge-base', '--is-ancestor', ancestor, descendant];
      return (await run(args, { codes: [0, 1] })).code === 0;
    },

    async mergeBase(one: string, other: string): Promise<string | undefined> {
      const found = await run(['merge-base', one, other], { codes: [0, 1] });
      return found.code === 0 ? found.stdout.toString('utf8').trim() : undefined;
    },

    /** Commits reachable from `head` and not from `base`, oldest first. */
    async commitsBetween(base: string, head: string): Promise<string[]> {
      const lines = await gitText(run, ['rev-list', '--reverse', '--topo-order', head, `^${base}`]);
      return lines === '' ? [] : lines.split('\n');
    },

    /** Tree of the merge of two commits, undefined when they conflict. */
    async mergeTree(one: string, other: string): Promise<string | undefined> {
      const merged = await run(['merge-tree', '--write-tree', one, other], { codes: [0, 1] });
      return merged.code === 0 ? merged.stdout.toString('utf8').split('\n')[0] : undefined;
    },
  };
}

async function listRefs(run: RunGit, patterns: readonly string[]): Promise<Ref[]> {
  const format = '--format=%(objectname) %(objecttype) %(refname)';
  const lines = await gitText(run, ['for-each-ref', format, ...patterns]);
  return lines === '' ? [] : lines.split('\n').map(parseRefLine);
}

function parseRefLine(line: string): Ref {
  const [sha = '', type = '', ref = ''] = line.split(' ');
  return { ref, sha, type: objectType(type) ?? 'commit' };
}
