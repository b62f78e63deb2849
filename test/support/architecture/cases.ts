// Small trees as text, to show that a rule bites: a file of test/fixtures/architecture holds the
// cases of one rule. `=== name` begins a case, `--- path` a file of its tree, `@repeat 1 9 x#` is
// nine lines with the number in the place of `#`. A line that must be found ends with the mark; what
// is found of a folder stands below the name, as `finds PATH`.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SourceFile } from './parse.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'architecture');
/** A comment on every line of a case that must be found. */
const MARK = '// finding';

export type ArchitectureCase = {
  /** The rule that is broken; `clean`: none. */
  rule: string;
  name: string;
  files: SourceFile[];
  marked: { path: string; line: number }[];
};

export async function readCases(): Promise<ArchitectureCase[]> {
  const names = await readdir(FOLDER);
  const all = names.toSorted().map(async (name) => {
    const text = await readFile(join(FOLDER, name), 'utf8');
    const parts = text.split(/^=== /m).slice(1);
    return parts.map((part) => toCase(basename(name, '.txt'), part.trimEnd()));
  });
  return (await Promise.all(all)).flat();
}

function toCase(rule: string, text: string): ArchitectureCase {
  const [head = '', ...parts] = text.split(/^--- /m);
  const [title = '', ...said] = head.trim().split('\n');
  const folders = said.map((line) => ({ path: line.replace(/^finds /, ''), line: 1 }));
  const files = parts.map((part) => {
    const [path = '', ...lines] = part.trimEnd().split('\n');
    return { path, text: `${lines.flatMap(repeated).join('\n')}\n` };
  });
  const marked = files.flatMap(({ path, text: code }) =>
    code.split('\n').flatMap((line, at) => (line.endsWith(MARK) ? [{ path, line: at + 1 }] : [])),
  );
  return { rule, name: title, files, marked: [...folders, ...marked] };
}

function repeated(line: string): string[] {
  const [, first, last, shape = ''] = /^@repeat (\d+) (\d+) (.*)$/.exec(line) ?? [];
  if (first === undefined) return [line];
  const from = Number(first);
  return Array.from({ length: Number(last) - from + 1 }, (_, at) =>
    shape.replaceAll('#', String(from + at)),
  );
}
