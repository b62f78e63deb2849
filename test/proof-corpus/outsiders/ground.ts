// Tests in few words, for cases that differ in what they ask only. Pure.
import type { Files } from '../../support/proof-world/repository.ts';

/** A repository in which nothing is yet. */
export const BARE_NODE: Files = {
  'package.json': '{ "name": "ground", "type": "module" }\n',
  'src/index.mjs': 'export const VERSION = 1;\n',
};
export const BARE_PYTHON: Files = { 'kit/__init__.py': '' };

export function inNode(imports: string, body: string, assertions = 'node:assert/strict'): string {
  return `import assert from '${assertions}';
import { test } from 'node:test';
${imports}

test('does what is promised', async () => {
${indented(body, '  ')}
});
`;
}

export function inPython(imports: string, body: string): string {
  return `import unittest
${imports}


class Promised(unittest.TestCase):
    def test_promise(self):
${indented(body, '        ')}
`;
}

function indented(body: string, by: string): string {
  return body.replaceAll(/^(?=.)/gm, by);
}
