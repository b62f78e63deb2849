// Markdown → HTML, by the rules that GitHub's own parser keeps (CommonMark with GitHub's tables,
// footnotes, tasks and the like), and what that leaves behind: definitions, footnotes, words behind
// a language. A text that would take long to parse is not parsed at all. Pure.
import { compile, parse, postprocess, preprocess } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { RemovedList } from './removed.ts';

type Event = ReturnType<typeof postprocess>[number];

const COMPILING = {
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
  htmlExtensions: [withoutTagFilter()],
};

/** Undefined: nobody wrote it to be read. */
export function toHtml(source: string, removed: RemovedList): string | undefined {
  if (isHostile(source)) return undefined;
  try {
    const parser = parse({ extensions: [gfm(), boundedMarks()] });
    const events = postprocess(parser.document().write(preprocess()(source, undefined, true)));
    noteUnseen(events, removed);
    return compile(COMPILING)(events);
  } catch (error) {
    if (error instanceof TooManyMarks) return undefined;
    throw error;
  }
}

/** Raw HTML as it was written: which of it is seen is decided on the tree. */
function withoutTagFilter(): ReturnType<typeof gfmHtml> {
  const { enter = {}, exit = {} } = gfmHtml();
  const { htmlFlowData: _flow, htmlTextData: _text, ...others } = exit;
  return { enter, exit: others };
}

/** A person nests three or four. What is nested deeper costs a parser more than it says. */
const DEEPEST = 100;
const CONTAINER = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;
/** Lines that open lists, headings, quotes and rows of tables; a parser goes back for each. */
const HEAVY = /^[ \t]*(?:[-+*#>=]|\d{1,9}[.)])|\|/;
const MOST_HEAVY = 5_000;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;
/** Of headings that are made by a line below them, or of rules. */
const MOST_UNDERLINES = 500;
/** Each length is looked for to the end. */
const LONG_TICKS = /`{31}/;

function isHostile(source: string): boolean {
  if (LONG_TICKS.test(source)) return true;
  const lines = source.split('\n');
  if (lines.filter((line) => HEAVY.test(line)).length > MOST_HEAVY) return true;
  if (lines.filter((line) => UNDERLINE.test(line)).length > MOST_UNDERLINES) return true;
  return lines.some((line) => depthOf(line) > DEEPEST);
}

/** How many quotes and lists a line opens at its beginning. */
function depthOf(line: string): number {
  let depth = 0;
  CONTAINER.lastIndex = 0;
  while (depth <= DEEPEST && CONTAINER.test(line)) depth += 1;
  return depth;
}

/** What HTML knows nothing of any more. */
function noteUnseen(events: readonly Event[], removed: RemovedList): void {
  const footnotes = new Map<string, string>();
  const called = new Set<string>();
  for (const [phase, token, context] of events) {
    if (phase === 'exit') continue;
    const text = () => context.sliceSerialize(token);
    if (token.type === 'definition') removed.add('definition', text());
    if (token.type === 'htmlFlow' || token.type === 'htmlText') noteDocumentTypes(text(), removed);
    if (token.type === 'codeFencedFenceMeta') removed.add('info', text());
    if (token.type === 'gfmFootnoteDefinition') {
      const [, label = ''] = /^\[\^([^\]]*)\]:/.exec(text()) ?? [];
      footnotes.set(label.toLowerCase(), text());
    }
    if (token.type === 'gfmFootnoteCallString') called.add(text().toLowerCase());
  }
  for (const [label, text] of footnotes) {
    if (!called.has(label)) removed.add('footnote', text.replace(/^\[\^[^\]]*\]:\s*/, ''));
  }
}

/** The one thing that no tree of a fragment has. */
function noteDocumentTypes(html: string, removed: RemovedList): void {
  for (const [, words] of html.matchAll(/<!doctype([^>]*)/gi)) removed.add('comment', words);
}

/** In one paragraph: each mark may have to be compared with all before it. */
const MOST_MARKS = 6_000;

class TooManyMarks extends Error {}

/** Looks on at every mark within a line, and stops the parser where there are too many of them. */
function boundedMarks(): Extension {
  const seen = new WeakMap<object, number>();
  const look: Construct = {
    tokenize(_effects, _ok, nok) {
      const marks = (seen.get(this.events) ?? 0) + 1;
      if (marks > MOST_MARKS) throw new TooManyMarks();
      seen.set(this.events, marks);
      return nok;
    },
  };
  const codes = Array.from('!&*<[]_`~').map((mark) => mark.charCodeAt(0));
  return { text: Object.fromEntries(codes.map((code) => [code, look])) };
}

type Extension = ReturnType<typeof gfm>;
type Construct = {
  tokenize(this: { events: object }, effects: unknown, ok: unknown, nok: State): State;
};
type State = (code: number | null) => State | undefined;
