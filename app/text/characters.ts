// Which characters are seen. Invisible ones are taken out, except where they make what is seen:
// inside an emoji, and between letters of scripts that join or part by them. Pure.

/** Formats, tags, variation selectors, fillers, controls, halves, private and unassigned; not tab and newline. */
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}]|(?![\t\n])\p{Cc}`;
const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]`;
/** Unicode's own list of emoji, families, flags and keycaps among them; then pictures joined otherwise. */
const EMOJI = String.raw`\p{RGI_Emoji}|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\uFE0F`;
const FOUND = new RegExp(
  `(?<seen>${EMOJI}|(?<=${JOINING})[\\u200C\\u200D](?=${JOINING}))|${INVISIBLE}`,
  'gv',
);

export function visibleCharacters(text: string): { text: string; removed: number } {
  let removed = 0;
  const shown = text.replaceAll(FOUND, (found: string, seen: string | undefined) => {
    if (seen !== undefined) return found;
    removed += 1;
    return '';
  });
  return { text: shown, removed };
}
