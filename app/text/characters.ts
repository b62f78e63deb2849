// Which characters are seen. Invisible ones are taken out, except where they make what is seen:
// inside an emoji, and between letters of scripts that join or part by them. What is seen as a blank
// is one, whichever was written. Pure.

/** Formats, tags, variation selectors, fillers, controls, halves, private and unassigned; not tab and newline. */
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}]|(?![\t\n])\p{Cc}`;
/** A person sees them on top of each other; no language has as many on a letter. */
const HEAPED = String.raw`(?<=\p{M}{12})\p{M}`;
/** Letters whose neighbour changes with a joiner wherever it stands; in the others it needs a virama. */
const CURSIVE = String.raw`[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Khmer}]`;
const BRAHMIC = String.raw`[\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}]`;
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA]`;
const JOINER = String.raw`[\u200C\u200D]`;
const JOINING = [
  `(?<=${CURSIVE})\\u200C(?=${CURSIVE})`,
  `(?<=${CURSIVE})\\u200D(?!${CURSIVE}|${JOINER})`,
  `(?<=${VIRAMA})${JOINER}(?!${JOINER})`,
  `(?<=${BRAHMIC})${JOINER}(?=${VIRAMA})`,
].join('|');
/** Unicode's own list of emoji, families, flags and keycaps among them; then pictures joined otherwise. */
const EMOJI = String.raw`\p{RGI_Emoji}|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}--\p{Emoji_Presentation}])\uFE0F`;
const FOUND = new RegExp(`(?<seen>${EMOJI}|${JOINING})|${INVISIBLE}|${HEAPED}`, 'gv');
/** No-break, narrow and wide ones, separators, and letters without ink; the one of ideographs is as wide as they. */
const BLANK = /[[\p{Zs}\p{Zl}\p{Zp}\u2800\u{1D159}]--[ \u3000]]/gv;

export function visibleCharacters(text: string): { text: string; removed: number } {
  let removed = 0;
  const shown = text.replaceAll(FOUND, (found: string, seen: string | undefined) => {
    if (seen !== undefined) return found;
    removed += 1;
    return '';
  });
  return { text: shown.replaceAll(BLANK, ' '), removed };
}
