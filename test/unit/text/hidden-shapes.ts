// Ways to write words into an issue that its page does not show: each around a canary. Every one is
// as long as it has to be, so that the page's own words (`seen`) can be looked for too.

export type HiddenShape = {
  name: string;
  /** `seen` stands on the page, the canary does not. */
  write(canary: string): string;
};

const BODY = 'seen before\n\n';
const after = '\n\nseen after\n';

function shape(name: string, write: (canary: string) => string): HiddenShape {
  return { name, write: (canary) => BODY + write(canary) + after };
}

/** At the end of the page: what is never closed takes all that follows with it. */
function last(name: string, write: (canary: string) => string): HiddenShape {
  return { name, write: (canary) => BODY + write(canary) };
}

export const HIDDEN_SHAPES: readonly HiddenShape[] = [
  shape('a comment in a line', (x) => `seen <!-- ${x} --> seen`),
  shape('a comment of its own', (x) => `<!-- ${x} -->`),
  shape('a comment over lines', (x) => `<!--\n${x}\n\n${x}\n-->`),
  last('an open comment', (x) => `<!-- ${x}\n\n${x}`),
  last('an open comment in a list', (x) => `- seen\n- <!-- ${x}\n  ${x}`),
  last('an open comment in a quote', (x) => `> seen\n>\n> <!-- ${x}\n> ${x}`),
  last('an open comment in a list in a quote', (x) => `> - <!-- ${x}`),
  shape('a comment that ends wrongly', (x) => `<!-- ${x} --!>`),
  shape('a comment with a comment in it', (x) => `<!-- <!-- ${x} -->`),
  shape('a comment in a table', (x) => `| a | b |\n| - | - |\n| seen | <!-- ${x} --> |`),
  shape('a comment in a heading', (x) => `## seen <!-- ${x} -->`),
  shape('a comment in HTML', (x) => `<div>seen<!-- ${x} --></div>`),
  shape('a comment of the kind of Markdown', (x) => `[//]: # (${x})`),
  shape('a comment with a word for it', (x) => `[comment]: <> (${x})`),
  shape('a comment as a definition in quotes', (x) => `[//]: # "${x}"`),
  shape('an unused definition', (x) => `[${x}]: https://example.com`),
  shape('the address of an unused definition', (x) => `[unused]: https://example.com/${x}`),
  shape('the title of a used definition', (x) => `[seen][r]\n\n[r]: https://example.com '${x}'`),
  shape('a definition in a quote', (x) => `> [//]: # (${x})\n> seen`),
  shape('a definition over lines', (x) => `[r]:\n  https://example.com\n  '${x}'`),
  shape('the title of a link', (x) => `[seen](https://example.com "${x}")`),
  shape('the address of a link', (x) => `[seen](https://example.com/?q=${x})`),
  shape('the address of a link in brackets', (x) => `[seen](<https://example.com/ ${x}>)`),
  shape('a link without words', (x) => `[](https://example.com/${x})`),
  shape('the description of an image', (x) => `![${x}](https://example.com/a.png)`),
  shape('the title of an image', (x) => `![a](https://example.com/a.png "${x}")`),
  shape('the address of an image', (x) => `![a](https://example.com/${x}.png)`),
  shape('the description of an image in HTML', (x) => `<img src="a.png" alt="${x}">`),
  shape('the title of an image in HTML', (x) => `<img src="a.png" title="${x}">`),
  shape(
    'the description of an image by name',
    (x) => `![${x}][i]\n\n[i]: https://example.com/a.png`,
  ),
  shape('an attribute with a title', (x) => `<span title="${x}">seen</span>`),
  shape('an attribute with data', (x) => `<span data-note="${x}">seen</span>`),
  shape('a label for screen readers', (x) => `<span aria-label="${x}">seen</span>`),
  shape('an attribute of a block', (x) => `<div id="${x}" class="${x}" lang="${x}">\nseen\n</div>`),
  shape('a hidden block', (x) => `<div hidden>${x}</div>`),
  shape('a hidden block around Markdown', (x) => `<div hidden>\n\n**${x}**\n\n</div>`),
  shape('a style that shows nothing', (x) => `<span style="display: none">${x}</span>`),
  shape('a style with a comment in it', (x) => `<span style="display:/**/none">${x}</span>`),
  shape('a style that is invisible', (x) => `<p style="visibility:hidden">${x}</p>`),
  shape('a style of no size', (x) => `<span style="font-size:0">${x}</span>`),
  shape('a style of no opacity', (x) => `<span style="opacity: 0;">${x}</span>`),
  shape('white words', (x) => `<span style="color:#ffffff">${x}</span>`),
  shape(
    'the sources of a picture',
    (x) => `<picture><source srcset="${x}.png"><img src="a.png" alt="${x}"></picture>`,
  ),
  shape('a script', (x) => `<script>var a = '${x}';</script>`),
  shape('a script of another type', (x) => `<script type="text/plain">\n${x}\n</script>`),
  shape('a style sheet', (x) => `<style>\n.a { content: '${x}'; }\n</style>`),
  shape('a template', (x) => `<template>${x}</template>`),
  shape('words for browsers without scripts', (x) => `<noscript>${x}</noscript>`),
  shape('an inner frame', (x) => `<iframe src="https://example.com">${x}</iframe>`),
  shape('an object', (x) => `<object data="a.swf">${x}</object>`),
  shape('what a film shows where it cannot play', (x) => `<video src="a.mp4">${x}</video>`),
  shape('words in a drawing', (x) => `<svg><desc>${x}</desc></svg>`),
  shape('the brackets of ruby', (x) => `<ruby>漢<rp>${x}</rp><rt>かん</rt></ruby>`),
  shape('an unused footnote', (x) => `[^n]: ${x}`),
  shape('an unused footnote over paragraphs', (x) => `[^n]: one\n\n    ${x}`),
  shape('words behind the language of code', (x) => `\`\`\`js ${x}\nseen();\n\`\`\``),
  shape('words behind the language of code in tildes', (x) => `~~~text title="${x}"\nseen\n~~~`),
  shape('a comment in a diagram', (x) => `\`\`\`mermaid\ngraph TD\n%% ${x}\nA[seen] --> B\n\`\`\``),
  shape(
    'a directive in a diagram',
    (x) => `\`\`\`mermaid\n%%{init: {"a": "${x}"}}%%\ngraph TD\nA[seen]\n\`\`\``,
  ),
  shape(
    'the description of a diagram',
    (x) => `\`\`\`mermaid\ngraph TD\naccDescr: ${x}\nA[seen]\n\`\`\``,
  ),
  shape(
    'a tooltip in a diagram',
    (x) => `\`\`\`mermaid\ngraph TD\nA[seen]\nclick A "https://a.b" "${x}"\n\`\`\``,
  ),
  shape('a property in a map', (x) => `\`\`\`geojson\n{"type": "Point", "x": "${x}"}\n\`\`\``),
  shape('a remark in a formula', (x) => `\`\`\`math\na = b % ${x}\n\`\`\``),
  shape('a remark in a formula in dollars', (x) => `$$\n% ${x}\na = b\n$$`),
  shape('a phantom in a formula', (x) => `seen $a \\phantom{${x}} b$`),
  shape('a processing instruction', (x) => `<?php ${x} ?>`),
  shape('a processing instruction in a line', (x) => `seen <?note ${x} ?> seen`),
  shape('character data of XML', (x) => `<![CDATA[${x}]]>`),
  shape('a declaration', (x) => `<!ELEMENT ${x}>`),
  shape('a document type', (x) => `<!DOCTYPE ${x}>`),
  shape('a tag with the words for a name', (x) => `<${x}>`),
  shape('an attribute with the words for a name', (x) => `<span ${x}>seen</span>`),
  shape('tag characters', (x) => `seen${tagged(x)}`),
  shape('variation selectors', (x) => `seen😀${selected(x)}`),
  shape(
    'zero-width characters between the letters',
    (x) => `seen ${Array.from(x).map(bits).join('')}`,
  ),
  shape('the value of a field', (x) => `<input type="hidden" value="${x}">`),
  shape('a choice of fields', (x) => `<select><option>${x}</option></select>`),
  shape('a field of several lines', (x) => `<textarea>${x}</textarea>`),
  shape('the title of a page', (x) => `<head><title>${x}</title></head>`),
  shape(
    'a comment under entities in an attribute',
    (x) => `<span title="&lt;!-- ${x} --&gt;">seen</span>`,
  ),
  shape('raised words within raised words', (x) => `seen ${nested('sup', 6, x)}`),
  shape('lowered words within lowered words', (x) => `seen ${nested('sub', 9, x)}`),
  shape('small words within small words', (x) => `seen ${nested('small', 9, x)}`),
  shape('code within code', (x) => `seen ${nested('samp', 9, x)}`),
  shape('raised and lowered by turns', (x) => `- seen ${nested('sub', 3, nested('sup', 3, x))}`),
  shape('ruby above ruby', (x) => `<ruby>seen<rt><ruby>a<rt>${x}</rt></ruby></rt></ruby>`),
  shape('words set backwards', (x) => `seen <bdo dir="rtl">${x}</bdo>`),
  shape('words far beside a line of code', (x) => `\`\`\`\nseen${' '.repeat(400)}${x}\n\`\`\``),
  shape('words far beside code by tabs', (x) => `    seen${'\t'.repeat(300)}${x}`),
  shape('a language with the words for a name', (x) => `\`\`\`do-${x}-now\nseen\n\`\`\``),
  shape('a language in HTML', (x) => `<pre><code class="language-${x}">seen</code></pre>`),
  shape('the language of a block in HTML', (x) => `<pre lang="${x}">seen</pre>`),
  shape('a diagram in HTML', (x) => `<pre lang="mermaid">graph TD\n%% ${x}\nA[seen]</pre>`),
  shape('a map in HTML', (x) => `<pre lang="geojson"><code>{"a": "${x}"}</code></pre>`),
  shape('a formula in HTML', (x) => `<pre lang="math">a % ${x}</pre>`),
  shape('a style in a diagram', (x) => diagram(`A[seen]\nstyle A fill:#f9f,stroke:${x}`)),
  shape('the class of a node', (x) => diagram(`A[seen]:::${x} --> B\nclass B ${x}`)),
  shape('the name of a node that has a label', (x) =>
    diagram(`do-${x}[seen] --> b((seen))\nb-->do-${x}`),
  ),
  shape('the name of a part of a diagram', (x) => diagram(`subgraph ${x} [seen]\na{seen}\nend`)),
  shape('the name of a node in braces', (x) => diagram(`${x}@{ shape: rect, label: "seen" }`)),
  shape('the name of a node with brackets in its label', (x) =>
    diagram(`${x}["seen [a]"] --> ${x}2(["seen (b)"])`),
  ),
  shape('the name of an actor', (x) =>
    diagram(`participant ${x} as seen\n${x}->>b: seen\nNote over ${x}: seen`, 'sequenceDiagram'),
  ),
  shape('an arrow that is not drawn', (x) => diagram(`A[seen] ~~~|${x}| B`)),
  shape('a node in the colour of its ground', (x) =>
    diagram(`A[${x}]\nstyle A fill:#fff,color:#fff`),
  ),
  shape('a node in white', (x) => diagram(`A[${x}]:::w\nclassDef w color:white`)),
  shape('a node of no size', (x) => diagram(`A[${x}]\nclassDef default font-size:0px`)),
  shape('a node that is transparent', (x) => diagram(`A[${x}]\nstyle A opacity:0`)),
  shape('a style sheet in a diagram', (x) =>
    diagram(`%%{init: {"themeCSS": ".node {display: none}"}}%%\nA[${x}]`),
  ),
  shape('the menu of an actor', (x) => diagram(`link Bob: ${x} @ https://a.b`, 'sequenceDiagram')),
  shape('how a chart writes its dates', (x) => diagram(`title seen\ndateFormat ${x}`, 'gantt')),
  shape('a phantom that holds groups', (x) => `seen $$a \\phantom{\\text{${x}}}$$`),
  shape('a phantom in backquotes', (x) => `seen $\`a \\hphantom{\\text{${x}}}\`$`),
  shape('white in a formula', (x) => `seen $\\color{white}{\\text{${x}}} b$`),
  shape('nearly white in a formula', (x) => `seen $\\textcolor{#fefefe}{${x}}$`),
  shape('white in another model', (x) => `seen $\\textcolor[rgb]{1,1,1}{${x}}$`),
  shape('a colour on itself', (x) => `seen $\\colorbox{black}{\\color{black} ${x}}$`),
  shape('a colour from there on', (x) => `seen $a {\\color{White} ${x}} b$`),
  shape('a macro that nobody calls', (x) => `seen $\\def\\a{${x}} b$`),
  shape('a command that nobody calls', (x) => `seen $\\newcommand{\\a}[1]{${x}} b$`),
  shape('a label of a formula', (x) => `\`\`\`math\na \\label{${x}}\n\`\`\``),
  shape('a choice of a formula', (x) => `seen $\\mathchoice{a}{${x}}{${x}}{${x}}$`),
  shape('a style in a formula', (x) => `seen $\\style{display:none}{${x}}$`),
  shape('a class in a formula', (x) => `seen $\\class{${x}}{b} \\cssId{${x}}{c}$`),
  shape('the address of a formula', (x) => `seen $\\href{https://a.b/${x}}{c}$`),
];

function nested(tag: string, times: number, text: string): string {
  return `<${tag}>`.repeat(times) + text + `</${tag}>`.repeat(times);
}

function diagram(lines: string, kind = 'graph TD'): string {
  return `\`\`\`mermaid\n${kind}\n${lines}\n\`\`\``;
}

/** Letters as tag characters, which no page shows. */
function tagged(text: string): string {
  return String.fromCodePoint(
    ...Array.from(text).map((one) => 0xe0000 + (one.codePointAt(0) ?? 0)),
  );
}

/** Bytes as variation selectors behind a picture. */
function selected(text: string): string {
  return String.fromCodePoint(
    ...Array.from(text).map((one) => 0xe0100 + (one.codePointAt(0) ?? 0) - 16),
  );
}

function bits(letter: string): string {
  const code = (letter.codePointAt(0) ?? 0).toString(2);
  return Array.from(code)
    .map((bit) => (bit === '1' ? '\u200b' : '\u200c'))
    .join('');
}
