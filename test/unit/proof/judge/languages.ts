// One submission per language to judge a single file in: a plan with its contract, the other files
// of the repository, and where tests of that language lie.
import { judgeCases } from '../../../../app/proof/judge/judge.ts';
import type { Judgement } from '../../../../app/proof/judge/objection.ts';
import { Plan } from '../../../../sandbox/protocol/plan.ts';
import { treesOf } from '../../../support/syntax.ts';
import { file, PLAN, testCase } from '../samples.ts';

type Setting = {
  path: string;
  run: string;
  contract: readonly string[];
  base: readonly string[];
  manifests?: Readonly<Record<string, string>>;
};

const SETTINGS = {
  javascript: {
    path: 'test/redgreen/t1.test.mjs',
    run: 'node --test test/redgreen/t1.test.mjs',
    contract: ['src/greet.mjs', 'bin/app.mjs'],
    base: ['README.md', 'src/greet.mjs', 'src/inner.mjs', 'bin/app.mjs'],
  },
  typescript: {
    path: 'test/redgreen/t1.test.ts',
    run: 'npx vitest run test/redgreen/t1.test.ts',
    contract: ['src/cart.ts'],
    base: ['src/cart.ts', 'src/inner.ts'],
  },
  python: {
    path: 'tests/test_t1.py',
    run: 'pytest tests/test_t1.py',
    contract: ['shop/cart.py'],
    base: ['README.md', 'shop/__init__.py', 'shop/cart.py', 'shop/secret.py'],
  },
  go: {
    path: 'cart/cart_t1_test.go',
    run: 'go test ./cart',
    contract: ['cart/cart.go'],
    base: ['go.mod', 'cart/cart.go', 'internal/secret/secret.go'],
    manifests: { 'go.mod': 'module example.com/shop\n\ngo 1.22\n' },
  },
  rust: {
    path: 'tests/cart_t1.rs',
    run: 'cargo test --test cart_t1',
    contract: ['src/cart.rs'],
    base: ['Cargo.toml', 'src/lib.rs', 'src/cart.rs', 'src/secret.rs'],
    manifests: { 'Cargo.toml': '[package]\nname = "shop"\n' },
  },
  java: {
    path: 'src/test/java/com/acme/CartT1Test.java',
    run: 'mvn -q test -Dtest=CartT1Test',
    contract: ['src/main/java/com/acme/Cart.java'],
    base: ['src/main/java/com/acme/Cart.java', 'src/main/java/com/acme/Ledger.java'],
  },
  ruby: {
    path: 'spec/t1_spec.rb',
    run: 'bundle exec rspec spec/t1_spec.rb',
    contract: ['lib/shop/cart.rb'],
    base: ['lib/shop/cart.rb', 'lib/shop/secret.rb', 'spec/spec_helper.rb'],
  },
  bash: {
    path: 'test/t1.sh',
    run: 'bash test/t1.sh',
    contract: ['bin/app'],
    base: ['README.md', 'bin/app', 'src/app.sh'],
  },
} satisfies Record<string, Setting>;

export type Judged = keyof typeof SETTINGS;

export type Cheat = readonly [what: string, text: string, rules: readonly string[]];

/** What is said about one file of a kept criterion, which needs no second case. */
export async function judgeFile(
  language: Judged,
  text: string,
  { surface = 'public_api', more = [] }: { surface?: string; more?: readonly string[] } = {},
): Promise<Judgement> {
  const { path, run, contract, base, manifests }: Setting = SETTINGS[language];
  const plan = Plan.parse({
    ...PLAN,
    criteria: [{ id: 'R1', text: 'it works', kind: 'keep', surface }],
    contract: [...contract, ...more],
    paths: ['src', 'shop'],
  });
  const files = [file(path, text)];
  return judgeCases({
    plan,
    cases: [testCase('T1', 'R1', { files: [path], run })],
    files,
    trees: await treesOf(files),
    basePaths: base,
    manifests: new Map(Object.entries(manifests ?? {})),
  });
}

/** The rules that object, each once. */
export async function rulesOf(language: Judged, text: string): Promise<string[]> {
  const { objections } = await judgeFile(language, text);
  return [...new Set(objections.map(({ rule }) => rule))].sort();
}
