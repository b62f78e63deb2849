// Finds what has the shape of a secret in text that arrives in pieces. A shape has an opener of
// bounded length and a rest of any length; once the opener is seen the rest is hidden as it comes,
// so that little is held back. The shapes themselves are in shape-table.ts. Pure.
import { createShapes, type Shape } from './shape-table.ts';
import type { Finder, View } from './stream.ts';

/** `authorization` less one: the most of a trigger that the end of a piece can cut off. */
const TRIGGER_CUT = 12;

type Search = {
  shapes: readonly Shape[];
  /** One group per shape, in their order. */
  triggers: RegExp;
  /** Where the next trigger is looked for. */
  next: number;
  /** Never goes back; `next` may, to a place in what is already hidden. */
  settled: number;
  /** The shape whose rest is being hidden, and where its trigger stood. */
  open: Shape | undefined;
  openedAt: number;
};

/** The result starts a finder for each stream. */
export function prepareShapeFinder(): () => Finder {
  const shapes = createShapes();
  const triggers = new RegExp(shapes.map(({ trigger }) => `(${trigger})`).join('|'), 'gi');
  return () => {
    const search: Search = { shapes, triggers, next: 0, settled: 0, open: undefined, openedAt: 0 };
    return {
      scan(view) {
        scanFrom(search, view);
        search.settled = Math.max(search.settled, search.next);
        return search.settled;
      },
      forget(count) {
        search.next -= count;
        search.settled -= count;
        search.openedAt -= count;
      },
    };
  };
}

function scanFrom(search: Search, view: View): void {
  if (search.open !== undefined) hideRest(search, view, search.next);
  let state: ReturnType<typeof tryTrigger> = search.open === undefined ? 'more' : 'wait';
  while (state === 'more') state = tryTrigger(search, view);
  if (state === 'wait') return;
  const { length } = view.text;
  search.next = view.isEnd ? length : Math.max(search.next, length - TRIGGER_CUT);
}

function tryTrigger(search: Search, view: View): 'more' | 'wait' | 'done' {
  const { shapes, triggers } = search;
  triggers.lastIndex = search.next;
  const found = triggers.exec(view.text);
  const shape = found && shapes[found.findIndex((group, n) => n > 0 && group !== undefined) - 1];
  if (!found || !shape) return 'done';
  const opened = shape.open(view, found.index);
  search.next = opened === 'wait' ? found.index : found.index + 1;
  if (opened === 'wait') return 'wait';
  if (opened === undefined) return 'more';
  view.hidden.fill(1, opened.from, opened.end);
  if (shape.rest === undefined) return 'more';
  search.open = shape;
  search.openedAt = found.index;
  hideRest(search, view, opened.end);
  return search.open === undefined ? 'more' : 'wait';
}

/** A trigger may begin inside the hidden part and go on behind it, hence the step back at its end. */
function hideRest(search: Search, view: View, from: number): void {
  const rest = search.open?.rest?.(view, from);
  if (rest === undefined) return;
  view.hidden.fill(1, from, rest.end);
  if (rest.isOpen) {
    search.next = rest.end;
    return;
  }
  search.open = undefined;
  search.next = Math.max(search.openedAt + 1, rest.end - TRIGGER_CUT);
}
