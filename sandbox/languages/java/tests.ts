// Tests of Java: JUnit 4 and 5, AssertJ, Hamcrest, TestNG. Pure.
import { comparing, forged, negating } from '../../syntax/code/frames.ts';
import {
  ALWAYS,
  type AssertionRule,
  type Call,
  type Found,
  type MockPart,
  NEVER,
  type TestPart,
  type TestSyntax,
} from '../../syntax/code/table.ts';
import { named, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';

const JUNIT = String.raw`^(?:Assertions\.|Assert\.)?`;
const RULES: readonly AssertionRule[] = [
  rule('assert(?:Equals|ArrayEquals|IterableEquals|LinesMatch|Same)$', 'exact', 2),
  rule('assertNull$', 'exact', 1),
  rule('assert(?:True|False)$', 'truth', 1),
  rule('assertNotNull$', 'defined', 1),
  rule('assertInstanceOf$', 'type', 2),
  rule('assert(?:Throws|ThrowsExactly|Timeout\\w*)$', 'throws', 2),
  rule('assertDoesNotThrow$', 'not-throws', 1),
  rule('assertAll$', 'other', 9),
  rule('assertNot\\w+$', 'other', 2),
  { path: new RegExp(`${JUNIT}assertThat$`), form: 'partial', least: 2 },
  chain(
    '(?:isEqualTo|isSameAs|containsExactly\\w*|hasSize|isNull|isEmpty|isZero|hasToString)$',
    'exact',
  ),
  chain('(?:isCloseTo|isEqualByComparingTo)$', 'close'),
  chain('(?:contains\\w*|startsWith|endsWith|matches|hasMessage\\w*|extracting)$', 'partial'),
  chain('(?:isTrue|isFalse)$', 'truth'),
  chain('(?:isNotNull|isPresent|isNotEmpty)$', 'defined'),
  chain('(?:isInstanceOf|isExactlyInstanceOf)$', 'type'),
  chain('doesNotThrowAnyException$', 'not-throws'),
  chain('\\w+$', 'other'),
  // One that the project brings along.
  {
    path: /^(?:\w+\.)?(?:assert|expect)(?!That$|WithMessage$)[A-Z]\w*$/,
    form: 'other',
    take: 0,
    least: 1,
  },
];

function rule(names: string, form: AssertionRule['form'], take: number): AssertionRule {
  return { path: new RegExp(JUNIT + names), form, take };
}

function chain(names: string, form: AssertionRule['form']): AssertionRule {
  const path = String.raw`^(?:Assertions\.)?assert(?:That\w*|WithMessage)\(\)(?:\.\w+\(\))*?\.`;
  return { path: new RegExp(path + names), form, isChain: true };
}

export const TESTS: TestSyntax = {
  tests,
  needsDeclaredTests: true,
  skips,
  mocks,
  assertionRules: RULES,
  moreAssertions: (view: View) =>
    view.ofType('assert_statement').flatMap((node) => {
      const [operand] = named(node);
      return operand === undefined
        ? []
        : [{ node, form: 'truth' as const, matcher: 'assert', operands: [operand] }];
    }),
  failures: (view: View, calls: readonly Call[]) => [
    ...view.ofType('throw_statement'),
    ...calls
      .filter(({ path, args }) =>
        path === 'System.exit'
          ? /^[1-9]/.test(view.text(args[0]))
          : /^(?:Assertions\.|Assert\.)?fail$/.test(path),
      )
      .map(({ node }) => node),
  ],
  comparison: comparing('binary_expression'),
  negated: negating('unary_expression', 'operand'),
  builtins: new Set(
    `List Map Set Arrays Collections String Integer Long Double Float Boolean Character Byte Short Math
     Objects Optional Stream Collectors ArrayList HashMap HashSet Object Exception RuntimeException
     IllegalArgumentException IllegalStateException NullPointerException AssertionError Throwable
     Assertions Assert BigDecimal BigInteger LocalDate Duration Test var System
     assertEquals assertTrue assertFalse assertNull assertNotNull assertThrows assertThat fail`.split(
      /\s+/,
    ),
  ),
  inertModules:
    /^(?:org\.junit|org\.hamcrest|org\.assertj|org\.testng|com\.google\.common\.truth|java\.(?:util|time|math|lang|text))(?:\.|$)/,
  isNothing: /^null$/,
  typeChecks: /\binstanceof\b|\.getClass\(\)/,
  network: {
    calls:
      /^(?:new (?:URL|Socket|URI)|URI\.create|\w+\.(?:openConnection|openStream|getForObject|getForEntity))$/,
    modules: NEVER,
  },
  reads:
    /^(?:Files\.(?:readString|readAllLines|readAllBytes|lines|newBufferedReader|exists|size|list|walk|getLastModifiedTime|isRegularFile)|new (?:FileReader|FileInputStream|Scanner)|(?:new File\(\)|\w+)\.(?:exists|lastModified|isFile|listFiles))$/,
  spawns: { calls: /^new ProcessBuilder$|\.exec$/, modules: NEVER },
  shapes: {
    members: NEVER,
    readers:
      /\.(?:getDeclared(?:Method|Field|Constructor)s?|getMethods?|getParameter(?:Count|Types|s)|getModifiers)$|^Class\.forName$/,
    always: ALWAYS,
  },
  swallows,
  isUnawaited: undefined,
};

function annotations(node: SyntaxNode): SyntaxNode[] {
  const modifiers = named(node).find(({ type }) => type === 'modifiers');
  return named(modifiers).filter(({ type }) => type.endsWith('annotation'));
}

function annotationName(view: View, node: SyntaxNode): string {
  return view.text(childOf(node, 'name')).replace(/^.*\./, '');
}

function tests(view: View): TestPart[] {
  return view.ofType('method_declaration').flatMap((node) => {
    const title = childOf(node, 'name');
    const isMarked = annotations(node).some((one) =>
      /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)$/.test(
        annotationName(view, one),
      ),
    );
    const isOld =
      /^test[A-Z]/.test(view.text(title)) && /\bextends TestCase\b/.test(view.tree.text);
    return (isMarked || isOld) && title !== undefined
      ? [{ name: view.text(title), node, title }]
      : [];
  });
}

