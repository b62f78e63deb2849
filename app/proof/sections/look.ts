// What a reviewer should look at first: what stands in the way, then the reservations. Ten lines;
// the rest is folded under them and counted. Pure.
import { type Remark, reservationsOf } from '../headline.ts';
import type { Report } from '../report.ts';
import { lineNumbers } from './changed-lines.ts';
import { type Block, lengthOf, type Spans, text } from './words.ts';

const MOST_LINES = 10;
/** Of a pull request on a wide screen, with what is lost where lines break. */
const CHARACTERS_A_LINE = 95;
/** Two lines each. */
const SCREEN = { item: 2 * CHARACTERS_A_LINE - 10, least: 40, path: 120, symbol: 40, side: 40 };
const FOLDED = { item: 800, least: 200, path: 300, symbol: 100, side: 200 };

export function lookBlocks(report: Report): Block[] {
  const reasons = report.verdict.reasons.map(({ message }) => ({ says: message }));
  const found = [...reasons, ...reservationsOf(report)];
  const items = found.map((one) => itemOf(one, SCREEN));
  const announced = announcedBlocks(report);
  if (items.length === 0) {
    const touched = announced.length > 0 ? 'was touched but as announced' : 'was touched';
    const nothing = `Nothing was found: only paths of the plan were changed, and no existing test, test setting or CI file ${touched}.`;
    return [text(nothing), ...announced];
  }
  const shown = countThatFits(items);
  const rest = found.slice(shown).map((one) => itemOf(one, FOLDED));
  return [
    { kind: 'list', items: items.slice(0, shown) },
    ...announced,
    ...(rest.length === 0
      ? []
      : [
          {
            kind: 'fold',
            summary: [`… and ${rest.length} more below`],
            blocks: [{ kind: 'list', items: rest }],
          } as const,
        ]),
  ];
}

const MOST_ANNOUNCED = 3;

/** Existing tests that were changed as the approved plan says: one line. */
function announcedBlocks({ oldSuite, tampering }: Report): Block[] {
  const told = tampering.flatMap(({ path, isAnnounced }) => (isAnnounced === true ? [path] : []));
  const paths = [...new Set([...told, ...(oldSuite?.announced ?? [])])].sort();
  if (paths.length === 0) return [];
  const named = paths
    .slice(0, MOST_ANNOUNCED)
    .flatMap((path, at): Spans => [at === 0 ? ' ' : ', ', { code: path, most: SCREEN.path }]);
  const more = paths.length - MOST_ANNOUNCED;
  const rest = more > 0 ? [` and ${more} more`] : [];
  return [text('Changed as the approved plan announced:', ...named, ...rest, '.')];
}

/** What is said gives way to the place and to both sides. */
function itemOf(remark: Omit<Remark, 'kind'>, longest: typeof SCREEN): Spans {
  const { path, lines, symbol, says, before, after } = remark;
  const at: Spans = lines === undefined ? [] : [` ${lineNumbers(lines.start, lines.end)}`];
  const name: Spans = symbol === undefined ? [] : [', ', { code: symbol, most: longest.symbol }];
  const place: Spans =
    path === undefined ? [] : [{ code: path, most: longest.path }, ...at, ...name, ': '];
  const sides: Spans = [
    ...(before === undefined ? [] : [' – before ', { code: before, most: longest.side }]),
    ...(after === undefined ? [] : [' – after ', { code: after, most: longest.side }]),
  ];
  const room = longest.item - lengthOf([...place, ...sides]);
  return [...place, { said: says, most: Math.max(longest.least, room) }, ...sides];
}

/** At least one, so that a long one is shown as well. */
function countThatFits(items: readonly Spans[]): number {
  let lines = 0;
  const tooMany = items.findIndex((item) => {
    lines += Math.ceil(lengthOf(item) / CHARACTERS_A_LINE);
    return lines > MOST_LINES;
  });
  return tooMany === -1 ? items.length : Math.max(1, tooMany);
}
