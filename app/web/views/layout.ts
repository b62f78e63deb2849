// The frame of every page. Everything that is not markup of ours goes through `html`, which escapes.
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Viewer } from '../page-context.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export type Frame = {
  title: string;
  viewer: Viewer;
  link(path: string): string;
};

export function layout({ title, viewer, link }: Frame, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Redgreen</title>
<link rel="icon" href="${link('/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${link('/style.css')}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="${link('/')}"><span class="red">red</span><span class="green">green</span></a>
${viewer && account(viewer, link)}
</header>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>
`;
}

function account({ login, formToken }: NonNullable<Viewer>, link: Frame['link']): Html {
  return html`<nav aria-label="Account">
<a href="${link('/repositories')}">Repositories</a>
<span class="who">Signed in as <strong>${login}</strong></span>
<form method="post" action="${link('/sign-out')}">
<input type="hidden" name="form_token" value="${formToken}">
<button class="quiet" type="submit">Sign out</button>
</form>
</nav>`;
}
