// The pages around the settings: what this is, the list of repositories, and what went wrong.
import { html } from 'hono/html';
import type { VisibleRepository } from '../port.ts';
import { type Frame, type Html, layout } from './layout.ts';

type Linking = Pick<Frame, 'viewer' | 'link'>;

export function homePage(frame: Linking): Html {
  const { viewer, link } = frame;
  return layout(
    { ...frame, title: 'Settings' },
    html`<h1>Redgreen</h1>
<p class="lead">Label an issue; get a draft pull request in which every promised behaviour has a test
that was seen red on the base commit and green on the delivered one.</p>
<p>Here the admins of a repository say how Redgreen works in it: which label starts a job, which models
are used, what a job may cost. What is not set here comes from the repository’s own
<code>.github/redgreen.yml</code>, or has its default.</p>
${
  viewer === undefined
    ? html`<p><a class="button" href="${link('/sign-in')}">Sign in with GitHub</a></p>
<p class="hint">GitHub tells us who you are and which of the App’s repositories you administer. Nothing
else is asked for.</p>`
    : html`<p><a class="button" href="${link('/repositories')}">Your repositories</a></p>`
}`,
  );
}

export function repositoriesPage(frame: Linking, repositories: readonly VisibleRepository[]): Html {
  return layout(
    { ...frame, title: 'Repositories' },
    html`<h1>Repositories</h1>
${
  repositories.length === 0
    ? html`<p>There is no repository that you administer and where Redgreen is installed. Install the App
there on GitHub, or ask an admin, and load this page again.</p>`
    : html`<p>You administer these, and Redgreen is installed there.</p>
<ul class="repositories">
${repositories.map((repository) => row(frame.link, repository))}
</ul>`
}`,
  );
}

function row(link: Frame['link'], { owner, name, isPrivate }: VisibleRepository): Html {
  return html`<li><a href="${link(settingsPath({ owner, name }))}">${owner}/<strong>${name}</strong></a>
${isPrivate && html`<span class="badge">private</span>`}</li>
`;
}

export function settingsPath({ owner, name }: { owner: string; name: string }): string {
  return `/repositories/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/settings`;
}

export type Problem = {
  title: string;
  text: string;
  /** What to do next. */
  action?: { label: string; path: string };
  code?: string;
};

export function problemPage(frame: Linking, { title, text, action, code }: Problem): Html {
  const { link } = frame;
  return layout(
    { ...frame, title },
    html`<h1>${title}</h1>
<p>${text}</p>
${action && html`<p><a class="button" href="${link(action.path)}">${action.label}</a></p>`}
${code !== undefined && html`<p class="hint"><code>${code}</code></p>`}`,
  );
}
