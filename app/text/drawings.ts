// Code that GitHub draws instead of showing it: of diagrams and formulas what is drawn is kept, of
// maps and models nothing can be read. Of all other code, what is in reach of a page's width. Pure.
import { seenDiagram } from './diagrams.ts';
import { seenFormula } from './formulas.ts';

type OnUnseen = (part: string) => void;

const DRAWN_ONLY: Readonly<Record<string, string>> = {
  geojson: '[map]',
  topojson: '[map]',
  stl: '[model]',
};

export function seenCode(text: string, language: string | undefined, onUnseen: OnUnseen): string {
  const name = language?.toLowerCase() ?? '';
  const drawn = Object.hasOwn(DRAWN_ONLY, name) ? DRAWN_ONLY[name] : undefined;
  if (drawn !== undefined) {
    onUnseen(text);
    return drawn;
  }
  if (name === 'math') return seenFormula(text, onUnseen);
  if (name === 'mermaid') return seenDiagram(text, onUnseen);
  return text.replaceAll(FAR_BESIDE, (_whole, far: string) => {
    onUnseen(far);
    return '';
  });
}

/** Behind more blanks than a page is wide, where nobody moves a block of code sideways. */
const FAR_BESIDE = /(?<=\S)[^\S\n]{200,}(\S.*)$/gm;
