// What is known about a language: how to find in its trees what the proof talks about. One table
// per language; the readers beside this file are the same for all of them.
import type { SyntaxNode } from '../tree.ts';
import type { Dice } from './dice.ts';
import type { Places } from './places.ts';
import type { View } from './view.ts';

/** A call, a macro, or what reads like one. */
export type Call = {
  node: SyntaxNode;
  /** As written, arguments left out: `t.Skip`, `expect().not.toBe`, `assert_eq!`. */
  path: string;
  args: readonly SyntaxNode[];
  /** What the last name of the path is asked of. */
  receiver?: SyntaxNode;
  /** A block handed over beside the arguments. */
  block?: SyntaxNode;
};

export type FunctionPart = {
  name: string;
  /** With the names around it: `Cart.total`, `outer.inner`. */
  symbol: string;
  node: SyntaxNode;
  kind: 'function' | 'method' | 'constructor' | 'accessor';
  /** The first own parameter that is a plain name; receivers such as `self` left out. */
  firstArgument?: string;
  firstArgumentType?: SyntaxNode;
  body: SyntaxNode;
  /** The body is one expression, not a block. */
  isExpression: boolean;
  returns?: SyntaxNode;
};

export type ImportPart = {
  node: SyntaxNode;
  module: string;
  /** The names it gives to things in this file; `*` for all of them. */
  names: readonly string[];
  /** The module is no plain string. */
  isComputed: boolean;
};

export type TestPart = { name: string; node: SyntaxNode; title?: SyntaxNode };

/** Found at a place, with words that say what is wrong. */
export type Found = { node: SyntaxNode; message: string };

/** `module`: replaced as a whole. `member`: a part of the thing with that name. `library`: no target. */
export type MockPart = { node: SyntaxNode; kind: 'module' | 'member' | 'library'; target: string };

/** How much an assertion says. From `defined` down it says only that nothing blew up. */
export type AssertionForm =
  | 'exact'
  | 'close'
  | 'partial'
  | 'truth'
  | 'throws'
  | 'snapshot'
  | 'fail'
  | 'other'
  | 'defined'
  | 'type'
  | 'not-throws';

export type Assertion = {
  node: SyntaxNode;
  form: AssertionForm;
  /** As written: `assert.equal`, `expect().toBe`, `if … t.Errorf`. */
  matcher: string;
  /** What is compared, or the one thing asked about. */
  operands: readonly SyntaxNode[];
};

export type AssertionRule = {
  path: RegExp;
  form: AssertionForm;
  /** With fewer arguments it is something else. */
  least?: number;
  /** Arguments before the operands, such as `t`. */
  skip?: number;
  take?: number;
  /** `expect(x).toBe(y)`: the arguments of the first call of the chain come first. */
  isChain?: boolean;
};

export type Comparison = {
  kind: 'same' | 'different' | 'other';
  left: SyntaxNode;
  right: SyntaxNode;
};

export type Hollow = 'returns-nothing' | 'returns-first-argument';

/** What stands in the place of a body, and the value it returns. */
export type HollowBody = { text: string; value: string };

/** Optional parts are written down as undefined, so that none is left out by mistake. */
export type LanguageTable = Syntax &
  TestSyntax & {
    /** As people call it. */
    name: string;
    /** Where imported modules lie; undefined: nothing is imported. */
    places: Places | undefined;
    twin: TwinWords;
  };

/** Functions, imports, names and bodies. */
export type Syntax = {
  /** Names: where they stand for a thing and not for a member of one. */
  isMention(view: View, node: SyntaxNode): boolean;
  callOf(view: View, node: SyntaxNode): Call | undefined;
  /** A call is a command: its path is the program, its arguments are the words after it. */
  isCommandLine: boolean;
  functions(view: View): FunctionPart[];
  imports(view: View): ImportPart[];
  /** What is left when brackets and `await` are taken off; for `!x` see `negated`. */
  unwrapped(node: SyntaxNode): SyntaxNode;
  /** Node types of conditions: with field `condition`. */
  conditionals: ReadonlySet<string>;
  functionTypes: ReadonlySet<string>;
  /** Which nodes give a name a value. */
  bindings: readonly { type: string; left: string; right: string }[];
  parameterLists: ReadonlySet<string>;
  stringTypes: ReadonlySet<string>;
  /** Says nothing to whoever runs it: types that are gone by then, texts about the code. */
  isErased(node: SyntaxNode): boolean;
  /** How it writes these; `nothing` is a statement, `comment` begins one that its line ends. */
  writes: { yes: string; no: string; nothing: string; comment: string };
  /** Undefined: no body can be put in the place of another. */
  hollow: ((view: View, part: FunctionPart, how: Hollow) => HollowBody | undefined) | undefined;
  /** Of the text of a file: whether only that file can call a function of it. */
  privacy(text: string): (part: FunctionPart, whole: { start: number; end: number }) => boolean;
};

/** Tests: what declares, skips, asserts and fakes. */
export type TestSyntax = {
  tests(view: View, calls: readonly Call[]): TestPart[];
  /** Without a declared test nothing in a test file would run. */
  needsDeclaredTests: boolean;
  skips(view: View, calls: readonly Call[]): Found[];
  mocks(view: View, calls: readonly Call[]): MockPart[];
  assertionRules: readonly AssertionRule[];
  /** Assertions that are no calls. */
  moreAssertions: ((view: View, calls: readonly Call[]) => Assertion[]) | undefined;
  /** Nodes that make a test fail, whatever they are given. */
  failures(view: View, calls: readonly Call[]): SyntaxNode[];
  comparison(view: View, node: SyntaxNode): Comparison | undefined;
  negated(node: SyntaxNode): SyntaxNode | undefined;
  /** What the platform offers: it says nothing about the project. */
  builtins: ReadonlySet<string>;
  /** Modules that say nothing about the project: test libraries, pure parts of the platform. */
  inertModules: RegExp;
  isNothing: RegExp;
  typeChecks: RegExp;
  network: { calls: RegExp; modules: RegExp };
  /** Reads a file, or asks about one. */
  reads: RegExp;
  /** Starts another program; what an import of `module` gives does, whatever it is called. */
  spawns: { calls: RegExp; modules: RegExp };
  /** How a function is written: asked of it, by handing it over, or by a call that does nothing else. */
  shapes: { members: RegExp; readers: RegExp; always: RegExp };
  /** Handlers that keep failures from being seen. */
  swallows(view: View, calls: readonly Call[]): { guarded: SyntaxNode; handler: SyntaxNode }[];
  /** An assertion whose failure nobody waits for. */
  isUnawaited: ((view: View, call: Call) => boolean) | undefined;
};

/** Matches nothing: for what a language does not have. */
export const NEVER = /(?!)/;
/** Matches everything. */
export const ALWAYS = /(?:)/;

/**
 * How a language writes what a twin needs: a negation, a value that equals nothing asked for, a
 * failure; in more than one way where it has more. What it cannot say in one expression is undefined.
 */
export type TwinWords = {
  negated: ((text: string, dice: Dice) => string) | undefined;
  /** Another value, whatever this one is: where it can, of the same type. */
  wrapped: ((text: string, dice: Dice) => string) | undefined;
  /** In the place of what has to throw: something that does not. Or of what is thrown: another. */
  unthrown: ((of: { matcher: string; text: string }, dice: Dice) => string) | undefined;
  /** In the place of an assertion: a failure. */
  failing: ((view: View, node: SyntaxNode, dice: Dice) => string) | undefined;
  /** An assertion that fails need not end the test: each has to expect something else. */
  isEach: boolean;
};
