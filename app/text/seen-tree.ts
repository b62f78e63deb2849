// The tree of a browser → what of it people see: text without invisible characters, elements without
// attributes. Whatever goes is told. Pure.
import { visibleCharacters } from './characters.ts';
import { holdsWords, isHidden, LEAST_SIZE, RAW_TEXT, sizeOf, UNSEEN } from './elements.ts';
import {
  attribute,
  type Element,
  hoisted,
  isClosed,
  isComment,
  isElement,
  isText,
  type Node,
  textOf,
  toTree,
} from './html-tree.ts';
import { isLanguage } from './languages.ts';
import type { RemovedList } from './removed.ts';

export type Seen =
  | { kind: 'text'; text: string }
  | {
      kind: 'element';
      tag: string;
      children: Seen[];
      /** Where a list begins to count. */
      start?: number;
      /** Of a box that can be ticked. */
      isTicked?: boolean;
      /** Of code: the name of a language that stands behind its fence. */
      language?: string;
      isFootnotes?: true;
    };

type Page = {
  html: string;
  removed: RemovedList;
  rereads: { left: number };
  /** Of its letters, where 1 is that of a page's. */
  size: number;
};

/** Tags that GitHub shows as text, each of which hides the rest of the page from a parser. */
const MOST_REREADS = 20;

/** Undefined: more than a person would read. */
export function seenOf(html: string, removed: RemovedList): Seen[] | undefined {
  return seenIn({ html, removed, rereads: { left: MOST_REREADS }, size: 1 });
}

function seenIn(page: Page): Seen[] | undefined {
  const tree = toTree(page.html);
  return tree && seenNodes(tree.childNodes, page);
}

function seenNodes(nodes: readonly Node[], page: Page): Seen[] {
  const onHoist = (element: Element) => {
    page.removed.add('element', `<${element.tagName}>`);
    noteAttributes(element, page);
  };
  return hoisted(nodes, onHoist).flatMap((node) => {
    if (isText(node)) return [textNode(node.value, page)];
    if (isElement(node)) return seenElement(node, page);
    page.removed.add('comment', isComment(node) ? node.data : 'a document type');
    return [];
  });
}

function textNode(value: string, { removed, size }: Page): Seen {
  if (size < LEAST_SIZE && value.trim() !== '') {
    removed.add('small', value);
    return { kind: 'text', text: ' ' };
  }
  const { text, removed: count } = visibleCharacters(value);
  if (count > 0) removed.add('character', '', count);
  return { kind: 'text', text };
}

function seenElement(element: Element, page: Page): Seen[] {
  const { tagName: tag } = element;
  if (RAW_TEXT.has(tag) && !isClosed(element)) return shownTag(element, page);
  if (isFurniture(element)) return [];
  if (UNSEEN.has(tag) || isHidden(element.attrs) || isTurned(element)) {
    page.removed.add('element', textOf(element).trim() || `<${tag}>`);
    return [];
  }
  noteAttributes(element, page);
  const children = seenNodes(element.childNodes, { ...page, size: page.size * sizeOf(tag) });
  if (attribute(element, 'data-footnote-ref') !== undefined) {
    return [{ kind: 'text', text: `[^${textOf(element)}]` }];
  }
  return [{ kind: 'element', tag, children, ...shapeOf(element) }];
}

/** Its letters stand in another order than they are written. */
function isTurned(element: Element): boolean {
  return element.tagName === 'bdo' && attribute(element, 'dir') !== undefined;
}

/** GitHub shows such a tag; a browser would take all that follows for its content. */
function shownTag({ tagName, sourceCodeLocation }: Element, page: Page): Seen[] {
  const from = sourceCodeLocation?.startTag?.endOffset;
  const shown: Seen = { kind: 'text', text: `<${tagName}>` };
  if (from === undefined || page.rereads.left === 0) {
    page.removed.add('element', `<${tagName}>`);
    return [];
  }
  page.rereads.left -= 1;
  const rest = seenIn({ ...page, html: page.html.slice(from) });
  if (rest === undefined) page.removed.add('unread');
  return [shown, ...(rest ?? [])];
}

function shapeOf(element: Element): Partial<Extract<Seen, { kind: 'element' }>> {
  const start = Number(attribute(element, 'start') ?? Number.NaN);
  const isBox = attribute(element, 'type')?.toLowerCase() === 'checkbox';
  const language = languageOf(element);
  return {
    ...(Number.isSafeInteger(start) && start >= 0 && { start }),
    ...(isBox && { isTicked: attribute(element, 'checked') !== undefined }),
    ...(language !== undefined && isLanguage(language) && { language }),
    ...(attribute(element, 'data-footnotes') !== undefined && { isFootnotes: true as const }),
  };
}

/** GitHub reads both, and draws what is a diagram by either. */
function languageOf(element: Element): string | undefined {
  if (element.tagName === 'pre') return attribute(element, 'lang');
  return /^language-(.*)$/s.exec(attribute(element, 'class') ?? '')?.[1];
}

/** What the parser itself puts around footnotes. */
function isFurniture(element: Element): boolean {
  const text = () => textOf(element);
  if (attribute(element, 'data-footnote-backref') !== undefined) return /^↩\d*$/.test(text());
  return attribute(element, 'id') === 'footnote-label' && text() === 'Footnotes';
}

function noteAttributes(element: Element, { removed }: Page): void {
  const language = languageOf(element);
  if (language !== undefined && !isLanguage(language)) removed.add('info', language);
  for (const { name, value } of element.attrs) {
    if (isOfParser(name, value) || isOfLanguage(name, value, language)) continue;
    if (name === 'href') {
      if (!isSaid(value, textOf(element))) removed.add('target', value);
    } else if (name === 'src' || name === 'srcset') continue;
    else if (name === 'alt') {
      if (value.trim() !== '') removed.add('description', value);
    } else if (name === 'title' && element.tagName === 'a') removed.add('title', value);
    else if (holdsWords({ name, value })) removed.add('attribute', value.trim() || name);
  }
}

function isOfParser(name: string, value: string): boolean {
  return (
    (name === 'aria-describedby' && value === 'footnote-label') ||
    (name === 'href' && value.startsWith('#user-content-fn'))
  );
}

function isOfLanguage(name: string, value: string, language: string | undefined): boolean {
  if (language === undefined) return false;
  return (name === 'lang' && value === language) || (name === 'class' && value.endsWith(language));
}

/** The target stands there as the text of the link. */
function isSaid(target: string, text: string): boolean {
  const plain = (address: string) => address.trim().replace(/^(?:mailto:|https?:\/\/)/, '');
  return plain(target) === plain(text);
}
