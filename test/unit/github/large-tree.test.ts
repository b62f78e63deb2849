// Of a large tree GitHub lists only a part at once: what is taken back is found folder by folder.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeForge } from '../forge/seeded-forge.ts';
import { BRANCH, begin, bytes, connect } from './connected.ts';

test('a change of a tree that GitHub does not list whole is taken back byte for byte', async () => {
  const others = Array.from({ length: 12 }, (_one, at) => [`a/${at}/file`, `${at}`]);
  const files = {
    'src/deep/cart.ts': 'old\n',
    'src/gone.ts': 'gone\n',
    'z.ts': 'z\n',
    ...Object.fromEntries(others),
  };
  const connected = await connect({}, { options: { mostTreeEntries: 10 }, repository: { files } });
  const { github, repository, seeded } = connected;
  try {
    const first = await begin(connected);
    const changed = [
      { path: 'src/deep/cart.ts', mode: '100755', content: bytes('new\n') },
      { path: 'src/gone.ts', deleted: true },
      { path: 'new/folder/x.ts', mode: '100644', content: bytes('x\n') },
      { path: 'z.ts', deleted: true },
      { path: 'z.ts/inner', mode: '100644', content: bytes('now a folder\n') },
    ] as const;
    const wanted = { branch: BRANCH, parent: first.sha, message: 'Done', files: changed };
    const { sha: delivered } = await github.commit(repository, wanted);
    const paths = changed.map(({ path }) => path);
    const reversal = { branch: BRANCH, delivered, before: seeded.headSha, paths, message: 'Back' };
    const reverted = await github.revert(repository, reversal);
    assert.equal(reverted.kind, 'reverted');
    const head = (await github.branchSha(repository, BRANCH)) ?? '';
    const { treeSha } = await github.commitFacts(repository, head);
    assert.equal(treeSha, first.treeSha);
    assert.deepEqual(await github.revert(repository, reversal), { kind: 'nothing', headSha: head });
  } finally {
    await closeForge(seeded);
  }
});
