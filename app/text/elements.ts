// What becomes of each HTML element where GitHub renders an issue: shown as a block of its own, not
// shown with all it holds, or only its content shown, like everything that stands in no list here.

export const BLOCKS: ReadonlySet<string> = new Set(
  `address article aside blockquote center dd details dir div dl dt fieldset figcaption figure footer
   form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol p pre section summary table tbody td
   tfoot th thead tr caption ul`.split(/\s+/),
);

/**
 * What browsers do not show, and what they show only where they cannot do better. Where GitHub's own
 * filter would leave the text standing, it is left out all the same, and told.
 */
export const UNSEEN: ReadonlySet<string> = new Set(
  `script style template noscript iframe object embed applet audio video canvas svg math map
   datalist select textarea title head xmp noembed noframes frameset rp param source track`.split(
    /\s+/,
  ),
);

/** Their content is plain text to a browser. GitHub shows the tag of one that is never closed. */
export const RAW_TEXT: ReadonlySet<string> = new Set(
  'title textarea style xmp iframe noembed noframes script plaintext'.split(' '),
);

/** Hidden for good once opened, closed or not; of others that are never closed the content is seen. */
export const UNSEEN_UNCLOSED: ReadonlySet<string> = new Set([
  'template',
  'embed',
  'source',
  'track',
]);

/** Marks around what stands within a line. */
export const MARKS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  b: ['**', '**'],
  strong: ['**', '**'],
  i: ['*', '*'],
  em: ['*', '*'],
  del: ['~~', '~~'],
  s: ['~~', '~~'],
  strike: ['~~', '~~'],
  kbd: ['<kbd>', '</kbd>'],
  sub: ['<sub>', '</sub>'],
  sup: ['<sup>', '</sup>'],
};

/** Say how a thing looks or where it leads, and hold no words for people. */
const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(
  `align bgcolor border cellpadding cellspacing checked clear color colspan dir disabled height
   loading open rel rowspan size start style tabindex target type valign width`.split(/\s+/),
);

/** Those that the parser writes itself. */
const OF_PARSER = /^(?:footnotes|sr-only|data-footnote-backref|user-content-fn.*)$/;

export function holdsWords({ name, value }: { name: string; value: string }): boolean {
  if (PLAIN_ATTRIBUTES.has(name) || name.startsWith('data-footnote')) return false;
  return !((name === 'class' || name === 'id') && OF_PARSER.test(value));
}

/** Of the letters around them, as GitHub's style sheet and browsers have it. */
const SIZES: Readonly<Record<string, number>> = {
  sub: 0.75,
  sup: 0.75,
  small: 0.85,
  code: 0.85,
  tt: 0.85,
  samp: 0.85,
  pre: 0.85,
  rt: 0.5,
  h1: 2,
  h2: 1.5,
  h3: 1.25,
  h5: 0.875,
  h6: 0.85,
};
/** Four letters that are set lower within each other can just be read. */
export const LEAST_SIZE = 0.3;

export function sizeOf(tag: string): number {
  return (Object.hasOwn(SIZES, tag) ? SIZES[tag] : undefined) ?? 1;
}

/** Shown as nothing but what they hold. */
const KNOWN_INLINE =
  /^(?:a|abbr|acronym|basefont|bdi|bdo|big|blink|br|button|center|cite|code|colgroup|col|data|details|dfn|dialog|font|hgroup|img|input|ins|label|mark|meter|nobr|optgroup|option|output|picture|progress|q|rb|rt|rtc|ruby|samp|small|span|tbody|time|tt|u|var|wbr)$/;

export function isKnown(tag: string): boolean {
  return BLOCKS.has(tag) || UNSEEN.has(tag) || Object.hasOwn(MARKS, tag) || KNOWN_INLINE.test(tag);
}

/** Written to be there and not to be seen: each a property of its own, not the end of another's name. */
const HIDING = new RegExp(
  [
    'display:none',
    'visibility:(?:hidden|collapse)',
    String.raw`opacity:0?\.?0*(?:%|;|!|$)`,
    String.raw`font(?:-size)?:[^;]*(?<![\d.])0(?:\.0+)?(?:px|pt|em|rem|%)?(?:/|;|!|\s|$)`,
    String.raw`(?:(?:max-)?(?:width|height)|zoom|scale):0(?![\d.]*[1-9])`,
    'color:(?:transparent|white|#fff)',
    String.raw`text-indent:-\d{2}|(?:left|right|top|bottom|margin[a-z-]*):-\d{2}`,
    'clip(?:-path)?:',
    'content-visibility:hidden',
  ]
    .map((one) => `(?:^|;)(?:${one})`)
    .concat(String.raw`\\`)
    .join('|'),
  'i',
);

export function isHidden(attributes: readonly { name: string; value: string }[]): boolean {
  return attributes.some(({ name, value }) => {
    if (name === 'hidden') return true;
    if (name !== 'style') return false;
    return HIDING.test(value.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ''));
  });
}
