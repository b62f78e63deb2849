// Doubles in the place of the project's own code: by a library, by a module mock, by assignment. Of
// the platform and of packages from outside a test may make doubles. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Found } from '../../../sandbox/syntax/code/table.ts';
import { childOf } from '../../../sandbox/syntax/tree.ts';

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
function assigned({ view, mentions }: Code, ours: ReadonlySet<string>): Found[] {
  return view.ofType(...ASSIGNMENTS).flatMap((node) => {
    const left = childOf(node, 'left');
    if (left === undefined || !MEMBERS.test(left.type)) return [];
    const [name = ''] = mentions(left);
    const isMember = /[.[]/.test(view.text(left));
    return isMember && ours.has(name)
      ? [{ node, message: `a part of \`${name}\` is replaced by a double` }]
      : [];
  });
}
