// Diagrams: of their source, what their picture shows. Pure.
import { isFaint, isSeenOn } from './colours.ts';
import { withoutHiddenNames } from './diagram-names.ts';

type OnUnseen = (part: string) => void;

/** Lines that are read and not drawn: remarks, styles, tooltips, words for screen readers, how dates are written. */
const UNDRAWN_LINE = new RegExp(
  [
    String.raw`%%`,
    String.raw`acc(?:Title|Descr)\s*:`,
    String.raw`(?:click|callback|href)\s`,
    String.raw`(?:classDef|linkStyle|cssClass|style|updateElementStyle|updateRelStyle)\s`,
    String.raw`class\s+[^\s{[~]+(?:\s*,\s*[^\s{[~]+)*\s+[^\s{[~]+\s*;?\s*$`,
    String.raw`(?:links?|properties|details)\s+[^:\n]*:`,
    String.raw`(?:dateFormat|axisFormat|tickInterval|todayMarker|excludes|includes|weekday)\s`,
  ]
    .map((line) => `^\\s*(?:${line})`)
    .join('|'),
);
const UNDRAWN_PARTS = [
  /^\s*---\n[\s\S]*?\n\s*---(?=\n|$)/,
  /%%\{[\s\S]*?\}%%/g,
  /accDescr\s*\{[^}]*\}/g,
  /:::[\w,-]+/g,
  /~~~\s*\|[^|\n]*\|/g,
];

/** Nothing of a diagram that hides some of its words: which ones, only its own program knows. */
export function seenDiagram(text: string, onUnseen: OnUnseen): string {
  if (hidesWords(text)) {
    onUnseen(text);
    return '[diagram]';
  }
  const taken = (part: string): string => {
    onUnseen(part);
    return '';
  };
  const parts = UNDRAWN_PARTS.reduce((left, part) => left.replace(part, taken), text);
  const lines = parts
    .split('\n')
    .filter((line) => {
      const isDrawn = !UNDRAWN_LINE.test(line);
      if (!isDrawn) onUnseen(line);
      return isDrawn;
    })
    .map((line) => line.replace(/%%.*$/, taken));
  return withoutHiddenNames(lines.join('\n'), onUnseen);
}

/** A sheet of styles, or words in a colour that the whole diagram gets. */
const STYLED = /themeCSS|fontSize|\w*(?:Text|Label)\w*Colou?r|nodeTextColor|"?textColor/i;
const STYLE_LINE = /^\s*(?:classDef|linkStyle|style|updateElementStyle|updateRelStyle)\s(.*)$/gm;
const NO_SIZE = /(?:^|[,;\s])(?:opacity:0?\.?0*(?![\d.])|font-size:0|display:none|visibility:)/i;

function hidesWords(text: string): boolean {
  const settings = [
    ...text.matchAll(/%%\{[\s\S]*?\}%%/g),
    ...text.matchAll(/^\s*---\n[\s\S]*?\n\s*---(?=\n|$)/g),
  ];
  if (settings.some(([setting]) => STYLED.test(setting))) return true;
  return [...text.matchAll(STYLE_LINE)].some(([, style = '']) => {
    const plain = style.replaceAll(/\s*:\s*/g, ':');
    if (NO_SIZE.test(plain)) return true;
    const [, colour] = /(?:^|[,;\s$])(?:color|fontColor="?):?([^,;"]+)/i.exec(plain) ?? [];
    if (colour === undefined) return false;
    const [, ground] = /(?:^|[,;\s$])(?:fill|bgColor="?):?([^,;"]+)/i.exec(plain) ?? [];
    return ground === undefined ? isFaint(colour) : !isSeenOn(colour, ground);
  });
}
