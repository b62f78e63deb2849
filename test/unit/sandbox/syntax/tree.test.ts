// Syntax trees: what they tell, in which order, and that no text is too deep for them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { languageOf } from '../../../../sandbox/languages/languages.ts';
import { childOf, type SyntaxNode, textOf, walk } from '../../../../sandbox/syntax/tree.ts';
import { openParsers } from '../runner/permissions/permission-world.ts';

const parsers = openParsers();

function node(type: string, children: readonly SyntaxNode[] = []): SyntaxNode {
  return { type, start: 0, end: 0, isNamed: true, isError: false, children };
}

test('a walk goes through parents first, children in order', () => {
  const tree = node('a', [node('b', [node('c'), node('d')]), node('e')]);
  assert.deepEqual(
    [...walk(tree)].map(({ type }) => type),
    ['a', 'b', 'c', 'd', 'e'],
  );
});

test('a walk does not mind how deep a tree is', () => {
  let tree = node('leaf');
  for (let depth = 0; depth < 200_000; depth += 1) tree = node('parent', [tree]);
  let count = 0;
  for (const _ of walk(tree)) count += 1;
  assert.equal(count, 200_001);
});

describe('a text', () => {
  test('becomes nodes with fields and places', async () => {
    const tree = await parsers.parse('bash', 'é; ls -l');
    const command = tree.root.children.at(-1);
    assert.ok(command !== undefined && !tree.hasError);
    const name = childOf(command, 'name');
    assert.equal(name === undefined ? '' : textOf(tree, name), 'ls');
    assert.equal(textOf(tree, command), 'ls -l');
  });

  test('that makes no sense has an error', async () => {
    const tree = await parsers.parse('bash', 'echo "');
    assert.ok(tree.hasError);
    assert.ok([...walk(tree.root)].some(({ isError }) => isError));
  });

  test('with more nodes than wanted is not turned into any', async () => {
    const text = 'a;'.repeat(1_000);
    const limited = await parsers.parse('bash', text, { cpuMs: 60_000, maxNodes: 100 });
    assert.ok(limited.hasError);
    assert.deepEqual(limited.root.children, []);
    assert.ok(!(await parsers.parse('bash', text)).hasError);
  });

  test('that takes longer than wanted is given up', async () => {
    // Alone it takes the parser the better part of a minute.
    const text = 'a=( '.repeat(25_000);
    const limited = await parsers.parse('bash', text, { cpuMs: 50, maxNodes: 1_000_000 });
    assert.ok(limited.hasError);
    assert.deepEqual(limited.root.children, []);
  });
});

test('a grammar that cannot be read is an error of its own', async () => {
  const { createParsers } = await import('../../../../sandbox/syntax/parsers.ts');
  const broken = createParsers(async (file) => await Promise.reject(new Error(`no ${file}`)));
  await assert.rejects(async () => await broken.parse('bash', 'ls'), /no tree-sitter/);
});

test('a language is known by the end of a file name', () => {
  assert.equal(languageOf('a/b.test.tsx')?.grammar, 'tsx');
  assert.equal(languageOf('x.PY')?.grammar, 'python');
  assert.equal(languageOf('constructor'), undefined);
  assert.equal(languageOf('x.constructor'), undefined);
});
