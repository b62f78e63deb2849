// Shell scripts that look for their tests. They are programs: how they end is their own business. Pure.
import { ASKS_NOTHING, NO_ENDS, NO_MACHINERY, type Tamper } from '../../syntax/code/tamper.ts';

export const TAMPER: Tamper = {
  asks: { ...ASKS_NOTHING, runnerVariables: [String.raw`BATS_\w+`] },
  words: [{ kind: 'caller-read', pattern: /\$PPID\b/g }],
  ownWords: [
    {
      kind: 'test-files-used',
      // Without quotes around what it names.
      pattern: /(?<![\w/.-])(?:\.\/)?(?:tests?|specs?)\/[\w*?$.{-]/g,
      except: /test|check|lint|coverage|\bci\b/i,
    },
  ],
  ends: { ...NO_ENDS, isProgram: () => true },
  machinery: NO_MACHINERY,
};
