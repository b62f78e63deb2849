import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { ACCESS, acceptedHeader } from '../../../app/forge/api/access.ts';
import { createRouter } from '../../../app/forge/api/routes.ts';
import { loadDescription } from '../../../app/forge/schema/description.ts';
import { normalise } from '../../../app/forge/schema/normalise.ts';
import { SELECTED_OPERATIONS, SELECTED_WEBHOOKS } from '../../../app/forge/schema/selection.ts';
import { schemaNames, trimSchema } from '../../../app/forge/schema/trim-schema.ts';
import { createValidator } from '../../../app/forge/schema/validate.ts';

describe('GitHub’s description in the forge', async () => {
  const description = await loadDescription();
  const validator = createValidator(description);

  it('holds every selected operation and webhook, and is small', async () => {
    assert.equal(description.source, '@octokit/openapi@23.0.2');
    for (const id of SELECTED_OPERATIONS) assert.ok(description.operations.has(id), id);
    for (const name of SELECTED_WEBHOOKS) assert.ok(description.webhooks.has(name), name);
    const file = new URL('../../../app/forge/schema/github.jsonl', import.meta.url);
    assert.ok((await readFile(file)).length < 1_000_000);
  });

  it('refers to no schema that was cut away', () => {
    const roots = [[...description.operations.values()], [...description.webhooks.values()]];
    const all = Object.fromEntries(description.schemas);
    for (const name of schemaNames(roots, all)) assert.ok(name in all, name);
  });

  it('refuses an issue without its number and accepts an error of GitHub', () => {
    const operation = description.operations.get('issues/get');
    assert.match(validator.response(operation, 200, {}) ?? '', /wasn't supplied/);
    const error = {
      message: 'Not Found',
      documentation_url: 'https://docs.github.com',
      status: '404',
    };
    assert.equal(validator.response(operation, 404, error), undefined);
    assert.equal(validator.response(operation, 401, error), undefined);
    assert.match(validator.webhook('issues-teleported', {}) ?? '', /no webhook/);
  });

  it('turns path and query parameters into what the description says', () => {
    const operation = description.operations.get('issues/list-comments');
    assert.ok(operation !== undefined);
    const path = { owner: 'a', repo: 'b', issue_number: '12' };
    assert.equal(validator.parameters(operation, 'path', path), undefined);
    assert.deepEqual(path, { owner: 'a', repo: 'b', issue_number: 12 });
    assert.match(validator.parameters(operation, 'query', { page: 'x' }) ?? '', /page/);
  });

  it('finds operations by path, the literal before the parameter, slashes included', () => {
    const route = createRouter(description.routes);
    const found = (method: string, path: string): unknown[] => {
      const match = route(method, path);
      return [match?.id, match?.parameters];
    };
    const repo = { owner: 'o', repo: 'r' };
    assert.deepEqual(found('GET', '/repos/o/r/issues/comments/5'), [
      'issues/get-comment',
      { ...repo, comment_id: '5' },
    ]);
    assert.deepEqual(found('GET', '/repos/o/r/commits/a/b/check-runs'), [
      'checks/list-for-ref',
      { ...repo, ref: 'a/b' },
    ]);
    assert.deepEqual(found('GET', '/repos/o/r/git/ref/heads%2Fa%2Fb'), [
      'git/get-ref',
      { ...repo, ref: 'heads/a/b' },
    ]);
    assert.deepEqual(found('GET', '/repos/o/r/contents'), [
      'repos/get-content',
      { ...repo, path: '' },
    ]);
    assert.deepEqual(found('GET', '/repos/o/r/issues/%E0%A4%A'), [undefined, undefined]);
    assert.deepEqual(found('GET', '/nowhere/at/all/here'), [undefined, undefined]);
  });

  it('finds every route of GitHub by its own path', () => {
    const route = createRouter(description.routes);
    const routes = description.routes.filter(({ path }) => !path.includes('}...{'));
    assert.ok(routes.length > 1000);
    for (const { id, method, path } of routes) {
      assert.equal(route(method, path.replaceAll(/\{\w+\}/g, 'x1'))?.id, id, path);
    }
  });

  it('names the accepted permissions as GitHub does', () => {
    assert.equal(
      acceptedHeader(ACCESS['issues/create-comment']),
      'issues=write; pull_requests=write',
    );
    assert.equal(acceptedHeader(ACCESS['meta/root']), undefined);
  });
});

describe('trimming and normalising schemas', () => {
  it('drops words and keeps a property that is called like a keyword', () => {
    const schema = {
      type: 'object',
      description: 'words',
      properties: { description: { type: 'string', example: 'x' }, title: { type: 'string' } },
      items: { title: 'words', type: 'string' },
      additionalProperties: false,
    };
    assert.deepEqual(trimSchema(schema), {
      type: 'object',
      properties: { description: { type: 'string' }, title: { type: 'string' } },
      items: { type: 'string' },
      additionalProperties: false,
    });
  });

  it('collects components through other components and around circles', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = { a: { items: ref('b') }, b: { anyOf: [ref('a'), ref('c')] }, c: {}, d: {} };
    assert.deepEqual([...schemaNames([ref('a')], schemas)].sort(), ['a', 'b', 'c']);
  });

  it('teaches Ajv null where OpenAPI says nullable', () => {
    assert.deepEqual(normalise({ nullable: true, oneOf: [{ type: 'string' }] }), {
      anyOf: [{ type: 'null' }, { oneOf: [{ type: 'string' }] }],
    });
    assert.deepEqual(normalise({ type: 'string', nullable: true, enum: ['a'] }), {
      type: 'string',
      nullable: true,
      enum: ['a', null],
    });
    assert.deepEqual(normalise({ properties: { x: { $ref: '#/components/schemas/y' } } }), {
      properties: { x: { $ref: 'y' } },
    });
  });
});
