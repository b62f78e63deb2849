// Pages where a person reads an issue or a pull request in a browser. Plain HTML, no script; every
// value is escaped, nothing an author wrote becomes markup.
import type { Comment, Issue, Repository } from './state.ts';
import { labelsOf } from './view/issue.ts';
import { accountById, fullName, type World } from './world.ts';

export type PagePath = { owner: string; name: string; kind: 'issues' | 'pull'; number: number };

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8886;border-radius:6px;margin:1rem 0;padding:.5rem 1rem}
header{color:#666;font-size:.9rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`;

/** `/OWNER/NAME/pull/N` and `/OWNER/NAME/issues/N`. */
export function parsePagePath(path: string): PagePath | undefined {
  const found = /^\/([\w.-]+)\/([\w.-]+)\/(issues|pull)\/([1-9]\d{0,8})$/.exec(path);
  const [, owner, name, kind, number] = found ?? [];
  if (owner === undefined || name === undefined || number === undefined) return undefined;
  return { owner, name, kind: kind === 'pull' ? 'pull' : 'issues', number: Number(number) };
}

export function threadHtml(world: World, repository: Repository, issue: Issue): string {
  const title = `${issue.title} #${issue.number}`;
  const author = accountById(world.state, issue.authorId).login;
  const labels = labelsOf(repository, issue).map(({ name }) => name);
  const opened = `${author} opened this on ${issue.createdAt}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)} · ${escape(fullName(world.state, repository))}</title>
<style>${STYLE}</style>
</head>
<body>
<p>${escape(fullName(world.state, repository))}</p>
<h1>${escape(title)}</h1>
<p><strong>${escape(stateOf(issue))}</strong>${branches(issue)}</p>
${labels.length === 0 ? '' : `<p>Labels: ${labels.map(escape).join(', ')}</p>`}
${card(opened, issue.body ?? '', 'body')}
${issue.comments.map((comment) => commentCard(world, comment)).join('\n')}
</body>
</html>
`;
}

function stateOf(issue: Issue): string {
  const { pull, state } = issue;
  if (pull === undefined) return state === 'open' ? 'Open' : 'Closed';
  if (pull.mergedAt !== undefined) return 'Merged';
  if (state === 'closed') return 'Closed';
  return pull.isDraft ? 'Draft' : 'Open';
}

function branches({ pull }: Issue): string {
  if (pull === undefined) return '';
  return ` ${escape(pull.headRef)} into ${escape(pull.baseRef)}`;
}

function commentCard(world: World, comment: Comment): string {
  const { login } = accountById(world.state, comment.authorId);
  return card(
    `${login} commented on ${comment.createdAt}`,
    comment.body,
    `issuecomment-${comment.id}`,
  );
}

function card(heading: string, body: string, id: string): string {
  return `<article id="${escape(id)}"><header>${escape(heading)}</header><pre>${escape(body)}</pre></article>`;
}

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
