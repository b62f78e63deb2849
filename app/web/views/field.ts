// One field of the settings form, with its help, its problems and the value in force, each bound to
// the input so that a screen reader says them.
import { html } from 'hono/html';
import type { Leaf, Source } from '../../settings/effective.ts';
import { SETTINGS_FILE } from '../../settings/file.ts';
import { isUsed } from '../../settings/schema.ts';
import { FIELDS, type Field, isList } from '../settings-fields.ts';
import { NONE_SUFFIX, showValue, type Typed } from '../settings-form.ts';
import type { Html } from './layout.ts';

type FieldFacts = {
  typed: Typed;
  problems: readonly string[];
  /** What someone else saved meanwhile, where this person changed it too. */
  other: Typed | undefined;
  otherBy: string;
  inForce: Leaf | undefined;
};

const SOURCES: Record<Source, string> = {
  default: 'the default',
  organisation: 'the organisation’s file',
  file: SETTINGS_FILE,
  page: 'this page',
};

export function labelOf(leaf: string): string {
  return FIELDS.find((field) => field.leaf === leaf)?.label ?? leaf;
}

export function fieldView(field: Field, facts: FieldFacts): Html {
  const { leaf, label, help } = field;
  const { problems, other } = facts;
  return html`<div class="${problems.length > 0 || other ? 'field wrong' : 'field'}">
<div class="name"><label for="${leaf}">${label}</label> <code>${leaf}</code>${
    !isUsed(field) && html` <span class="badge" id="${leaf}-unused">not used yet</span>`
  }</div>
<p class="help" id="${leaf}-help">${help}</p>
${inputView(field, facts)}
${problems.length > 0 && html`<p class="problem" id="${leaf}-problem">${problems.join('; ')}</p>`}
${other && otherView(leaf, facts)}
${inForceView(leaf, facts.inForce)}
</div>
`;
}

function inputView(field: Field, facts: FieldFacts): Html {
  const { leaf, kind } = field;
  const { typed, problems } = facts;
  const isWrong = problems.length > 0;
  const described = describedBy(field, facts);
  switch (kind) {
    case 'choice':
    case 'switch':
      return selectView(field, { typed, described, isWrong });
    case 'line':
    case 'number':
      return html`<input id="${leaf}" name="${leaf}" type="text" value="${typed.text}" inputmode="${
        kind === 'number' ? 'decimal' : 'text'
      }" class="${kind}" autocomplete="off" spellcheck="false" aria-describedby="${described}" aria-invalid="${String(isWrong)}">`;
    case 'script':
    case 'list':
    case 'numbers':
      // The line break after the tag is dropped by browsers; without it, one of the text would be.
      return html`<textarea id="${leaf}" name="${leaf}" rows="${rowsOf(typed.text)}" spellcheck="false" aria-describedby="${described}" aria-invalid="${String(isWrong)}">
${typed.text}</textarea>${isList(field) && noneView(leaf, typed)}`;
  }
}

function noneView(leaf: string, { isNone }: Typed): Html {
  const id = leaf + NONE_SUFFIX;
  return html`<div class="none"><input type="checkbox" id="${id}" name="${id}"${
    isNone && html` checked`
  }> <label for="${id}">Empty list, whatever the files say</label></div>`;
}

function selectView(
  { leaf, choices = [] }: Field,
  { typed, described, isWrong }: { typed: Typed; described: string; isWrong: boolean },
): Html {
  const known = choices.includes(typed.text) || typed.text === '';
  const all = known ? choices : [typed.text, ...choices];
  return html`<select id="${leaf}" name="${leaf}" aria-describedby="${described}" aria-invalid="${String(isWrong)}">
<option value="">not set here</option>
${all.map(
  (choice) =>
    html`<option value="${choice}"${choice === typed.text && html` selected`}>${wordFor(choice)}</option>`,
)}
</select>`;
}

function otherView(leaf: string, { other, otherBy }: FieldFacts): Html {
  const text = other?.isNone === true ? 'empty list' : other?.text === '' ? 'not set' : other?.text;
  return html`<div class="problem" id="${leaf}-other">Meanwhile ${otherBy} saved: <pre tabindex="0">${text}</pre></div>`;
}

function inForceView(leaf: string, inForce: Leaf | undefined): Html {
  if (inForce === undefined) {
    return html`<p class="force" id="${leaf}-force">In force: <em>not set</em></p>`;
  }
  const { value, source } = inForce;
  const isEmpty = Array.isArray(value) && value.length === 0;
  const text = isEmpty ? html`<em>empty list</em>` : valueView(wordFor(showValue(value)));
  return html`<div class="force" id="${leaf}-force">In force: ${text} <span class="source ${source}">from ${SOURCES[source]}</span></div>`;
}

function valueView(text: string): Html {
  return text.includes('\n') ? html`<pre tabindex="0">${text}</pre>` : html`<code>${text}</code>`;
}

function describedBy(field: Field, { problems, other }: FieldFacts): string {
  const names = [
    problems.length > 0 && 'problem',
    other !== undefined && 'other',
    !isUsed(field) && 'unused',
    'help',
    'force',
  ];
  return names
    .filter((name) => name !== false)
    .map((name) => `${field.leaf}-${name}`)
    .join(' ');
}

function wordFor(choice: string): string {
  if (choice === 'true') return 'on';
  return choice === 'false' ? 'off' : choice;
}

function rowsOf(text: string): number {
  return Math.min(12, Math.max(3, text.split('\n').length + 1));
}
