// As much of a browser as the pages need: cookies, forms, and the headers a browser sends with them.
import assert from 'node:assert/strict';
import type { Forge } from '../../../app/forge/forge.ts';

export type Page = {
  status: number;
  html: string;
  headers: Headers;
  /** Where a redirect leads. */
  location: string;
};

export type Browser = {
  cookies: Map<string, string>;
  get(path: string): Promise<Page>;
  /** Sends a form of this page's own site, unless told otherwise by the headers. */
  post(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Page>;
  /** The page's own form, with some fields changed, sent as a browser sends it. */
  submit(path: string, change: Record<string, string>): Promise<Page>;
  /** Goes to GitHub and says yes; answers the address of the callback. */
  authorize(forge: Forge, login: string, path?: string): Promise<string>;
  signIn(forge: Forge, login: string): Promise<Browser>;
};

export function createBrowser(site: string): Browser {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}): Promise<Page> => {
    const headers = new Headers(init.headers);
    const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (jar !== '') headers.set('cookie', jar);
    const url = new URL(path, site);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const location = response.headers.get('location') ?? '';
    return {
      status: response.status,
      html: await response.text(),
      headers: response.headers,
      location: location === '' ? '' : new URL(location, url).href,
    };
  };
  const browser: Browser = {
    cookies,
    get: async (path) => await ask(path),
    async post(path, fields, headers = {}) {
      const own = { origin: site, 'sec-fetch-site': 'same-origin' };
      const body = new URLSearchParams(fields);
      return await ask(path, { method: 'POST', body, headers: { ...own, ...headers } });
    },
    async submit(path, change) {
      const { html } = await ask(path);
      return await browser.post(path, { ...fieldsOf(html), ...change });
    },
    async authorize(forge, login, path = '/sign-in') {
      const { status, location } = await ask(path);
      assert.equal(status, 302);
      return await forge.as(login).authorize(location);
    },
    async signIn(forge, login) {
      const callback = await browser.authorize(forge, login);
      assert.equal((await ask(callback)).status, 303);
      return browser;
    },
  };
  return browser;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...flags] = line.split('; ');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  if (flags.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}

/** What the last form of a page would send, as it stands. */
export function fieldsOf(html: string): Record<string, string> {
  const form = html.slice(html.lastIndexOf('<form'));
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const isBox = tag.includes('type="checkbox"');
    if (!isBox) fields[attribute(tag, 'name')] = attribute(tag, 'value');
    else if (tag.includes(' checked')) fields[attribute(tag, 'name')] = 'on';
  }
  for (const [, tag = '', text = ''] of form.matchAll(
    /<textarea ([^>]*)>\n?([^<]*)<\/textarea>/g,
  )) {
    fields[attribute(tag, 'name')] = unescape(text);
  }
  for (const [, tag = '', options = ''] of form.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected>/.exec(options)?.[1] ?? '';
    fields[attribute(tag, 'name')] = unescape(chosen);
  }
  return fields;
}

function attribute(tag: string, name: string): string {
  return unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

export function unescape(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
