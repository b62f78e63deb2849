// From an agent's sandbox to a person's clone: what is collected, laid again for the verification and
// published is, byte by byte, what `git clone` gives, whatever the repository's attributes say.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clonedFindings } from '../../../../app/proof/tamper/attributes.ts';
import { layAsCloned } from '../../../../app/steps/tree/as-cloned.ts';
import {
  changedPaths,
  collectChanges,
  collectHoldable,
} from '../../../../app/steps/tree/collect.ts';
import { applyChanges, inWorkspace, openWorkspace } from '../../../../app/steps/tree/workspace.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';
import {
  file,
  latin,
  type Odd,
  type OddWorld,
  openOddWorld,
  readAll,
} from '../../workspace/odd-world.ts';
import { openFolderSandbox } from './folder-sandbox.ts';

const { signal } = new AbortController();

type Played = {
  base: readonly Odd[];
  /** What the agent does. */
  work: string;
};

const PLAYS: Record<string, Played> = {
  'line ends, where a file is edited and another is new': {
    base: [
      { path: '.gitattributes', content: '*.bat text eol=crlf\nold.txt text\n' },
      { path: 'run.bat', content: 'one\ntwo\n' },
      { path: 'old.txt', content: 'kept with\r\nits ends\r\n' },
    ],
    work: String.raw`sed -i 's/two/three/' run.bat; printf 'new\n' > new.bat; cp run.bat copy.bat`,
  },
  'attributes in a folder, ids and an encoding': {
    base: [
      {
        path: 'win/.gitattributes',
        content: '* ident\n*.u16 working-tree-encoding=UTF-16LE-BOM\n',
      },
      { path: 'win/id.txt', content: '$Id$\n' },
      { path: 'win/text.u16', content: 'hello\n' },
      { path: 'other.txt', content: '$Id$\n' },
    ],
    work: String.raw`echo more >> win/id.txt
      cat win/text.u16 win/text.u16 > win/twice.u16`,
  },
  'attributes that the work adds, which turn what it never touched': {
    base: [
      { path: 'a.txt', content: 'a\nb\n' },
      { path: 'deep/b.txt', content: 'b\n' },
      { path: 'c.md', content: 'c\n' },
    ],
    work: String.raw`echo '*.txt eol=crlf' > .gitattributes; echo new > deep/new.txt`,
  },
  'attributes that the work takes away': {
    base: [
      { path: '.gitattributes', content: '*.txt eol=crlf\n' },
      { path: 'a.txt', content: 'a\nb\n' },
    ],
    work: 'rm .gitattributes',
  },
  'folders that become files, and back': {
    base: [
      { path: '.gitattributes', content: '* text eol=crlf\n' },
      { path: 'folder/one', content: '1\n' },
      { path: 'folder/.gitattributes', content: '* -text\n' },
      { path: 'file', content: '2\n' },
      { path: 'sub', mode: '160000', content: '1'.repeat(40) },
    ],
    work: String.raw`rm -r folder file; echo 3 > folder; mkdir file; echo 4 > file/in
      rmdir sub; echo 5 > sub`,
  },
  'links, programs and odd names beside attributes': {
    base: [
      { path: '.gitattributes', content: '* text=auto eol=crlf\n' },
      { path: latin('caf\xe9.txt'), content: 'odd\n' },
      { path: 'link', mode: '120000', content: latin('\xff') },
      { path: 'sub', mode: '160000', content: '1'.repeat(40) },
      { path: 'plain', content: 'x\n' },
      { path: 'goes', content: 'x\n' },
    ],
    work: String.raw`ln -s "$(printf '\351/\377')" 'new link'; chmod +x plain; rm goes
      mkdir goes; printf 'a\nb\n' > "goes/say \"hi\" ü"; printf '\0\n' > binary; echo x > -rf`,
  },
};

