// The longest titles, bodies, comments and check outputs that GitHub takes, with its words for
// more. Pure.
import { GithubError, validationFailed } from '../world/github-error.ts';

const LONGEST_BODY = 65_536;
const LONGEST_TITLE = 256;
const LARGEST_CHECK_TEXT_BYTES = 65_535;

export function checkTitle(resource: string, title: string): void {
  if (title.trim() === '') {
    throw validationFailed({ resource, field: 'title', code: 'missing_field' });
  }
  if (characters(title) <= LONGEST_TITLE) return;
  throw validationFailed({
    resource,
    field: 'title',
    code: 'custom',
    message: `title is too long (maximum is ${LONGEST_TITLE} characters)`,
  });
}

export function checkBody(body: string | null | undefined): void {
  if (characters(body ?? '') <= LONGEST_BODY) return;
  throw validationFailed({
    resource: 'Issue',
    field: 'body',
    code: 'custom',
    message: `body is too long (maximum is ${LONGEST_BODY} characters)`,
  });
}

export function checkComment(body: string): void {
  if (body.trim() === '') {
    throw validationFailed({
      resource: 'IssueComment',
      field: 'data',
      code: 'unprocessable',
      message: 'Body cannot be blank',
    });
  }
  if (characters(body) <= LONGEST_BODY) return;
  throw validationFailed({
    resource: 'IssueComment',
    field: 'data',
    code: 'unprocessable',
    message: `Body is too long (maximum is ${LONGEST_BODY} characters)`,
  });
}

/** Counted in bytes, unlike the rest. */
export function checkOutput(name: 'summary' | 'text', value: string | undefined): void {
  if (Buffer.byteLength(value ?? '') <= LARGEST_CHECK_TEXT_BYTES) return;
  throw new GithubError(
    422,
    `Invalid request.\n\n${name} exceeds a maximum bytesize of ${LARGEST_CHECK_TEXT_BYTES}`,
  );
}

/** GitHub counts code points, not UTF-16 units. */
function characters(text: string): number {
  return text.length <= LONGEST_TITLE ? text.length : Array.from(text).length;
}
