// Answers of GitHub that are not successes, as errors that a handler throws and the API turns into
// a response. Texts and shapes are GitHub's own.

type FieldError = {
  resource: string;
  code: string;
  field?: string;
  message?: string;
};

export class GithubError extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    options: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'GithubError';
    this.status = status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

export function notFound(): GithubError {
  return new GithubError(404, 'Not Found');
}

export function badCredentials(): GithubError {
  return new GithubError(401, 'Bad credentials');
}

export function requiresAuthentication(): GithubError {
  return new GithubError(401, 'Requires authentication');
}

export function notForIntegration(): GithubError {
  return new GithubError(403, 'Resource not accessible by integration');
}

/** GitHub has it, the forge does not: said, so that nobody relies on it. */
export function notImplemented(what: string): GithubError {
  return new GithubError(501, `Not implemented by the forge: ${what}`);
}

export function unprocessable(message: string): GithubError {
  return new GithubError(422, message);
}

export function validationFailed(...errors: FieldError[]): GithubError {
  return new GithubError(422, 'Validation Failed', { errors });
}