describe('what an agent leaves', () => {
  let world: OddWorld;
  before(async () => {
    world = await openOddWorld();
  });
  after(async () => await world[Symbol.asyncDispose]());

  const collect = async (sha: string, work: string): Promise<FileChange[]> => {
    await using agent = await openFolderSandbox();
    await openWorkspace(agent.sandbox, { base: await world.pack(sha), changes: [], signal });
    await inWorkspace(agent.sandbox, work, signal);
    return await collectChanges(agent.sandbox, signal);
  };

  for (const [at, [what, { base, work }]] of Object.entries(PLAYS).entries()) {
    it(`is in a fresh clone what was verified: ${what}`, async () => {
      const { sha } = await world.push(`base-${at}`, base);
      const changes = await collect(sha, work);
      await using verifier = await openFolderSandbox();
      await openWorkspace(verifier.sandbox, { base: await world.pack(sha), changes, signal });
      // As if a setup had told git something of its own.
      await inWorkspace(verifier.sandbox, 'git config core.autocrlf true', signal);
      await layAsCloned(verifier.sandbox, changes, signal);
      await world.publish(sha, changes, `redgreen/issue-2${at}`);
      const cloned = await world.clone(`redgreen/issue-2${at}`);
      assert.deepEqual(await readAll(Buffer.from(verifier.workspace)), cloned.files);
      assert.doesNotMatch(cloned.status, / (?:new|copy|run|win|goes|a|deep)/);
    });
  }

  it('is kept as git keeps it, so that a diff shows what was changed and no more', async () => {
    const { sha } = await world.push(
      'kept',
      PLAYS['line ends, where a file is edited and another is new']?.base ?? [],
    );
    const changes = await collect(sha, `sed -i 's/two/three/' run.bat`);
    assert.deepEqual(
      changes.map((one) => [
        one.path,
        'content' in one && Buffer.from(one.content, 'base64').toString(),
      ]),
      [['run.bat', 'one\nthree\n']],
    );
  });

  it('is told where it has names that no text can hold, and none of it is lost in silence', async () => {
    const { sha } = await world.push('names', [{ path: latin('\xe9'), content: '1' }]);
    await using agent = await openFolderSandbox();
    await openWorkspace(agent.sandbox, { base: await world.pack(sha), changes: [], signal });
    assert.deepEqual(await changedPaths(agent.sandbox, signal), []);
    await inWorkspace(agent.sandbox, String.raw`printf 2 > "$(printf 'x\377')"`, signal);
    const changed = await changedPaths(agent.sandbox, signal);
    assert.deepEqual(changed, [{ path: 'x\udcff', mode: '100644' }]);
    await assert.rejects(collectChanges(agent.sandbox, signal), { code: 'VALIDATION_ERROR' });
  });

  it('is kept as far as a commit can hold it while nobody can be asked', async () => {
    const { sha } = await world.push('parked', [{ path: 'a', content: '1' }]);
    await using agent = await openFolderSandbox();
    await openWorkspace(agent.sandbox, { base: await world.pack(sha), changes: [], signal });
    const work = String.raw`mkdir .GIT; echo x > .GIT/config; git init -q inner; echo y > inner/b
      printf 2 > "$(printf '\377')"; printf 3 > 'back\slash'; echo kept > good`;
    await inWorkspace(agent.sandbox, work, signal);
    await assert.rejects(collectChanges(agent.sandbox, signal), { code: 'WORKSPACE_UNAVAILABLE' });
    assert.deepEqual(await collectHoldable(agent.sandbox, signal), [file('good', 'kept\n')]);
  });

  it('says which files a program of each machine makes, and what git could not write', async () => {
    const attributes = '*.bin filter=lfs\n*.u16 working-tree-encoding=UTF-16\n';
    const { sha } = await world.push('told', [
      { path: '.gitattributes', content: attributes },
      { path: 'a.bin', content: 'pointer' },
      { path: latin('\xe9.bin'), content: 'pointer' },
    ]);
    const content = Buffer.from('\xff\xff', 'latin1').toString('base64');
    const changes: FileChange[] = [{ path: 'x.u16', mode: 0o644, content }];
    await using verifier = await openFolderSandbox();
    await openWorkspace(verifier.sandbox, { base: await world.pack(sha), changes, signal });
    const cloned = await layAsCloned(verifier.sandbox, changes, signal);
    assert.deepEqual(cloned.filtered, [{ filter: 'lfs', path: 'a.bin', count: 2 }]);
    assert.match(cloned.refused.join(), /failed to encode 'x\.u16'/);
    assert.deepEqual(
      clonedFindings(cloned).map(({ kind, path }) => [kind, path]),
      [
        ['checkout-differs', 'a.bin'],
        ['checkout-differs', '.gitattributes'],
      ],
    );
    await applyChanges(verifier.sandbox, [{ path: '.gitattributes', deleted: true }], signal);
  });
});
