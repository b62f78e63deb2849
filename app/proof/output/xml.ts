// As much of XML as reports need: elements, attributes, text, CDATA. No document types, so no
// entities but the five of the language and characters by number: nothing can expand, nothing is
// fetched. Not recursive, linear in the length. Pure.

export type XmlEvent =
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string>; depth: number }
  | { kind: 'close'; name: string; depth: number }
  | { kind: 'text'; text: string }
  | { kind: 'comment'; text: string };

type XmlLimits = { length: number; depth: number };

/** The reason is for people. */
export class XmlRefusal extends Error {}

const NAME = String.raw`[A-Za-z_:][\w:.-]*`;
const OPEN = new RegExp(
  String.raw`<(${NAME})((?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>`,
  'y',
);
const CLOSE = new RegExp(String.raw`</(${NAME})\s*>`, 'y');
const ATTRIBUTE = new RegExp(String.raw`(${NAME})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'g');
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Throws XmlRefusal when the text is too long, too deep, has a document type or is not well-formed. */
export function* readXml(text: string, limits: XmlLimits): Generator<XmlEvent> {
  if (text.length > limits.length) throw new XmlRefusal('it is too large');
  const open: string[] = [];
  let hasRoot = false;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const next = readPiece(text, at);
    at = next.end;
    const { piece } = next;
    if (piece === undefined) continue;
    if (piece.kind === 'text') {
      if (open.length > 0) yield piece;
      else if (piece.text.trim() !== '') throw new XmlRefusal('it has text outside its root');
    } else if (piece.kind === 'comment') {
      yield piece;
    } else if (piece.kind === 'open') {
      if (open.length === 0 && hasRoot) throw new XmlRefusal('it has two roots');
      if (open.length >= limits.depth) throw new XmlRefusal('it is nested too deep');
      hasRoot = true;
      yield { ...piece, depth: open.length };
      if (piece.isEmpty) yield { kind: 'close', name: piece.name, depth: open.length };
      else open.push(piece.name);
    } else {
      if (open.pop() !== piece.name) throw new XmlRefusal(`</${piece.name}> closes nothing`);
      yield { kind: 'close', name: piece.name, depth: open.length };
    }
  }
  if (open.length > 0) throw new XmlRefusal(`<${open.at(-1)}> is not closed`);
  if (!hasRoot) throw new XmlRefusal('it has no element');
}

type Piece =
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string>; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
  | { kind: 'comment'; text: string };

function readPiece(text: string, at: number): { end: number; piece?: Piece } {
  if (text[at] !== '<') {
    const end = text.indexOf('<', at);
    const to = end === -1 ? text.length : end;
    return { end: to, piece: { kind: 'text', text: decoded(text.slice(at, to)) } };
  }
  if (text.startsWith('<!--', at)) {
    const end = endOf(text, '-->', at + 4);
    return { end: end + 3, piece: { kind: 'comment', text: text.slice(at + 4, end) } };
  }
  if (text.startsWith('<![CDATA[', at)) {
    const end = endOf(text, ']]>', at + 9);
    return { end: end + 3, piece: { kind: 'text', text: text.slice(at + 9, end) } };
  }
  if (text.startsWith('<?', at)) return { end: endOf(text, '?>', at + 2) + 2 };
  if (text.startsWith('<!', at)) throw new XmlRefusal('it has a document type');
  return readTag(text, at);
}

function readTag(text: string, at: number): { end: number; piece: Piece } {
  const close = matchAt(CLOSE, text, at);
  if (close !== undefined) {
    return { end: at + close[0].length, piece: { kind: 'close', name: close[1] ?? '' } };
  }
  const open = matchAt(OPEN, text, at);
  if (open === undefined) throw new XmlRefusal('it has a broken tag');
  const [whole, name = '', inner = '', slash] = open;
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single] of inner.matchAll(ATTRIBUTE)) {
    if (attributes.has(key)) throw new XmlRefusal(`the attribute ${key} is there twice`);
    attributes.set(key, decoded(double ?? single ?? ''));
  }
  return {
    end: at + whole.length,
    piece: { kind: 'open', name, attributes, isEmpty: slash === '/' },
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  if (end === -1) throw new XmlRefusal(`${mark} is missing`);
  return end;
}

/** One pass: what an entity stands for is never read again. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,20}));?|&/g,
    (whole, ten, hex, name) => {
      if (!whole.endsWith(';')) throw new XmlRefusal('it has a bare &');
      const known = typeof name === 'string' ? ENTITIES.get(name) : undefined;
      if (known !== undefined) return known;
      const code = typeof ten === 'string' ? Number(ten) : Number.parseInt(String(hex), 16);
      if (!(code > 0 && code <= 0x10ffff)) throw new XmlRefusal('it has an entity of its own');
      return String.fromCodePoint(code);
    },
  );
}
