// The settings of one repository as a form: each field with what is in force, where that comes from,
// and what is wrong with what was typed.
import { html } from 'hono/html';
import type { Leaf } from '../../settings/effective.ts';
import { describeProblem, ORGANISATION_FILE, SETTINGS_FILE } from '../../settings/file.ts';
import type { Problem } from '../../settings/schema.ts';
import { FIELD_GROUPS, FIELDS, type FieldGroup } from '../settings-fields.ts';
import type { FieldProblems, FormValues, Typed } from '../settings-form.ts';
import { fieldView, labelOf } from './field.ts';
import { type Frame, type Html, layout } from './layout.ts';

type FileState = { exists: boolean; problems: readonly Problem[] };

export type SettingsView = {
  repository: { owner: string; name: string; defaultBranch: string };
  githubUrl: string;
  /** The path the form is sent to. */
  path: string;
  version: number;
  seen: string;
  saved: { by: string; at: number } | undefined;
  values: FormValues;
  problems: FieldProblems;
  /** Saved by someone else while this person changed the same field. */
  both: Readonly<Record<string, Typed>>;
  leaves: readonly Leaf[];
  file: FileState;
  organisation: FileState;
  notice: { kind: 'good' | 'bad'; text: string } | undefined;
};

type Framing = Pick<Frame, 'link'> & { viewer: NonNullable<Frame['viewer']> };

export function settingsPage(frame: Framing, view: SettingsView): Html {
  const { owner, name } = view.repository;
  const title = `Settings of ${owner}/${name}`;
  return layout(
    { ...frame, title },
    html`<h1>Settings of <span class="repository">${owner}/${name}</span></h1>
${view.notice && notice(view.notice)}
${problemList(view)}
<p>A setting that is left empty comes from <code>${SETTINGS_FILE}</code> on
<code>${view.repository.defaultBranch}</code>, from the organisation’s file, or has its default. What is
set here wins, from the next trigger on.</p>
${fileState(view)}
${organisationState(view)}
<form method="post" action="${frame.link(view.path)}" enctype="multipart/form-data">
<input type="hidden" name="form_token" value="${frame.viewer.formToken}">
<input type="hidden" name="version" value="${view.version}">
<input type="hidden" name="seen" value="${view.seen}">
${FIELD_GROUPS.map((group) => groupView(group, view))}
<div class="save">
<button type="submit">Save settings</button>
<span class="hint">${savedText(view)}</span>
</div>
</form>`,
  );
}

function notice({ kind, text }: NonNullable<SettingsView['notice']>): Html {
  return html`<p class="notice ${kind}" role="${kind === 'good' ? 'status' : 'alert'}">${text}</p>`;
}

/** One link per wrong field, so that nobody has to look for it. */
function problemList({ problems }: SettingsView): Html | undefined {
  const wrong = Object.entries(problems).flatMap(([leaf, texts]) =>
    texts.map((text) => ({ leaf, text })),
  );
  if (wrong.length === 0) return undefined;
  return html`<ul class="problems">
${wrong.map(
  ({ leaf, text }) =>
    html`<li>${isField(leaf) ? html`<a href="#${leaf}">${labelOf(leaf)}</a>` : leaf} ${text}</li>`,
)}
</ul>`;
}

function isField(leaf: string): boolean {
  return FIELDS.some((field) => field.leaf === leaf);
}

function fileState({ file, githubUrl, repository }: SettingsView): Html {
  const { owner, name, defaultBranch } = repository;
  const path = [owner, name, 'blob', defaultBranch, SETTINGS_FILE];
  const link = fileLink(githubUrl, path, SETTINGS_FILE);
  if (!file.exists)
    return html`<p class="hint">This repository has no <code>${SETTINGS_FILE}</code>.</p>`;
  if (file.problems.length === 0) return html`<p class="hint">This repository has a ${link}.</p>`;
  return brokenFile(link, file);
}

/** One that the installation may not read is none. */
function organisationState({ organisation, githubUrl, repository }: SettingsView): Html {
  const { repository: shared, path: file } = ORGANISATION_FILE;
  const { owner } = repository;
  const link = fileLink(githubUrl, [owner, shared, 'blob', 'HEAD', file], file);
  const where = html`the repository <code>${owner}/${shared}</code>`;
  if (!organisation.exists) {
    return html`<p class="hint">No <code>${file}</code> can be read in ${where}.</p>`;
  }
  if (organisation.problems.length === 0) {
    return html`<p class="hint">There is a ${link} in ${where}.</p>`;
  }
  return brokenFile(html`${link} in ${where}`, organisation);
}

function fileLink(githubUrl: string, parts: readonly string[], name: string): Html {
  const path = parts.map((part) => part.split('/').map(encodeURIComponent).join('/')).join('/');
  return html`<a href="${githubUrl}/${path}"><code>${name}</code></a>`;
}

function brokenFile(link: Html, { problems }: FileState): Html {
  return html`<div class="notice bad">
<p>${link} cannot be used; until it is corrected no label starts a job, and it is left out below:</p>
<ul>${problems.map((problem) => html`<li>${describeProblem(problem)}</li>`)}</ul>
</div>`;
}

function groupView({ legend, help, fields }: FieldGroup, view: SettingsView): Html {
  return html`<fieldset>
<legend>${legend}</legend>
${help !== undefined && html`<p class="hint">${help}</p>`}
${fields.map((field) =>
  fieldView(field, {
    typed: view.values[field.leaf] ?? { text: '', isNone: false },
    problems: view.problems[field.leaf] ?? [],
    other: view.both[field.leaf],
    otherBy: view.saved?.by ?? '',
    inForce: view.leaves.find(({ name }) => name === field.leaf),
  }),
)}
</fieldset>
`;
}

function savedText({ saved }: SettingsView): string {
  if (saved === undefined) return 'Nothing was saved here yet.';
  const at = new Date(saved.at).toISOString().slice(0, 16).replace('T', ' ');
  return `Last saved by ${saved.by} on ${at} UTC.`;
}
