// Code that GitHub draws instead of showing it: of diagrams and formulas what is drawn is kept, of
// maps and models nothing can be read. Pure.

type OnUnseen = (part: string) => void;

/** Lines that mermaid reads and does not draw: comments, directives, words for screen readers, tooltips. */
const UNDRAWN_LINE = /^\s*(?:%%|accTitle\b|accDescr\s*:|click\s|classDef\b|linkStyle\b)/;
const UNDRAWN_PARTS = [
  /^\s*---\n[\s\S]*?\n\s*---(?=\n|$)/,
  /%%\{[\s\S]*?\}%%/g,
  /accDescr\s*\{[^}]*\}/g,
];
const DRAWN_ONLY: Readonly<Record<string, string>> = {
  geojson: '[map]',
  topojson: '[map]',
  stl: '[model]',
};

/** The same text for all code that is shown as such. */
export function seenCode(text: string, language: string | undefined, onUnseen: OnUnseen): string {
  const name = language?.toLowerCase() ?? '';
  const drawn = Object.hasOwn(DRAWN_ONLY, name) ? DRAWN_ONLY[name] : undefined;
  if (drawn !== undefined) {
    onUnseen(text);
    return drawn;
  }
  if (name === 'math') return withoutRemarks(text, onUnseen);
  return name === 'mermaid' ? drawnDiagram(text, onUnseen) : text;
}

function drawnDiagram(text: string, onUnseen: OnUnseen): string {
  const taken = (part: string): string => {
    onUnseen(part);
    return '';
  };
  const parts = UNDRAWN_PARTS.reduce((left, part) => left.replace(part, taken), text);
  return parts
    .split('\n')
    .filter((line) => {
      const isDrawn = !UNDRAWN_LINE.test(line);
      if (!isDrawn) onUnseen(line);
      return isDrawn;
    })
    .map((line) => line.replace(/%%.*$/, taken))
    .join('\n');
}

const FORMULA = /^\$\$[ \t]*\n[\s\S]*?\n\$\$[ \t]*$/gm;
const INLINE_FORMULA = /\$[^$\n`]+\$/g;
/** Takes the room of its content and draws none of it. */
const PHANTOM = /\\[hv]?phantom\s*\{[^{}]*\}/g;

/** Formulas among the words of a paragraph. */
export function seenFormulas(text: string, onUnseen: OnUnseen): string {
  if (!text.includes('$')) return text;
  return text
    .replaceAll(FORMULA, (formula) => withoutRemarks(formula, onUnseen))
    .replaceAll(INLINE_FORMULA, (formula) => withoutPhantoms(formula, onUnseen));
}

function withoutRemarks(formula: string, onUnseen: OnUnseen): string {
  const said = formula.replaceAll(/(?<!\\)%.*$/gm, (remark) => {
    onUnseen(remark);
    return '';
  });
  return withoutPhantoms(said, onUnseen);
}

function withoutPhantoms(formula: string, onUnseen: OnUnseen): string {
  return formula.replaceAll(PHANTOM, (phantom) => {
    onUnseen(phantom);
    return '';
  });
}
