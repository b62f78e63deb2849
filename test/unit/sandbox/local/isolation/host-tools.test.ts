import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findHostTools } from '../../../../../sandbox/local/isolation/host-tools.ts';

describe('programs of the host', () => {
  it('that are missing are named with their remedy', () => {
    const directory = mkdtempSync(join(tmpdir(), 'redgreen-tools-'));
    try {
      assert.throws(() => findHostTools([directory]), {
        code: 'BUBBLEWRAP_MISSING',
        hint: /apt-get install bubblewrap/,
      });
      const bwrap = join(directory, 'bwrap');
      writeFileSync(bwrap, '');
      assert.throws(() => findHostTools([directory]), { code: 'BUBBLEWRAP_MISSING' });
      chmodSync(bwrap, 0o755);
      assert.throws(() => findHostTools([directory]), {
        code: 'SYSTEM_TOOL_MISSING',
        message: /prlimit/,
        hint: /apt-get install util-linux/,
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
