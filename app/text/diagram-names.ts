// Names in the source of a diagram that a label takes the place of: no picture shows them. One that
// says more than its label gets a number instead. Pure.

type OnUnseen = (part: string) => void;

const WORD = String.raw`[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*`;
const NAME = new RegExp(WORD, 'gu');
const NAME_BEFORE_LABEL = new RegExp(`(${WORD})@?[ \\t]*$`, 'u');
/** In quotes and brackets, on an arrow. None of them is looked for further than to where it can begin anew. */
const LABEL = new RegExp(
  `(${[
    String.raw`(?<![[({])[[({]+"[^"\n]*"[\])}]+`,
    String.raw`(?<!\[)\[+[^[\]\n]*\]+`,
    String.raw`(?<!\()\(+[^()\n]*\)+`,
    String.raw`(?<!\{)\{+[^{}\n]*\}+`,
    String.raw`"[^"\n]*"`,
    String.raw`(?<=[\p{L}\p{N}_])>[^[\]>\n]*\]`,
    String.raw`\|[^|\n]*\|`,
    String.raw`(?<!-)--(?!-)[ \t]+(?:[^\n>-]|-(?!-))*(?=[ \t]--)`,
    String.raw`(?<!=)==(?!=)[ \t]+(?:[^\n>=]|=(?!=))*(?=[ \t]==)`,
    String.raw`-\.[ \t]+(?:[^\n>.-]|-(?!\.)|\.(?!-))*(?=[ \t]\.-)`,
  ].join('|')})`,
  'u',
);
/** Shorter ones hold no words worth hiding, and are how diagrams are written. */
const LONGEST_PLAIN = 3;

export function withoutHiddenNames(text: string, onUnseen: OnUnseen): string {
  if (/^\s*(?:graph|flowchart)\b/m.test(text)) return flowchart(text, onUnseen);
  return /^\s*sequenceDiagram\b/m.test(text) ? sequence(text, onUnseen) : text;
}

function flowchart(text: string, onUnseen: OnUnseen): string {
  const parts = text.split(LABEL);
  const numbers = new Map<string, string>();
  parts.forEach((label, index) => {
    if (index % 2 === 0 || label.startsWith('|') || /^[-=]/.test(label)) return;
    const [, name] = NAME_BEFORE_LABEL.exec(parts[index - 1] ?? '') ?? [];
    if (name !== undefined) number(numbers, { name, label, onUnseen });
  });
  return parts
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(NAME, (name) => numbers.get(name) ?? name),
    )
    .join('');
}

const ALIAS = /^\s*(?:create\s+)?(?:participant|actor)\s+(\S.*?)\s+as\s+(.*)$/;
/** Behind it stands what is shown. */
const SHOWN = /:|\sas\s/;

function sequence(text: string, onUnseen: OnUnseen): string {
  const numbers = new Map<string, string>();
  const lines = text.split('\n');
  for (const line of lines) {
    const [, name, label = ''] = ALIAS.exec(line) ?? [];
    if (name !== undefined) number(numbers, { name, label, onUnseen });
  }
  return lines
    .map((line) => {
      const at = line.search(SHOWN);
      const head = at === -1 ? line : line.slice(0, at);
      return renamed(head, numbers) + line.slice(head.length);
    })
    .join('\n');
}

/** Names can be of several words here. */
function renamed(head: string, numbers: ReadonlyMap<string, string>): string {
  return [...numbers].reduce((said, [name, shown]) => said.split(name).join(shown), head);
}

type Labelled = { name: string; label: string; onUnseen: OnUnseen };

function number(numbers: Map<string, string>, { name, label, onUnseen }: Labelled): void {
  if (numbers.has(name) || name.length <= LONGEST_PLAIN) return;
  const plain = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (plain(label).includes(plain(name))) return;
  onUnseen(name);
  numbers.set(name, `n${numbers.size + 1}`);
}
