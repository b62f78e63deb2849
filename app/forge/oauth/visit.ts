// Walks through the web flow over HTTP as a person with a browser would: opens the page, fills in
// its form, and stops before going where the forge sends him. For tests and the demo.
import { AppError } from '../../errors.ts';

const DEADLINE_MS = 30_000;

type Visit = {
  /** The address with which the app sent the person to the forge. */
  url: string;
  login: string;
  decision: 'authorize' | 'cancel';
  signal?: AbortSignal | undefined;
};

/** Answers the address of the redirect, which may name an error. Throws when a page says no. */
export async function visitAuthorize(visit: Visit): Promise<string> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = visit.signal === undefined ? deadline : AbortSignal.any([deadline, visit.signal]);
  const page = await fetch(visit.url, { redirect: 'manual', signal });
  const html = await page.text();
  const early = page.headers.get('location');
  if (early !== null) return early;
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  const token = /name="form_token" value="([^"]+)"/.exec(html)?.[1];
  if (action === undefined || token === undefined) throw refused(page.status, html);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const answer = await fetch(new URL(action, visit.url), {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers: { cookie },
    body: new URLSearchParams({
      form_token: token,
      login: visit.login,
      decision: visit.decision,
    }),
  });
  const location = answer.headers.get('location');
  const text = await answer.text();
  if (location === null) throw refused(answer.status, text);
  return location;
}

function refused(status: number, html: string): AppError {
  const said = /<h1>([^<]*)<\/h1>\s*<p>([^<]*)/.exec(html);
  return new AppError('VALIDATION_ERROR', {
    problem: 'GitHub would refuse this',
    details: { status, answer: said?.slice(1).join(': ') ?? '' },
  });
}
