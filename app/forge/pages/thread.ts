// The page where a person reads an issue or a pull request. Every value is escaped: nothing an
// author wrote becomes markup.
import { documentHtml, escape } from '../http/html.ts';
import { labelsOf } from '../view/issue.ts';
import type { Comment, Issue, Repository } from '../world/state.ts';
import { accountById, fullName, type World } from '../world/world.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8886;border-radius:6px;margin:1rem 0;padding:.5rem 1rem}
header{color:#666;font-size:.9rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`;

export function threadHtml(world: World, repository: Repository, issue: Issue): string {
  const title = `${issue.title} #${issue.number}`;
  const author = accountById(world.state, issue.authorId).login;
  const labels = labelsOf(repository, issue).map(({ name }) => name);
  const opened = `${author} opened this on ${issue.createdAt}`;
  const name = fullName(world.state, repository);
  const body = `<p>${escape(name)}</p>
<h1>${escape(title)}</h1>
<p><strong>${escape(stateOf(issue))}</strong>${branches(issue)}</p>
${labels.length === 0 ? '' : `<p>Labels: ${labels.map(escape).join(', ')}</p>`}
${card(opened, issue.body ?? '', 'body')}
${issue.comments.map((comment) => commentCard(world, comment)).join('\n')}`;
  return documentHtml({ title: `${title} · ${name}`, style: STYLE, body });
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
