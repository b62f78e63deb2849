// Refs of one bare repository and what they reach, through git's own plumbing.
import { type CatFile, type ObjectType, objectType } from './cat-file.ts';
import { NO_OBJECT } from './objects.ts';
import { gitText, type RunGit } from './run.ts';

export type Ref = { ref: string; sha: string; type: ObjectType };

/** What git would read as something else than a name is not asked of it in this way. */
const PLAIN = /^refs\/[\w/-]+(?:\.[\w/-]+)*$/;
/** `x-g1234` stands for the commit 1234, as `git describe` writes it. */
const DESCRIBED = /-g[0-9a-f]+$/;
/** Where git looks for a name that no ref has in full. */
const ELSEWHERE = ['refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];

export function createRefs(run: RunGit, catFile: CatFile) {
  const find = async (names: readonly string[]): Promise<(Ref | undefined)[]> => {
    const isPlain = names.every((name) => PLAIN.test(name) && !DESCRIBED.test(name));
    const others = names.flatMap((name) => ELSEWHERE.map((place) => place + name));
    const found = isPlain ? await catFile.facts([...names, ...others]) : [];
    if (isPlain && found.slice(names.length).every((facts) => facts === undefined)) {
      return names.map((ref, index) => {
        const facts = found[index];
        return facts && { ref, sha: facts.sha, type: facts.type };
      });
    }
    const refs = await listRefs(run, names);
    return names.map((name) => refs.find(({ ref }) => ref === name));
  };
  return {
    async refs(prefix: string): Promise<Ref[]> {
      return (await listRefs(run, [])).filter(({ ref }) => ref.startsWith(prefix));
    },

    /** By its full name. */
    async ref(name: string): Promise<Ref | undefined> {
      return (await find([name]))[0];
    },

    /** Where each of these refs points. */
    async tips(...names: string[]): Promise<(string | undefined)[]> {
      return (await find(names)).map((ref) => ref?.sha);
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
