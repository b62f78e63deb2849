// What people see → text: as the page does, from above to below, with the marks of Markdown where
// the page shows a shape. Pure.
import { seenCode } from './drawings.ts';
import { BLOCKS, MARKS } from './elements.ts';
import { seenFormulas } from './formulas.ts';
import type { Seen } from './seen-tree.ts';

type SeenElement = Extract<Seen, { kind: 'element' }>;

/** Told of what a page draws without showing it. */
type OnUnseen = (part: string) => void;

/** Stands for a space in code, which stays; no text has it, for it is no character that is seen. */
const KEPT_SPACE = '\uE000';

export function writeText(nodes: readonly Seen[], onUnseen: OnUnseen): string {
  return blocksOf(nodes, onUnseen).join('\n\n');
}

/** Blocks of lines, in order; what stands in lines between blocks is one too. */
function blocksOf(nodes: readonly Seen[], onUnseen: OnUnseen): string[] {
  const blocks: string[] = [];
  let line = '';
  const endLine = () => {
    const text = seenFormulas(tidy(line), onUnseen);
    if (text !== '') blocks.push(text);
    line = '';
  };
  for (const node of nodes) {
    if (node.kind === 'element' && holdsBlocks(node)) {
      endLine();
      blocks.push(...blockOf(node, onUnseen));
    } else line += inlineOf(node);
  }
  endLine();
  return blocks;
}

function holdsBlocks(node: Seen): boolean {
  return node.kind === 'element' && (BLOCKS.has(node.tag) || node.children.some(holdsBlocks));
}

function blockOf(element: SeenElement, onUnseen: OnUnseen): string[] {
  const { tag, children, isFootnotes } = element;
  const inside = () => blocksOf(children, onUnseen);
  if (isFootnotes) return footnotesOf(element, onUnseen);
  if (/^h[1-6]$/.test(tag)) {
    return [`${'#'.repeat(Number(tag[1]))} ${inside().join(' ').replaceAll(/\n+/g, ' ')}`];
  }
  switch (tag) {
    case 'hr':
      return ['---'];
    case 'pre':
      return [codeBlock(element, onUnseen)];
    case 'blockquote':
      return [indented(inside().join('\n\n'), '> ', '>')];
    case 'ul':
    case 'ol':
      return [listText(element, onUnseen)];
    case 'table':
      return tableOf(element, onUnseen);
    case 'details':
      return detailsOf(children, onUnseen);
    default:
      return inside();
  }
}

/** Spaces and breaks as a page sets them: one is as good as many. */
function tidy(line: string): string {
  return line
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
    .replaceAll(KEPT_SPACE, ' ');
}

function inlineOf(node: Seen): string {
  if (node.kind === 'text') return node.text;
  const { tag, children, isTicked } = node;
  const inside = () => children.map(inlineOf).join('');
  switch (tag) {
    case 'br':
      return '\n';
    case 'img':
      return '[image]';
    case 'input':
      return isTicked === undefined ? '' : `[${isTicked ? 'x' : ' '}] `;
    case 'code':
    case 'tt':
      return codeSpan(children);
    case 'q':
      return `“${inside()}”`;
    default:
      return marked(inside(), MARKS[tag]);
  }
}

function marked(text: string, marks: readonly [string, string] | undefined): string {
  const inner = text.trim();
  if (marks === undefined || inner === '') return text;
  const [open, close] = marks;
  const at = text.indexOf(inner);
  return `${text.slice(0, at)}${open}${inner}${close}${text.slice(at + inner.length)}`;
}

function codeSpan(children: readonly Seen[]): string {
  const text = plainText(children).replaceAll('\n', ' ');
  if (text.trim() === '') return text;
  const fence = '`'.repeat(longestRun(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`.replaceAll(' ', KEPT_SPACE);
}

function codeBlock({ children, language: own }: SeenElement, onUnseen: OnUnseen): string {
  const [only] = children;
  const language = own ?? (only?.kind === 'element' ? only.language : undefined);
  const text = plainText(children).replace(/^\n/, '').replace(/\n$/, '');
  const shown = seenCode(text, language, onUnseen);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language ?? ''}\n${shown}\n${fence}`;
}

/** To the letter. */
function plainText(nodes: readonly Seen[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.tag === 'br') return '\n';
      return node.tag === 'img' ? '[image]' : plainText(node.children);
    })
    .join('');
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

function listText({ tag, children, start = 1 }: SeenElement, onUnseen: OnUnseen): string {
  let number = start;
  const items = children.map((child) => {
    if (child.kind !== 'element' || child.tag !== 'li') {
      return blocksOf([child], onUnseen).join('\n');
    }
    const mark = tag === 'ol' ? `${number}. ` : '- ';
    number += 1;
    const between = child.children.some((one) => one.kind === 'element' && one.tag === 'p');
    const text = blocksOf(child.children, onUnseen).join(between ? '\n\n' : '\n');
    return `${mark}${indented(text, ' '.repeat(mark.length), '').trimStart()}`;
  });
  return items.filter((item) => item !== '').join('\n');
}

function indented(text: string, prefix: string, ofEmpty: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? ofEmpty : prefix + line))
    .join('\n');
}

/** A click shows it: people may have seen it or not. */
function detailsOf(children: readonly Seen[], onUnseen: OnUnseen): string[] {
  const isSummary = (node: Seen) => node.kind === 'element' && node.tag === 'summary';
  const summary = blocksOf(children.filter(isSummary), onUnseen).join(' ').replaceAll('\n', ' ');
  const inside = blocksOf(
    children.filter((node) => !isSummary(node)),
    onUnseen,
  );
  return [`[Folded: ${summary || 'Details'}]`, ...inside, '[End of what is folded]'];
}

function footnotesOf({ children }: SeenElement, onUnseen: OnUnseen): string[] {
  return children.flatMap((list) => {
    if (list.kind !== 'element' || list.tag !== 'ol') return blocksOf([list], onUnseen);
    const items = list.children.filter((item) => item.kind === 'element' && item.tag === 'li');
    return items.map(
      (item, index) => `[^${index + 1}]: ${blocksOf([item], onUnseen).join('\n\n')}`,
    );
  });
}

/** Its caption, then its rows; what is nested in a cell is brought onto one line. */
function tableOf(table: SeenElement, onUnseen: OnUnseen): string[] {
  const captions = inTable(table, ['caption']).flatMap((one) => blocksOf(one.children, onUnseen));
  const rows = inTable(table, ['tr']).map((row) => {
    const cells = inTable(row, ['td', 'th']).map(({ children }) =>
      blocksOf(children, onUnseen).join('\n').replaceAll(/\n+/g, ' <br> '),
    );
    return { cells, line: `| ${cells.join(' | ')} |` };
  });
  const [head, ...others] = rows;
  if (head === undefined) return captions;
  const rule = `| ${head.cells.map(() => '---').join(' | ')} |`;
  return [...captions, [head.line, rule, ...others.map(({ line }) => line)].join('\n')];
}

/** Of this table, not of one in it. */
function inTable({ children }: SeenElement, tags: readonly string[]): SeenElement[] {
  return children.flatMap((child) => {
    if (child.kind === 'text') return [];
    if (tags.includes(child.tag)) return [child];
    return child.tag === 'table' ? [] : inTable(child, tags);
  });
}
