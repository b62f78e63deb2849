// Plays cheats with one defence of the product taken out: `node without-defence.ts NAME LANES CHEAT…`,
// without a name with all of them in place. What came of each is one line of its own.
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cheatsCalled, DEFENCES, type Edit, edited } from '../proof-corpus/defences.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const [name = '', lanes = '1', ...names] = process.argv.slice(2);
const out = DEFENCES.find((one) => one.name === name)?.out ?? [];
if (name !== '' && out.length === 0) throw new Error(`no defence: ${name}`);
const left = takeOut(await editedFiles(out));
await playAll(names, Number(lanes));
if (left.size > 0) throw new Error(`never loaded: ${[...left].join(', ')}`);

/** By their addresses. */
async function editedFiles(edits: readonly Edit[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const path = join(ROOT, edit.file);
    const url = pathToFileURL(path).href;
    texts.set(url, edited(texts.get(url) ?? (await readFile(path, 'utf8')), edit));
  }
  return texts;
}

/** What is loaded from now on is the edited text; of each that was, the address goes. */
function takeOut(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const waiting = new Set(texts.keys());
  registerHooks({
    load(url, context, next) {
      const source = texts.get(url);
      if (source === undefined) return next(url, context);
      waiting.delete(url);
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
  return waiting;
}

/** Nothing of the product is loaded before. */
async function playAll(called: readonly string[], side: number): Promise<void> {
  const { playCorpus } = await import('../proof-corpus/play-corpus.ts');
  const { ownPostgres } = await import('../support/own-postgres.ts');
  const { openProofWorld } = await import('../support/proof-world/world.ts');
  await using postgres = await ownPostgres();
  await using world = await openProofWorld({ url: postgres.url, slots: side });
  const cheats = cheatsCalled(called);
  const onTold = (told: object) => void process.stdout.write(`${JSON.stringify(told)}\n`);
  await playCorpus(world, { cheats, honest: [], liars: [] }, { lanes: side, onTold });
}
