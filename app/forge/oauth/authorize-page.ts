// The page on which a person signs in and lets an app act for him. Plain HTML, no script; every
// value is escaped. The forge has no passwords: whoever reaches loopback may be anybody.
import { createHash } from 'node:crypto';
import { documentHtml, escape } from '../http/html.ts';
import type { Account } from '../world/state.ts';

export const AUTHORIZE_PATH = '/login/oauth/authorize';

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}
form{border:1px solid #8886;border-radius:6px;padding:1rem}
label{display:block;font-weight:600}
select{font:inherit;width:100%;padding:.5rem;margin:.25rem 0 1rem}
button{font:inherit;padding:.5rem 1rem;border:1px solid #8888;border-radius:6px;cursor:pointer}
button[value=authorize]{background:#1a7f37;border-color:#1a7f37;color:#fff;font-weight:600}
code{overflow-wrap:anywhere}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Browsers hold the whole way of a form against `form-action`, so the app's origin is in it. */
export function pageHeaders(formTarget: string | undefined): Record<string, string> {
  const targets = formTarget === undefined ? "'none'" : `'self' ${new URL(formTarget).origin}`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${targets}; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

type AuthorizeView = {
  appName: string;
  ownerLogin: string;
  redirectUri: string;
  formToken: string;
  people: readonly Account[];
  /** Who is chosen when the page opens. */
  chosen: Account | undefined;
  signedIn: Account | undefined;
};

export function authorizeHtml(view: AuthorizeView): string {
  const name = escape(view.appName);
  const note =
    view.signedIn === undefined
      ? ''
      : `<p>You are signed in as <strong>${escape(view.signedIn.login)}</strong>.</p>\n`;
  return pageHtml(
    `Authorize ${view.appName}`,
    `<p><strong>${name}</strong> by <strong>${escape(view.ownerLogin)}</strong> would like permission to:</p>
<ul>
<li>Verify your identity</li>
<li>Know which resources you can access</li>
<li>Act on your behalf</li>
</ul>
${note}<form method="post" action="${AUTHORIZE_PATH}">
<input type="hidden" name="form_token" value="${escape(view.formToken)}">
<label for="login">Sign in as</label>
<select id="login" name="login" required>
${view.people.map((person) => option(person, view.chosen)).join('\n')}
</select>
<button type="submit" name="decision" value="authorize">Authorize ${name}</button>
<button type="submit" name="decision" value="cancel">Cancel</button>
</form>
<p>Authorizing will redirect to <code>${escape(view.redirectUri)}</code></p>`,
  );
}

export function problemHtml(title: string, problem: string): string {
  return pageHtml(title, `<p>${escape(problem)}</p>`);
}

function option(person: Account, chosen: Account | undefined): string {
  const label = person.name === undefined ? person.login : `${person.login} (${person.name})`;
  const selected = person.id === chosen?.id ? ' selected' : '';
  return `<option value="${escape(person.login)}"${selected}>${escape(label)}</option>`;
}

function pageHtml(title: string, content: string): string {
  const body = `<main>
<h1>${escape(title)}</h1>
${content}
</main>`;
  return documentHtml({ title, style: STYLE, body });
}
