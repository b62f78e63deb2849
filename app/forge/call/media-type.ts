// Which form of an answer the Accept header asks for. Pure.

type MediaType = 'json' | 'raw' | 'diff' | 'patch' | 'object' | 'sha';

const FORMS: readonly MediaType[] = ['raw', 'diff', 'patch', 'object', 'sha'];

/** `application/vnd.github.v3.diff`, `application/vnd.github.raw+json` and their like. */
export function mediaType(accept: string): MediaType {
  const found = /application\/vnd\.github\.(?:v3\.)?([a-z]+)(?:\+json)?/.exec(accept)?.[1];
  return FORMS.find((form) => form === found) ?? 'json';
}
