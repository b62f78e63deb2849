// Formulas: what their source says and their picture does not show is taken out. Linear in the
// length of the text. Pure.
import { isFaint } from './colours.ts';

type OnUnseen = (part: string) => void;

/** How many groups behind a macro are not drawn with it: they take room, give a name, or are styled away. */
const UNDRAWN_GROUPS: Readonly<Record<string, number>> = {
  phantom: 1,
  hphantom: 1,
  vphantom: 1,
  label: 1,
  require: 1,
  class: 1,
  cssId: 1,
  href: 1,
  style: 2,
  data: 2,
  texttip: 2,
  mathtip: 2,
  mmlToken: 2,
  mathchoice: 4,
  newcommand: 2,
  renewcommand: 2,
  providecommand: 2,
  DeclareMathOperator: 2,
  newenvironment: 3,
  renewenvironment: 3,
  bbox: 1,
  colorbox: 2,
  fcolorbox: 3,
};
const MACRO = /\\(?:([A-Za-z]+)\*?|[^A-Za-z])/g;
const REMARK = /(?<!\\)%.*$/gm;

/** The source of one formula. */
export function seenFormula(formula: string, onUnseen: OnUnseen): string {
  return withoutMacros(withoutRemarks(formula, onUnseen), onUnseen);
}

const OWN_LINES = /^\$\$[ \t]*\n[\s\S]*?\n\$\$[ \t]*$/gm;
const IN_LINE = /(\$\$?)(?![\s$])[^$]+(?<!\s)\1(?![\d$])/g;
/** Between the first dollar and the last: which of them belong together is GitHub's to say. */
const STRETCH = /\$[\s\S]*\$/;
const CODE = /((?<![`$])(`+)(?!`)[^`]+(?<!`)\2(?![`$]))/;

/** Formulas among the words of a paragraph. */
export function seenFormulas(text: string, onUnseen: OnUnseen): string {
  if (!text.includes('$')) return text;
  return text
    .replaceAll(OWN_LINES, (formula) => withoutRemarks(formula, onUnseen))
    .replaceAll(IN_LINE, (formula) => remarksInside(formula, onUnseen))
    .replace(STRETCH, (stretch) =>
      stretch
        .split(CODE)
        .map((part, index) => partOf(part, index % 3, onUnseen))
        .join(''),
    );
}

/** Words, code, and the fence of the code once more. */
function partOf(part: string, kind: number, onUnseen: OnUnseen): string {
  if (kind === 2) return '';
  return kind === 1 ? part : withoutMacros(part, onUnseen);
}

function remarksInside(formula: string, onUnseen: OnUnseen): string {
  const [mark = ''] = /^\$+`?/.exec(formula) ?? [];
  const inside = formula.slice(mark.length, -mark.length);
  return mark + withoutRemarks(inside, onUnseen) + Array.from(mark).toReversed().join('');
}

function withoutRemarks(formula: string, onUnseen: OnUnseen): string {
  return formula.replaceAll(REMARK, (remark) => {
    onUnseen(remark);
    return '';
  });
}

function withoutMacros(text: string, onUnseen: OnUnseen): string {
  let seen = '';
  let at = 0;
  for (const { 0: whole, 1: name, index } of text.matchAll(MACRO)) {
    if (index < at || name === undefined) continue;
    const end = unseenUntil(text, name, index + whole.length);
    if (end === undefined) continue;
    onUnseen(text.slice(index, end));
    seen += text.slice(at, index);
    at = end;
  }
  return seen + text.slice(at);
}

/** Undefined: what the macro says is drawn. */
function unseenUntil(text: string, name: string, from: number): number | undefined {
  if (name === 'def' || name === 'gdef' || name === 'edef') {
    const group = text.indexOf('{', from);
    return group === -1 ? from : groupEnd(text, group);
  }
  if (name === 'color' || name === 'textcolor') {
    const end = argumentEnd(text, from);
    const colour = text.slice(from, end).replace(/^\s*\[[^\]]*\]/, '');
    if (!isFaint(colour.replaceAll(/[{}\s]/g, ''))) return undefined;
    return name === 'color' ? groupEnd(text, end) : argumentEnd(text, end);
  }
  const groups = Object.hasOwn(UNDRAWN_GROUPS, name) ? UNDRAWN_GROUPS[name] : undefined;
  if (groups === undefined) return undefined;
  return Array.from({ length: groups }).reduce<number>((end) => argumentEnd(text, end), from);
}

/** Behind one argument: a group, a macro or a character, with what may stand in brackets before it. */
function argumentEnd(text: string, from: number): number {
  const before = /(?:\s*\[[^\]$]*\])*\s*/y;
  before.lastIndex = from;
  before.test(text);
  const at = before.lastIndex;
  if (text[at] === '{') return groupEnd(text, at);
  if (text[at] !== '\\') return Math.min(text.length, at + 1);
  const macro = /\\(?:[A-Za-z]+|.|$)/y;
  macro.lastIndex = at;
  macro.test(text);
  return macro.lastIndex;
}

/** Behind the group that begins here; within one, before its end. A formula ends every group. */
function groupEnd(text: string, from: number): number {
  const brace = /\\.|[{}$]/gs;
  brace.lastIndex = from;
  let depth = 0;
  for (let found = brace.exec(text); found !== null; found = brace.exec(text)) {
    const [one] = found;
    if (one === '$') return found.index;
    if (one === '{') depth += 1;
    if (one !== '}') continue;
    if (depth === 0) return found.index;
    depth -= 1;
    if (depth === 0 && text[from] === '{') return brace.lastIndex;
  }
  return text.length;
}
