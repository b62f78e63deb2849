// The assertions of a source: calls that a table knows, statements, and conditions that end in a
// failure. What is asserted is taken apart as far as the language's operators go. Pure.
import { childOf, type SyntaxNode } from '../tree.ts';
import { faintForm, isFaintComparison, SMOKE_FORMS } from './faint.ts';
import type { Assertion, AssertionForm, Call, Comparison, LanguageTable } from './table.ts';
import { isInside, type View } from './view.ts';

type Read = {
  table: LanguageTable;
  view: View;
  calls: readonly Call[];
  /** Names of functions of the file itself: what they assert, they assert inside. */
  own: ReadonlySet<string>;
  callAt: ReadonlyMap<SyntaxNode, Call>;
};

export function readAssertions(read: Read): Assertion[] {
  const { table, view, calls } = read;
  const called = calls.flatMap((call) => ruled(read, call) ?? []);
  const more = table.moreAssertions?.(view, calls) ?? [];
  const failed = new Map(
    table.failures(view, calls).map((node) => {
      const found = failure(read, node);
      return [found.operands[0] ?? node, found];
    }),
  );
  return [...[...called, ...more].map((one) => refined(read, one)), ...failed.values()].sort(
    (one, other) => one.node.start - other.node.start,
  );
}

const CHAINED = /^(?:chai\.)?(?:expect|assertThat|Assertions\.assertThat|_)\w*\(\)/;

function ruled({ table, callAt, own: defined }: Read, call: Call): Assertion | undefined {
  if (defined.has(lastName(call.path))) return undefined;
  const rule = table.assertionRules.find(
    ({ path, least = 0 }) => path.test(call.path) && call.args.length >= least,
  );
  if (rule === undefined) return undefined;
  const { skip = 0, take = call.args.length } = rule;
  const own = call.args.slice(skip, skip + take);
  const { node, form, path } = { ...rule, ...call };
  const block = call.block === undefined ? [] : [call.block];
  if (rule.isChain !== true) return { node, form, matcher: path, operands: [...own, ...block] };
  const asked =
    CHAINED.test(path) && !path.includes('.that().') ? firstOf(callAt, call)?.args : undefined;
  const receiver = call.receiver === undefined ? [] : [call.receiver];
  const operands = [...(asked ?? receiver).slice(0, 1), ...own, ...block];
  return { node, form, matcher: path, operands };
}

/** `self.check` → `check`. */
export function lastName(path: string): string {
  return /[\w$]+!?$/.exec(path)?.[0] ?? path;
}

/** The call a chain begins with: what the last one is asked of, down to the first. */
function firstOf(callAt: Read['callAt'], { receiver }: Call): Call | undefined {
  let found: Call | undefined;
  for (let at = receiver; at !== undefined; ) {
    const call: Call | undefined = callAt.get(at);
    found = call ?? found;
    at = call === undefined ? at.children[0] : call.receiver;
  }
  return found;
}

/** `assert(a === 3)` compares; `typeof x` and `x !== undefined` say little whatever the matcher. */
function refined(read: Read, one: Assertion): Assertion {
  const { table, view } = read;
  const [first, second] = one.operands;
  if (first === undefined) return one;
  if (one.form === 'throws')
    return { ...one, operands: [...one.operands, ...guarded(view, one.node)] };
  if (one.form === 'truth') {
    const isRefusal = /(?:False|false|isFalse|notOk|falsy|refute|Falsy)$/.test(one.matcher);
    return isRefusal ? one : { ...one, ...condition(read, first, true) };
  }
  if (one.form === 'other' && second !== undefined) {
    const isThere = [first, second].some((node) => table.isNothing.test(view.text(node)));
    if (isThere) return { ...one, form: 'defined', operands: [first] };
  }
  const faint = faintForm(read, one);
  if (faint !== undefined) return { ...one, form: faint };
  const yes = one.form === 'exact' ? yesOrNo(read, first, second) : undefined;
  if (yes !== undefined) return { ...one, ...yes };
  const isType = one.form === 'exact' && table.typeChecks.test(view.text(table.unwrapped(first)));
  return isType ? { ...one, form: 'type' } : one;
}

const YES_OR_NO = /^(true|True)$|^(?:false|False)$/;

