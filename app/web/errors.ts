// Faults as people see them: a page that says what happened and what to do, never a stack, an address
// or a foreign message.
import { ERRORS, type ErrorCode } from '../error-codes.ts';
import { type AppError, isAppError, isForPeople, toErrorBody } from '../errors.ts';
import type { PageContext, WebParts } from './page-context.ts';
import { viewerOf } from './page-context.ts';
import { localPath } from './return-path.ts';
import { type Problem, problemPage } from './views/pages.ts';

type PageStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 500 | 503;
type Said = { status: PageStatus; problem: Problem };

const HOME = { label: 'To the start', path: '/' };

export const NOT_FOUND: Said = {
  status: 404,
  problem: {
    title: 'Not found',
    text: 'There is no such page, or you may not read it. If it is about a repository: Redgreen must be installed there, and GitHub must let you see it.',
    action: HOME,
  },
};
export const FOREIGN_FORM: Said = {
  status: 403,
  problem: {
    title: 'Nothing was changed',
    text: 'This form did not come from this site. Open the page here and send it again.',
    action: HOME,
  },
};
export const WRONG_METHOD: Said = {
  status: 405,
  problem: {
    title: 'Not like this',
    text: 'This address does not take this kind of request.',
    action: HOME,
  },
};
export const TOO_LARGE: Said = {
  status: 413,
  problem: {
    title: 'Too large',
    text: 'Nothing was saved: a form may have 64 KB. Go back in your browser, shorten it and save again.',
  },
};
export const WRONG_TYPE: Said = {
  status: 415,
  problem: { title: 'Not a form', text: 'Only forms are taken here.', action: HOME },
};
const FORBIDDEN: Said = {
  status: 403,
  problem: {
    title: 'Only admins',
    text: 'You may read this repository but not administer it. Ask one of its admins.',
    action: { label: 'Your repositories', path: '/repositories' },
  },
};
const NOT_VALID: Said = {
  status: 400,
  problem: { title: 'Not valid', text: 'This request cannot be read. Go back and try again.' },
};
const UNAVAILABLE: Said = {
  status: 503,
  problem: {
    title: 'GitHub does not answer',
    text: 'Your rights could not be checked, so nothing was shown or saved. Try again in a minute.',
  },
};
const NO_DATABASE: Said = {
  status: 503,
  problem: { title: 'Not now', text: 'Our database does not answer. Try again in a minute.' },
};
const FAILED: Said = {
  status: 500,
  problem: {
    title: 'Something failed on our side',
    text: 'Try again; if it stays so, the operator finds it in the log.',
  },
};

export async function say(
  { link }: Pick<WebParts, 'link'>,
  context: PageContext,
  { status, problem }: Said,
): Promise<Response> {
  if (status === 503) context.header('retry-after', '30');
  return await context.html(problemPage({ viewer: viewerOf(context), link }, problem), status);
}

export async function sayFault(
  parts: Pick<WebParts, 'link' | 'log' | 'cookies'>,
  context: PageContext,
  error: unknown,
): Promise<Response> {
  const said = isAppError(error) ? toSaid(context, error) : isGone(error) ? UNAVAILABLE : FAILED;
  if (said.status === 500) parts.log.error({ err: error, req: context.req }, 'A page failed');
  else if (said.status === 503) parts.log.warn({ err: error }, 'A page could not be shown');
  if (said.status === 401) {
    context.set('signIn', undefined);
    parts.cookies.signIn.clear(context);
  }
  const { code } = toErrorBody(error).body.error;
  return await say(parts, context, { ...said, problem: { code, ...said.problem } });
}

/** Nobody waits for the answer any more. */
function isGone(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** What is not here failed on our side. */
const SAID: Partial<Record<ErrorCode, Said>> = {
  NOT_FOUND,
  ROLE_INSUFFICIENT: FORBIDDEN,
  VALIDATION_ERROR: NOT_VALID,
  GITHUB_UNAVAILABLE: UNAVAILABLE,
  RATE_LIMITED: UNAVAILABLE,
  TIMEOUT: UNAVAILABLE,
  CANCELLED: UNAVAILABLE,
  DATABASE_UNREACHABLE: NO_DATABASE,
  DATABASE_BUSY: NO_DATABASE,
  DATABASE_CONFLICT: NO_DATABASE,
  DISK_FULL: NO_DATABASE,
};

function toSaid(context: PageContext, error: AppError): Said {
  const { code, problem } = error;
  if (code === 'UNAUTHORIZED') return signInFirst(context);
  // Only the missing settings of the sign-in come this way; the text is our own.
  if (code === 'CONFIG_INVALID') {
    return { status: 503, problem: { title: 'Not set up', text: problem ?? '' } };
  }
  // In the words of the table: what GitHub said stays in the log.
  if (code.startsWith('GITHUB_') && isForPeople(error)) {
    const { message, hint } = ERRORS[code];
    return { status: 503, problem: { title: 'GitHub says no', text: `${message} ${hint}` } };
  }
  return SAID[code] ?? FAILED;
}

function signInFirst(context: PageContext): Said {
  const path = localPath(new URL(context.req.url).pathname);
  return {
    status: 401,
    problem: {
      title: 'Sign in first',
      text: 'You are not signed in, or your sign-in is over. Nothing was changed.',
      action: {
        label: 'Sign in with GitHub',
        path: path === undefined ? '/sign-in' : `/sign-in?return=${encodeURIComponent(path)}`,
      },
    },
  };
}
