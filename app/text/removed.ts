// What stands in a text and is not seen: kinds and counts, each with one short excerpt, for whoever
// approves what was made of the text. Pure.

/** In the words that people read, one thing and several. */
const KINDS = {
  comment: ['HTML comment', 'HTML comments'],
  element: ['HTML element that is not shown', 'HTML elements that are not shown'],
  attribute: ['HTML attribute', 'HTML attributes'],
  description: ['description of an image', 'descriptions of images'],
  title: ['title of a link', 'titles of links'],
  target: ['target of a link', 'targets of links'],
  definition: ['link definition', 'link definitions'],
  footnote: ['footnote that nothing refers to', 'footnotes that nothing refers to'],
  info: ['text behind the language of a code block', 'texts behind the language of a code block'],
  drawing: [
    'unseen part of a diagram, formula or code',
    'unseen parts of diagrams, formulas and code',
  ],
  small: ['text too small to be read', 'texts too small to be read'],
  character: ['invisible character', 'invisible characters'],
  older: ['older comment of the issue', 'older comments of the issue'],
  unread: ['text too deeply nested to be read', 'texts too deeply nested to be read'],
  cut: ['text longer than is read', 'texts longer than are read'],
} as const;

type RemovedKind = keyof typeof KINDS;

export type Removed = {
  kind: RemovedKind;
  count: number;
  /** The beginning of the first of them, as far as it can be read. */
  excerpt?: string;
};

export type RemovedList = {
  add(kind: RemovedKind, text?: string, count?: number): void;
  list(): Removed[];
};

const LONGEST_EXCERPT = 60;
const UNREADABLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

export function collectRemoved(): RemovedList {
  const found = new Map<RemovedKind, Removed>();
  return {
    add(kind, text = '', count = 1) {
      const known = found.get(kind) ?? { kind, count: 0 };
      const excerpt = known.excerpt ?? excerptOf(text);
      found.set(kind, {
        kind,
        count: known.count + count,
        ...(excerpt !== undefined && { excerpt }),
      });
    },
    list: () => [...found.values()],
  };
}

export function joinRemoved(lists: readonly (readonly Removed[])[]): Removed[] {
  const all = collectRemoved();
  for (const { kind, count, excerpt } of lists.flat()) all.add(kind, excerpt, count);
  return all.list();
}

export function removedWords({ kind, count }: Removed): string {
  const [one, several] = KINDS[kind];
  return count === 1 ? `1 ${one}` : `${count} ${several}`;
}

/** For what was stored. */
export function isRemovedKind(name: string): name is RemovedKind {
  return Object.hasOwn(KINDS, name);
}

function excerptOf(text: string): string | undefined {
  const line = text
    .slice(0, LONGEST_EXCERPT * 8)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(UNREADABLE, '')
    .trim();
  if (line === '') return undefined;
  const characters = Array.from(line);
  if (characters.length <= LONGEST_EXCERPT) return line;
  return `${characters.slice(0, LONGEST_EXCERPT - 1).join('')}…`;
}
