// Other chances, for runtimes whose dice can be handed over: the first two throws of a program are the
// highest and the lowest there are, and what is promised is promised for these as well. Who has seeded
// the dice gets what the seed says. Pure.

/** Which of both comes first differs from one run line to another. */
export function diceVariables(line: string): Record<string, string> {
  const sum = Array.from(line).reduce((total, one) => total + (one.codePointAt(0) ?? 0), 0);
  return { FIRST_DICE: sum % 2 === 0 ? 'high low' : 'low high' };
}

/** By name in the directory. */
export const DICE_FILES: Readonly<Record<string, string>> = {
  'dice.cjs': `const { random } = Math;
const first = (process.env.FIRST_DICE ?? '').split(' ').map((one) => (one === 'high' ? 1 - 2 ** -40 : 2 ** -40));
Math.random = () => first.shift() ?? random();
`,
  'dice.py': `import os, random
_first = os.environ.get('FIRST_DICE', '').split()
_own, _below, _random, _seed = random._inst, random._inst._randbelow, random._inst.random, random._inst.seed
def throw(): return (1 - 2**-40 if _first.pop(0) == 'high' else 2**-40) if _first else _random()
def below(n): return (n - 1 if _first.pop(0) == 'high' else 0) if _first and n > 0 else _below(n)
def seed(*given, **named):
    _first.clear()
    return _seed(*given, **named)
_own.random = random.random = throw
_own._randbelow = below
_own.seed = random.seed = seed
`,
};