const OFF = /^(?:Disabled\w*|Ignore|EnabledIf\w*|EnabledOn\w*|EnabledForJreRange)$/;

function skips(view: View, calls: readonly Call[]): Found[] {
  const marks = view.ofType('annotation', 'marker_annotation').flatMap((node): Found[] => {
    const name = annotationName(view, node);
    const isOff =
      OFF.test(name) || (name === 'Test' && /\benabled\s*=\s*false\b/.test(view.text(node)));
    return isOff
      ? [{ node, message: `\`@${name}\` keeps a test from running or from counting` }]
      : [];
  });
  const called = calls.flatMap(({ node, path, args }): Found[] => {
    if (/^(?:Assumptions\.|Assume\.)?assum(?:e\w+|ingThat)$/.test(path)) {
      return [{ node, message: `\`${path}\` ends a test early` }];
    }
    const isExit = /^(?:System\.exit|Runtime\.getRuntime\(\)\.(?:halt|exit))$/.test(path);
    return isExit && view.text(args[0]) === '0' ? [forged(view, node)] : [];
  });
  return [...marks, ...called];
}

function mocks(view: View, calls: readonly Call[]): MockPart[] {
  const called = calls.flatMap(({ node, path, args: [first] }): MockPart[] => {
    const isMock =
      /^(?:Mockito\.|PowerMockito\.|EasyMock\.)?(?:mock|spy|mockStatic|mockConstruction|createMock)$/.test(
        path,
      );
    if (!isMock || first === undefined) return [];
    return [
      {
        node,
        kind: 'member',
        target: view
          .text(first)
          .replace(/^new\s+/, '')
          .replace(/[.(].*$/s, ''),
      },
    ];
  });
  const marked = view.ofType('field_declaration').flatMap((node): MockPart[] => {
    const isMock = annotations(node).some((one) =>
      /^(?:Mock|Spy|MockBean|SpyBean|MockitoBean|MockitoSpyBean)$/.test(annotationName(view, one)),
    );
    const target = view.text(childOf(node, 'type')).replace(/<.*$/s, '');
    return isMock ? [{ node, kind: 'member', target }] : [];
  });
  const libraries = view.ofType('import_declaration').flatMap((node): MockPart[] => {
    const [target] = /\b(?:org\.powermock|mockit)\b/.exec(view.text(node)) ?? [];
    return target === undefined ? [] : [{ node, kind: 'library', target }];
  });
  return [...called, ...marked, ...libraries];
}

/** An assertion throws an Error, which `catch (Exception e)` does not meet. */
function swallows(view: View) {
  return view.ofType('try_statement').flatMap((node) => {
    const guarded = childOf(node, 'body');
    if (guarded === undefined) return [];
    return node.children
      .filter(({ type }) => type === 'catch_clause')
      .filter((clause) =>
        /\b(?:Throwable|Error|AssertionError|AssertionFailedError)\b/.test(
          view.text(named(clause)[0]),
        ),
      )
      .map((handler) => ({ guarded, handler }));
  });
}
