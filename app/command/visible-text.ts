// Text from outside as a person sees it: characters that show nothing and HTML comments are taken
// out, and counted, so that the removal can be shown. What was frozen has a digest. Pure.
import { createHash } from 'node:crypto';

type VisibleText = {
  text: string;
  removed: { characters: number; comments: number };
  /** It was longer than the cap. */
  isCut: boolean;
};

/** The text of an issue at the moment of its trigger. */
export type FrozenText = {
  title: string;
  body: string;
  /** SHA-256 over title and body as frozen, in hex: what an approval is bound to. */
  digest: string;
  removed: VisibleText['removed'];
  isCut: boolean;
};

/** GitHub's own limits: a longer text did not come from its pages. */
const LONGEST_TITLE = 256;
export const LONGEST_BODY = 65_536;

/** Formats, tags, variation selectors, fillers, controls and halves of characters; not tab and newline. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]|(?![\t\n])\p{Cc}/gu;

export function visibleText(input: string, longest = LONGEST_BODY): VisibleText {
  // Far beyond the cap nothing can come into view again, whatever is removed before it.
  const bounded = input.slice(0, longest * 4);
  const plain = bounded.replaceAll(/\r\n?/g, '\n');
  const shown = plain.replaceAll(INVISIBLE, '');
  const { text, comments } = withoutComments(shown);
  const capped = text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return {
    text: capped,
    removed: { characters: plain.length - shown.length, comments },
    isCut: capped.length < text.length || bounded.length < input.length,
  };
}

export function freezeText(issue: { title: string; body: string }): FrozenText {
  const title = visibleText(issue.title.replaceAll(/\s+/g, ' '), LONGEST_TITLE);
  const body = visibleText(issue.body, LONGEST_BODY);
  return {
    title: title.text,
    body: body.text,
    digest: createHash('sha256')
      .update(JSON.stringify([title.text, body.text]))
      .digest('hex'),
    removed: {
      characters: title.removed.characters + body.removed.characters,
      comments: title.removed.comments + body.removed.comments,
    },
    isCut: title.isCut || body.isCut,
  };
}

const OPEN = '<!--';
const CLOSE = '-->';

/**
 * One pass over the text, so that a removal which brings a new comment together is seen at once and
 * the time stays linear. A comment nobody closes hides the rest only where it begins a line.
 */
function withoutComments(text: string): { text: string; comments: number } {
  const kept: string[] = [];
  let comments = 0;
  let opened: number | undefined;
  for (const unit of text.split('')) {
    kept.push(unit);
    if (opened === undefined && endsWith(kept, OPEN)) opened = kept.length - OPEN.length;
    else if (opened !== undefined && endsWith(kept, CLOSE)) {
      kept.length = opened;
      opened = undefined;
      comments += 1;
    }
  }
  const rest = kept.join('');
  if (opened === undefined || !/(?:^|\n) {0,3}$/.test(rest.slice(0, opened))) {
    return { text: rest, comments };
  }
  return { text: rest.slice(0, opened), comments: comments + 1 };
}

function endsWith(kept: readonly string[], mark: string): boolean {
  if (kept.at(-1) !== mark.at(-1)) return false;
  return kept.slice(-mark.length).join('') === mark;
}
