// HTML → the tree that a browser makes of it, so that what is a comment, an attribute or an element
// is decided as browsers decide it. The number of nodes is bounded, for a short text can make many
// of them. Pure.
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';

import { isHidden, isKnown, RAW_TEXT, UNSEEN, UNSEEN_UNCLOSED } from './elements.ts';

type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
type Text = DefaultTreeAdapterTypes.TextNode;
type Comment = DefaultTreeAdapterTypes.CommentNode;

const MOST_NODES = 60_000;
const DEEPEST = 200;

/** Undefined: more than a person would read. */
export function toTree(html: string): Fragment | undefined {
  const left = { nodes: MOST_NODES };
  try {
    const tree = parseFragment(html, {
      treeAdapter: counting(left),
      sourceCodeLocationInfo: true,
      scriptingEnabled: false,
    });
    return isTooDeep(tree) ? undefined : tree;
  } catch (error) {
    if (error === TOO_MANY) return undefined;
    throw error;
  }
}

const TOO_MANY = new Error('more nodes than a person would read');

function counting(left: { nodes: number }): typeof defaultTreeAdapter {
  const count = () => {
    left.nodes -= 1;
    if (left.nodes < 0) throw TOO_MANY;
  };
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      count();
      return defaultTreeAdapter.createElement(...given);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
  };
}

/** Without recursion: it is what protects the recursion of others. */
function isTooDeep(tree: Fragment): boolean {
  let level: readonly Node[] = hoisted(tree.childNodes);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((node) => ('childNodes' in node ? hoisted(below(node)) : []));
  }
  return false;
}

function below(node: Element): Node[] {
  return isTemplate(node) ? [...node.childNodes, ...node.content.childNodes] : node.childNodes;
}

/**
 * With their content in place of elements that show nothing but it: what looks like a tag and is
 * none (`List<String>`) is never closed, so that all that follows lies in it.
 */
export function hoisted(nodes: readonly Node[], onHoist?: (element: Element) => void): Node[] {
  const found: Node[] = [];
  const left = nodes.toReversed();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isElement(node) || !isTransparent(node)) found.push(node);
    else {
      onHoist?.(node);
      for (const child of node.childNodes.toReversed()) left.push(child);
    }
  }
  return found;
}

function isTransparent(element: Element): boolean {
  const { tagName: tag, attrs } = element;
  if (isHidden(attrs)) return false;
  if (!isKnown(tag)) return true;
  return UNSEEN.has(tag) && !UNSEEN_UNCLOSED.has(tag) && !RAW_TEXT.has(tag) && !isClosed(element);
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

function isTemplate(node: Node | Fragment): node is DefaultTreeAdapterTypes.Template {
  return node.nodeName === 'template' && 'content' in node;
}

export function isText(node: Node): node is Text {
  return node.nodeName === '#text';
}

export function isComment(node: Node): node is Comment {
  return node.nodeName === '#comment';
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

/** Its end tag stands in the text. */
export function isClosed({ sourceCodeLocation }: Element): boolean {
  return sourceCodeLocation?.endTag !== undefined;
}

/** All text below, also what is not shown. */
export function textOf(node: Node | Fragment): string {
  if ('value' in node) return node.value;
  const inside = isTemplate(node) ? textOf(node.content) : '';
  return 'childNodes' in node ? inside + node.childNodes.map(textOf).join('') : inside;
}
