// The settings page of a repository: shows it to its admins, and saves what they send. Who may do so
// is asked of GitHub anew at every request.
import { AppError } from '../errors.ts';
import { formToken, isFormToken } from './forgery.ts';
import { type PageContext, viewerOf, type WebParts } from './page-context.ts';
import { requireMeans, requireSignIn } from './require.ts';
import { type Administered, administeredBy, requireAdmin } from './rights.ts';
import { type FormValues, merge, readForm, typedOf, unknownFields } from './settings-form.ts';
import { saveSettings, settingsView } from './settings-model.ts';
import { withToken } from './user-token.ts';
import { repositoriesPage, settingsPath } from './views/pages.ts';
import { type SettingsView, settingsPage } from './views/settings.ts';

export async function listRepositories(parts: WebParts, context: PageContext): Promise<Response> {
  const means = requireMeans(parts);
  const signIn = requireSignIn(context);
  const signal = context.get('signal');
  const { githubId } = signIn;
  const deps = { people: means.people, permission: parts.permission };
  const found = await withToken(
    means,
    signIn,
    signal,
    async (access) => await administeredBy(deps, { access, githubId, signal }),
  );
  const frame = { viewer: viewerOf(context), link: parts.link };
  return await context.html(repositoriesPage(frame, found));
}

export async function showSettings(parts: WebParts, context: PageContext): Promise<Response> {
  const administered = await adminOf(parts, context);
  const view = await settingsView(parts, administered, context.get('signal'));
  const isJustSaved =
    context.req.query('saved') === String(view.version) &&
    view.saved?.by === administered.person.login;
  const notice = isJustSaved
    ? { kind: 'good' as const, text: 'Saved. It counts from the next trigger on.' }
    : context.req.query('same') === String(view.version)
      ? { kind: 'good' as const, text: 'Nothing was changed.' }
      : view.notice;
  return await render(parts, context, { view: { ...view, notice }, status: 200 });
}

export async function changeSettings(parts: WebParts, context: PageContext): Promise<Response> {
  const signIn = requireSignIn(context);
  const form = await readBody(context);
  const administered = await adminOf(parts, context);
  const typed = typedOf((name) => form.get(name));
  const signal = context.get('signal');
  const answer = async (part: Partial<SettingsView>, status: Status) => {
    const view = await settingsView(parts, administered, signal);
    return await render(parts, context, { view: { ...view, ...part }, status });
  };
  // The origin was right, so it is an old form of this person: what he typed is kept.
  if (!isFormToken(signIn.id, form.get('form_token'))) {
    return await again(parts, context, { administered, typed, seen: seenIn(form) }, EXPIRED_FORM);
  }
  const read = readForm(typed);
  const unknown = unknownFields(form.keys());
  if (!read.ok || Object.keys(unknown).length > 0) {
    const kept = { version: versionIn(form), seen: seenIn(form) };
    const problems = { ...(read.ok ? {} : read.problems), ...unknown };
    return await answer({ ...kept, values: typed, problems, notice: NOT_VALID }, 422);
  }
  const change = { settings: read.settings, version: versionIn(form) };
  const saved = await saveSettings(parts, administered, change);
  if (saved.outcome === 'conflict') {
    return await again(parts, context, { administered, typed, seen: seenIn(form) }, CONFLICT);
  }
  const mark = saved.outcome === 'saved' ? `saved=${saved.version}` : `same=${change.version}`;
  const path = settingsPath(administered.repository);
  return context.redirect(parts.link(`${path}?${mark}`), 303);
}

type Status = 200 | 403 | 409 | 422;
type Again = { notice: NonNullable<SettingsView['notice']>; status: Status };

const NOT_VALID = {
  kind: 'bad',
  text: 'Nothing was saved: some fields are not valid. What you typed is kept below.',
} as const;
const EXPIRED_FORM: Again = {
  notice: {
    kind: 'bad',
    text: 'Nothing was saved: this form is from an earlier sign-in. What you typed is kept below; look at it and save again.',
  },
  status: 403,
};
const CONFLICT: Again = {
  notice: {
    kind: 'bad',
    text: 'Nothing was saved: someone else changed these settings meanwhile. What you typed is kept below, over what is saved now; look at it and save again.',
  },
  status: 409,
};

/** The form anew, over what is saved now, with everything that was typed. */
async function again(
  parts: WebParts,
  context: PageContext,
  sent: { administered: Administered; typed: FormValues; seen: string },
  { notice, status }: Again,
): Promise<Response> {
  const view = await settingsView(parts, sent.administered, context.get('signal'));
  const { values, both, theirs } = merge(sent.typed, view.values, sent.seen);
  const by = view.saved?.by ?? 'someone';
  const text =
    theirs.length === 0 ? notice.text : `${notice.text} Changed by ${by}: ${theirs.join(', ')}.`;
  const shown = { ...view, values, both, notice: { ...notice, text } };
  return await render(parts, context, { view: shown, status });
}

async function adminOf(parts: WebParts, context: PageContext): Promise<Administered> {
  const means = requireMeans(parts);
  const signIn = requireSignIn(context);
  const { owner = '', name = '' }: Record<string, string> = context.req.param();
  const isName = /^[\w.-]{1,100}$/;
  if (!isName.test(owner) || !isName.test(name)) throw new AppError('NOT_FOUND');
  const signal = context.get('signal');
  const deps = { people: means.people, permission: parts.permission };
  const { githubId } = signIn;
  return await withToken(
    means,
    signIn,
    signal,
    async (access) => await requireAdmin(deps, { access, githubId, signal }, { owner, name }),
  );
}

async function render(
  { link }: WebParts,
  context: PageContext,
  { view, status }: { view: SettingsView; status: Status },
): Promise<Response> {
  const { id, login } = requireSignIn(context);
  const viewer = { login, formToken: formToken(id) };
  return await context.html(settingsPage({ viewer, link }, view), status);
}

/** Texts only: a file has no place in this form. */
async function readBody(context: PageContext): Promise<Map<string, string>> {
  const fields = await context.req.parseBody().catch((cause: unknown) => {
    throw new AppError('VALIDATION_ERROR', { problem: 'The form cannot be read.', cause });
  });
  const texts = Object.entries(fields).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  return new Map(texts);
}

function versionIn(form: ReadonlyMap<string, string>): number {
  const text = form.get('version') ?? '';
  if (!/^\d{1,9}$/.test(text)) throw new AppError('VALIDATION_ERROR');
  return Number(text);
}

function seenIn(form: ReadonlyMap<string, string>): string {
  return form.get('seen') ?? '';
}
