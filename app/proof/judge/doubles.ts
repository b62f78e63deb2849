// Doubles in the place of the project's own code: by a library, by a module mock, by assignment. Of
// the platform and of packages from outside a test may make doubles. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Found } from '../../../sandbox/syntax/code/table.ts';
import { ancestors, isInside, named } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../sandbox/syntax/tree.ts';

export function judgeDoubles(code: Code, isOurs: (module: string) => boolean): Found[] {
  const { table, view, calls } = code;
  const theirs = namesOf(code, (module) => !isOurs(module));
  const ours = namesOf(code, isOurs);
  const found = table.mocks(view, calls).flatMap(({ node, kind, target }): Found[] => {
    const root = target.split(/[.:[]/, 1)[0] ?? target;
    if (kind === 'library') {
      return [
        { node, message: `the library \`${target}\` puts doubles in the place of real code` },
      ];
    }
    if (kind === 'module') {
      return isOurs(target) ? [{ node, message: `\`${target}\` is replaced by a double` }] : [];
    }
    if (theirs.has(root) || (isQualified(target) && !ours.has(root) && !isOurs(target))) return [];
    return [{ node, message: `a part of \`${target}\` is replaced by a double` }];
  });
  return [...found, ...assigned(code, ours)];
}

/** `java.net.http.HttpClient` names where it comes from. */
function isQualified(target: string): boolean {
  return /^\w+(?:\.\w+)+$/.test(target);
}

function namesOf({ imports }: Code, isWanted: (module: string) => boolean): Set<string> {
  return new Set(
    imports.filter(({ module }) => module !== '' && isWanted(module)).flatMap(({ names }) => names),
  );
}

const ASSIGNMENTS = ['assignment_expression', 'assignment', 'assignment_statement'];
const MEMBERS =
  /^(?:member_expression|subscript_expression|attribute|selector_expression|field_access|call|expression_list)$/;

/** `greeter.greet = () => 'x'`. */
function assigned(code: Code, ours: ReadonlySet<string>): Found[] {
  const { view, mentions } = code;
  return view.ofType(...ASSIGNMENTS).flatMap((node) => {
    const left = childOf(node, 'left');
    if (left === undefined || !MEMBERS.test(left.type)) return [];
    const [name = ''] = mentions(left);
    const isMember = /[.[]/.test(view.text(left));
    return isMember && ours.has(name) && !mustFail(code, node)
      ? [{ node, message: `a part of \`${name}\` is replaced by a double` }]
      : [];
  });
}

const REFUSES = /raises|throws|rejects|toThrow/i;

/**
 * `assert.throws(() => (limits.most = 5))`: once it is done nothing is left that could throw, so
 * that nothing is replaced in a test that passes.
 */
function mustFail(code: Code, assignment: SyntaxNode): boolean {
  const { view, assertions } = code;
  if (ASSIGNMENTS.includes(childOf(assignment, 'right')?.type ?? '')) return false;
  const isAround = (node: SyntaxNode) => isInside(assignment, node);
  const around = assertions.filter(
    ({ node, operands }) => isAround(node) || operands.some(isAround),
  );
  const [only, ...more] = around;
  if (only === undefined || more.length > 0) return false;
  if (only.form !== 'throws' || !REFUSES.test(only.matcher)) return false;
  const body = only.operands.find(isAround);
  const block = ancestors(view, assignment).find(({ type }) => type === 'with_statement');
  const contexts = named(named(block).find(({ type }) => type === 'with_clause'));
  return body !== undefined && contexts.length < 2 && alone(code.table, body) === assignment;
}

/** The one thing that is done there. */
function alone(table: Code['table'], node: SyntaxNode): SyntaxNode | undefined {
  const own = table.unwrapped(node);
  if (table.functionTypes.has(own.type)) {
    const body = childOf(own, 'body');
    const isPlain = body !== undefined && !table.functionTypes.has(table.unwrapped(body).type);
    return isPlain ? alone(table, body) : undefined;
  }
  if (!/^(?:statement_block|block|expression_statement)$/.test(own.type)) return own;
  const [first, ...more] = named(own);
  return first === undefined || more.length > 0 ? undefined : alone(table, first);
}
