// A sandbox in another place: the same files under other names, and nothing of the usual ones.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ANOTHER_PLACE, type PlacePart, type Sandbox } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld } from './local-world.ts';

const ALL: PlacePart[] = ['hostname', 'user', 'home', 'workspace', 'machine'];
const TOLD = 'hostname; id -un; id -gn; id -u; id -g; echo "$USER $LOGNAME $HOME"; echo ~; pwd';

describe('a sandbox elsewhere', () => {
  let world: LocalWorld;
  let snapshotId: string;

  before(async () => {
    world = await openLocalWorld();
    const sandbox = await world.create();
    await sandbox.upload('/workspace/kept.txt', Buffer.from('kept'));
    await sandbox.upload('/home/user/.cache/kept.txt', Buffer.from('cached'));
    ({ snapshotId } = await sandbox.snapshot());
    await sandbox.destroy();
  });
  after(async () => await world.close());

  const from = () => ({ kind: 'snapshot', snapshotId }) as const;
  const say = async (sandbox: Sandbox, command: string, cwd: string) => {
    const { stdout, stderr } = await sandbox.exec({ command, cwd, timeoutMs: 10_000 });
    return `${stdout}${stderr}`.trim().split('\n');
  };

  it('has another host, user, home and workspace', async () => {
    const sandbox = await world.create({ from: from(), elsewhere: ALL });
    const { hostname, user, home, workspace } = ANOTHER_PLACE;
    const { name, id } = user;
    assert.deepEqual(await say(sandbox, TOLD, workspace), [
      hostname,
      name,
      name,
      String(id),
      String(id),
      `${name} ${name} ${home}`,
      home,
      workspace,
    ]);
    const files = 'cat kept.txt ~/.cache/kept.txt; stat -c " %U" kept.txt; touch new ~/new';
    assert.deepEqual(await say(sandbox, files, workspace), [`keptcached ${name}`]);
    const gone = 'ls -d /workspace /home/user 2>/dev/null; getent hosts "$(hostname)" | wc -l';
    assert.deepEqual(await say(sandbox, gone, workspace), ['1']);
  });

  it('is told to be another machine, with programs in another place', async () => {
    const [usual, other] = await Promise.all([
      world.create({ from: from() }),
      world.create({ from: from(), elsewhere: ['machine'] }),
    ]);
    const script = `const os = require('os');
      const said = [os.cpus().length, os.totalmem(), Math.round(os.uptime() / 86400), os.loadavg()[0], process.execPath];
      console.log(JSON.stringify([...said, require('fs').existsSync('/etc/os-release')]));`;
    const tell = async (sandbox: Sandbox): Promise<unknown[]> => {
      const [line = ''] = await say(sandbox, `node -e "${script}"`, '/workspace');
      return JSON.parse(line);
    };
    const [here, there] = await Promise.all([tell(usual), tell(other)]);
    assert.deepEqual(
      there.map((value, index) => value === here[index]),
      here.map(() => false),
      JSON.stringify([here, there]),
    );
    assert.equal(there[0], Number(here[0]) + 1);
    const python = 'python3 -c "import os, sys; print(os.cpu_count() - '.concat(
      `${String(here[0])}, sys.executable)"`,
    );
    assert.deepEqual(await say(other, python, '/workspace'), ['1 /srv/tools/bin/python3']);
    assert.deepEqual(await say(other, 'cat kept.txt', '/workspace'), ['kept']);
  });

  it('tells what was left there as in the usual place', async () => {
    const sandbox = await world.create({ from: from(), elsewhere: ALL });
    await sandbox.mark();
    await say(sandbox, 'cat kept.txt', ANOTHER_PLACE.workspace);
    assert.equal((await sandbox.traces()).isUntouched, true);
    await say(sandbox, 'touch made.txt', ANOTHER_PLACE.workspace);
    assert.deepEqual((await sandbox.traces()).left, ['made.txt']);
  });

  it('changes only the part that was asked for', async () => {
    const sandbox = await world.create({ from: from(), elsewhere: ['hostname'] });
    assert.deepEqual(await say(sandbox, TOLD, '/workspace'), [
      ANOTHER_PLACE.hostname,
      'user',
      'user',
      '1000',
      '1000',
      'user user /home/user',
      '/home/user',
      '/workspace',
    ]);
  });
});
