// The same calls, made once more by a test and by a plain program: what a file needs so that they are
// noted, what is run, and whether the answers agree. Pure.
import { z } from 'zod';
import { languageOf, languageOfScript } from '../../../sandbox/languages/languages.ts';
import type { Asked } from '../../../sandbox/syntax/code/asked.ts';
import { createView } from '../../../sandbox/syntax/code/view.ts';
import type { ChangedFile } from '../hunks/hunk.ts';
import { isMeasured } from '../hunks/plan-hunks.ts';
import { replaced } from '../replaced.ts';

/** One call, as the sandbox noted it; values in the words of the language. */
const NotedCall = z.object({
  path: z.string(),
  name: z.string(),
  args: z.string(),
  /** `gives VALUE` or `throws NAME: MESSAGE`. */
  gives: z.string(),
  /** The program that ran it, and how a test of its kind is started. */
  by: z.string(),
  runner: z.string().default(''),
});
type NotedCall = z.infer<typeof NotedCall>;

/** The head with calls noted; empty: there is nothing whose calls could be. */
export function notedAll(
  files: readonly ChangedFile[],
  helper: { name: string; marks: string },
): { path: string; content: string }[] {
  return files.flatMap(({ path, head }) => {
    const calls = callsOf(path, head?.text);
    if (calls === undefined || head?.tree === undefined || !isMeasured(path)) return [];
    const edits = calls.edits(createView(head.tree), { ...helper, path });
    return edits.length === 0 ? [] : [{ path, content: replaced(head.text, edits) }];
  });
}

/** What was written is whatever a run wrote: a line that is none of ours is left out. */
export function readCalls(written: string): NotedCall[] {
  return written.split('\n').flatMap((line) => {
    try {
      const call = NotedCall.safeParse(JSON.parse(line));
      return call.success ? [call.data] : [];
    } catch {
      return [];
    }
  });
}

export type Program = {
  calls: NotedCall[];
  files: Asked['files'];
  asTest: string;
  plainly: string;
  again: string;
};

/** One program for each language and each program that runs it. */
export function programsOf(calls: readonly NotedCall[], directory: string): Program[] {
  const groups = Map.groupBy(calls, ({ path, by }) => `${languageOf(path)?.grammar ?? ''} ${by}`);
  return [...groups.values()].flatMap((own) => {
    const [{ path, by, runner } = { path: '', by: '', runner: '' }] = own;
    const way = callsOf(path);
    if (way === undefined || !/^[/\w.@+-]+$/.test(by)) return [];
    const asking = { directory, by, runner };
    return [
      {
        calls: own,
        files: way.files,
        asTest: way.asTest(asking),
        plainly: way.plainly(asking),
        again: way.again(asking),
      },
    ];
  });
}

const Said = z.array(z.string().nullable());

/** What each of them wrote, as often as it was run. */
type Answers = { asTest: readonly string[]; plain: readonly string[] };

/** Calls that a test gets the noted answer to every time, and a plain program always another one. */
export function otherAnswers(calls: readonly NotedCall[], answers: Answers): string[] {
  const asTest = answers.asTest.map(readSaid);
  const plain = answers.plain.map(readSaid);
  return calls.flatMap(({ name, args, gives }, at) => {
    const other = plain[0]?.[at];
    const isSteady =
      asTest.every((said) => said[at] === gives) && plain.every((said) => said[at] === other);
    const isOther = typeof other === 'string' && other !== 'none' && other !== gives;
    return isSteady && isOther ? [`${name} ${args}: ${gives}; to a plain program: ${other}`] : [];
  });
}

function readSaid(text: string): z.infer<typeof Said> {
  try {
    return Said.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

function callsOf(path: string, text = ''): Asked | undefined {
  return (languageOf(path) ?? languageOfScript(text))?.asked;
}
