// What authored files say, language by language: skips, doubles, network, missing and empty
// assertions, imports past the contract. What is in no known language is noted. Pure.
import type { TestCase } from '../../../sandbox/protocol/cases.ts';
import { createImportJudge, type ImportJudge } from './imports.ts';
import type { Found, Language } from './language.ts';
import { languageOf } from './languages.ts';
import type { Judgement, Note, Objection } from './objection.ts';
import { lineAt, readSource, type Source } from './source.ts';
import type { Submission } from './submission.ts';

type Read = { source: Source; language: Language };

export function judgeSources(submission: Submission): Judgement {
  const read = new Map<string, Read>();
  const notes: Note[] = [];
  for (const { path, content } of submission.files) {
    const language = languageOf(path);
    if (language === 'data') continue;
    if (language === 'unknown') {
      notes.push({ path, message: 'the judge does not know this language' });
      continue;
    }
    const raw = Buffer.from(content, 'base64').toString('utf8');
    read.set(path, { source: readSource(path, raw, language.syntax), language });
    if (language.imports === undefined) {
      notes.push({ path, message: `imports of ${language.name} are not judged yet` });
    }
  }
  const imports = createImportJudge(submission);
  const objections = [...read.values()].flatMap((one) => judgeSource(imports, one));
  return { objections: [...objections, ...missingAssertions(submission.cases, read)], notes };
}

function judgeSource(imports: ImportJudge, { source, language }: Read): Objection[] {
  const isProjectModule = imports.isProjectModule(source.path, language.id);
  const all: [Objection['rule'], Found[]][] = [
    ['skip', language.skips(source)],
    ['mock', language.mocks(source, isProjectModule)],
    ['network', language.network(source)],
    ['tautology', language.tautologies(source)],
    ['contract', imports.judge(source, language)],
  ];
  return all.flatMap(([rule, found]) =>
    found.map(({ index, message }) => ({
      rule,
      message,
      path: source.path,
      line: lineAt(source.text, index),
    })),
  );
}

/** Only said of cases whose files can all be read. */
function missingAssertions(
  cases: readonly TestCase[],
  read: ReadonlyMap<string, Read>,
): Objection[] {
  return cases
    .filter(({ files }) => {
      const known = files.flatMap((path) => read.get(path) ?? []);
      const isReadable = files.every((path) => languageOf(path) !== 'unknown');
      return isReadable && !known.some(({ source, language }) => language.hasAssertion(source));
    })
    .map(({ id }) => ({ rule: 'assertion', message: 'the case asserts nothing', caseId: id }));
}
