// The issues of its own repository that a text names: `Fixes #12`, `#12`, `octo/hello#12`. What
// closes an issue comes first. Text in code or comments is not meant. Pure.
import { visibleText } from './visible-text.ts';

/** Each may cost a look into the records. */
const MOST_ISSUES = 10;
const LARGEST_NUMBER = 2_147_483_647;
const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b[\s:]*$/i;
/** A reference stands alone: `a#1`, `&#1;` and `#1a` are none. */
const REFERENCE = /(?<![\w/&#-])(?:([\w.-]{1,100})\/([\w.-]{1,100}))?#([1-9]\d{0,9})(?![\w#-])/g;
const CODE =
  /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*\s*$|(?![\s\S]))|(`+)(?!`)[^\n]*?[^`]\2(?!`)/gm;

export function namedIssues(
  body: string,
  { owner, name }: { owner: string; name: string },
): number[] {
  const text = visibleText(body).text.replaceAll(CODE, ' ');
  const here = `${owner}/${name}`.toLowerCase();
  const found = [...text.matchAll(REFERENCE)].flatMap((match) => {
    const [, ofOwner, ofName, digits = ''] = match;
    const isHere = ofOwner === undefined || `${ofOwner}/${ofName}`.toLowerCase() === here;
    const number = Number(digits);
    if (!isHere || number > LARGEST_NUMBER) return [];
    return [
      { number, isClosed: CLOSING.test(text.slice(Math.max(0, match.index - 20), match.index)) },
    ];
  });
  const closing = found.filter(({ isClosed }) => isClosed);
  const numbers = [...closing, ...found].map(({ number }) => number);
  return [...new Set(numbers)].slice(0, MOST_ISSUES);
}
