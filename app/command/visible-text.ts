// Text from outside as it was typed, for commands and references: characters that show nothing and
// HTML comments are taken out, and no Markdown is read, for `__init__` is a name in a path. What
// agents are given is read as the page shows it instead (text/seen-text.ts). Pure.
import { visibleCharacters } from '../text/characters.ts';
import { LONGEST_BODY } from '../text/seen-text.ts';

export function visibleText(input: string, longest = LONGEST_BODY): { text: string } {
  // Far beyond the cap nothing can come into view again, whatever is removed before it.
  const plain = input.slice(0, longest * 4).replaceAll(/\r\n?/g, '\n');
  const text = withoutComments(visibleCharacters(plain).text);
  return { text: text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '') };
}

const OPEN = '<!--';
const CLOSE = '-->';

/**
 * One pass over the text, so that a removal which brings a new comment together is seen at once and
 * the time stays linear. A comment nobody closes hides the rest only where it begins a line.
 */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let opened: number | undefined;
  for (const unit of text.split('')) {
    kept.push(unit);
    if (opened === undefined && endsWith(kept, OPEN)) opened = kept.length - OPEN.length;
    else if (opened !== undefined && endsWith(kept, CLOSE)) {
      kept.length = opened;
      opened = undefined;
    }
  }
  const rest = kept.join('');
  if (opened === undefined || !/(?:^|\n) {0,3}$/.test(rest.slice(0, opened))) {
    return rest;
  }
  return rest.slice(0, opened);
}

function endsWith(kept: readonly string[], mark: string): boolean {
  if (kept.at(-1) !== mark.at(-1)) return false;
  return kept.slice(-mark.length).join('') === mark;
}
