// The files of the head in which what the changed functions give back is altered. Pure.
import { languageOf, languageOfScript } from '../../../sandbox/languages/languages.ts';
import type {
  ChangedLines,
  Edit,
  Helper,
  Perturbing,
} from '../../../sandbox/syntax/code/perturb.ts';
import type { FunctionPart, LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import { createView, type View } from '../../../sandbox/syntax/code/view.ts';
import { diffLines, splitLines } from '../hunks/diff.ts';
import type { ChangedFile } from '../hunks/hunk.ts';
import { isMeasured } from '../hunks/plan-hunks.ts';
import { replaced } from '../replaced.ts';

type Open = {
  path: string;
  text: string;
  /** Of the helper in it: files of one package have their names in common. */
  name: string;
  view: View;
  parts: readonly FunctionPart[];
  perturbing: Perturbing;
  edits: readonly Edit[];
};

/** Empty: no function of the change gives anything back. */
export function perturbedAll(
  files: readonly ChangedFile[],
  helper: Helper,
): { path: string; content: string }[] {
  const open = files.flatMap((file, index) => openFile(file, `${helper.name}n${index}`));
  const changed = open.map(toLines);
  return open.map(({ path, text, name, view, perturbing, edits }) => {
    const { at } = perturbing.place(view);
    const own = { start: at, end: at, text: perturbing.helper({ ...helper, name }, changed) };
    return { path, content: replaced(text, [own, ...edits]) };
  });
}

/** Whether there is a file among them that is built before it runs. */
export function isBuilt(files: readonly ChangedFile[]): boolean {
  return files.some((file) => {
    const isCode = languageIn(file)?.perturb?.isBuilt === true && isMeasured(file.path);
    return isCode && openFile(file, 'h').length > 0;
  });
}

/** Changed code in which no function gives anything back, or not in a language that we alter. */
export function unperturbed(files: readonly ChangedFile[]): string[] {
  return files.flatMap((file) => {
    const isCode = languageIn(file)?.table !== undefined && isMeasured(file.path);
    return isCode && file.head !== undefined && openFile(file, 'h').length === 0 ? [file.path] : [];
  });
}

function languageIn({ path, head }: ChangedFile) {
  return languageOf(path) ?? languageOfScript(head?.text ?? '');
}

function openFile(file: ChangedFile, name: string): Open[] {
  const { path, head } = file;
  const language = languageIn(file);
  if (language?.perturb === undefined || language.table === undefined || !head?.tree) return [];
  const { perturb: perturbing, table } = language;
  const parts = changedParts(file, table);
  const view = createView(head.tree);
  const edits = perturbing.edits(view, parts, name);
  return edits.length === 0
    ? []
    : [{ path, text: head.text, name, view, parts, perturbing, edits }];
}

/** Functions that the change adds, or in which a line is another. */
function changedParts({ path, base, head }: ChangedFile, table: LanguageTable): FunctionPart[] {
  if (!isMeasured(path) || head?.tree === undefined || head.tree.hasError) return [];
  const view = createView(head.tree);
  const changed = diffLines(splitLines(base?.text ?? ''), splitLines(head.text));
  return table.functions(view).filter(({ node }) => {
    const start = view.line(node.start) - 1;
    const end = view.line(node.end - 1);
    return changed.some(({ headStart, headEnd }) =>
      headStart === headEnd
        ? headStart > start && headStart < end
        : headStart < end && headEnd > start,
    );
  });
}

/** Of those with exits, as they are in the altered text. */
function toLines({ path, view, parts, perturbing, edits }: Open): ChangedLines[number] {
  const { at, addsLine } = perturbing.place(view);
  const down = (line: number, place: number) => (addsLine && place >= at ? line + 1 : line);
  const own = parts.filter(({ node }) =>
    edits.some(({ start }) => start > node.start && start < node.end),
  );
  const lines = own.map(
    ({ node }) =>
      [down(view.line(node.start), node.start), down(view.line(node.end - 1), node.start)] as const,
  );
  return { path, lines };
}