/** `equal(said > 0, true)` asks no more than `ok(said > 0)`. */
function yesOrNo(read: Read, first: SyntaxNode, second = first): Asked | undefined {
  const { table, view } = read;
  const answer = [second, first].find((node) => YES_OR_NO.test(view.text(node)));
  if (answer === undefined) return undefined;
  const asked = table.unwrapped(answer === second ? first : second);
  const found = condition(read, asked, YES_OR_NO.exec(view.text(answer))?.[1] !== undefined);
  const isMade = found.form === 'truth' && found.operands[0] !== asked;
  return isMade || SMOKE_FORMS.has(found.form) ? found : undefined;
}

/** `with raises(ValueError): …` asks what stands below it. */
function guarded(view: View, node: SyntaxNode): SyntaxNode[] {
  let up = view.parent(node);
  while (up !== undefined && /^(?:with_item|with_clause|as_pattern)$/.test(up.type))
    up = view.parent(up);
  const body = up?.type === 'with_statement' ? childOf(up, 'body') : undefined;
  return body === undefined ? [] : [body];
}

type Asked = { form: AssertionForm; operands: readonly SyntaxNode[] };

/** What it means that this holds (or, if not wanted, that it does not). */
function condition(read: Read, node: SyntaxNode, isWanted: boolean): Asked {
  const { table, view } = read;
  const at = table.unwrapped(node);
  const inner = table.negated(at);
  if (inner !== undefined) return condition(read, inner, !isWanted);
  const compared = table.comparison(view, at);
  if (compared !== undefined) return comparison(read, compared, isWanted);
  const text = view.text(at);
  if (isWanted && table.typeChecks.test(text)) return { form: 'type', operands: [at] };
  const call = read.callAt.get(at);
  const [made] = call !== undefined && /^(?:bool|Boolean)$/.test(call.path) ? call.args : [];
  if (made !== undefined) return condition(read, made, isWanted);
  const isEquality =
    call !== undefined && /\b(?:DeepEqual|Equal|equals|isDeepStrictEqual)$/.test(call.path);
  if (isEquality) {
    const receiver = call.args.length < 2 && call.receiver !== undefined ? [call.receiver] : [];
    return {
      form: isWanted ? 'exact' : 'other',
      operands: [...receiver, ...call.args.slice(0, 2)],
    };
  }
  return { form: 'truth', operands: [at] };
}

function comparison({ table, view }: Read, found: Comparison, isWanted: boolean): Asked {
  const { left, right } = found;
  const nothing = [left, right].find((node) => table.isNothing.test(view.text(node)));
  const other = nothing === left ? right : left;
  const kind =
    isWanted || found.kind === 'other' ? found.kind : found.kind === 'same' ? 'different' : 'same';
  if (nothing !== undefined && kind !== 'other') {
    const isError = /err/i.test(view.text(other));
    const there = isError ? 'throws' : 'defined';
    const absent = isError ? 'not-throws' : 'exact';
    return { form: kind === 'same' ? absent : there, operands: [other] };
  }
  if (kind === 'same' && table.typeChecks.test(view.text(table.unwrapped(left)))) {
    return { form: 'type', operands: [left, right] };
  }
  if (kind === 'same') return { form: 'exact', operands: [left, right] };
  const isAsked = isWanted || kind === 'different';
  const isFaint = isAsked && isFaintComparison({ table, view }, left, right);
  return { form: isFaint ? 'defined' : 'other', operands: [left, right] };
}

/** A failure under a condition asserts that the condition does not hold. */
function failure(read: Read, node: SyntaxNode): Assertion {
  const { table, view } = read;
  const matcher = view.text(node).split(/[\s(]/, 1)[0] ?? '';
  for (let up = view.parent(node); up !== undefined; up = view.parent(up)) {
    const asked = table.conditionals.has(up.type) ? childOf(up, 'condition') : undefined;
    if (asked !== undefined && !isInside(node, asked)) {
      const isElse = childOf(up, 'alternative');
      const isWanted =
        up.type.startsWith('unless') !== (isElse !== undefined && isInside(node, isElse));
      return { node, matcher: `if … ${matcher}`, ...condition(read, asked, isWanted) };
    }
    if (table.functionTypes.has(up.type)) {
      return { node, form: 'fail', matcher, operands: [childOf(up, 'body') ?? up] };
    }
  }
  return { node, form: 'fail', matcher, operands: [view.tree.root] };
}
