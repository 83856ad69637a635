import { expect, test } from 'vitest';
import { deadCitations, sectionsOf } from './citations.ts';
import { findCycles } from './cycles.ts';
import { checkRules } from './house-rules.ts';
import type { ModuleImport, SourceModule } from './modules.ts';

const module = (
  path: string,
  imports: Partial<ModuleImport>[] = [],
  rest: Partial<SourceModule> = {},
): SourceModule => ({
  path,
  text: '',
  functions: [],
  imports: imports.map((each) => ({
    specifier: '',
    target: undefined,
    typeOnly: false,
    dynamic: false,
    ...each,
  })),
  ...rest,
});

test('a forbidden arrow, a deep import and a screen in a screen are named', () => {
  expect(checkRules([module('apps/web/src/a.ts', [{ specifier: '@chartroom/query' }])])).toHaveLength(1);
  expect(checkRules([module('packages/query/src/a.ts', [{ specifier: '@chartroom/model' }])])).toEqual([]);
  expect(
    checkRules([module('packages/query/src/a.ts', [{ specifier: '@chartroom/model/src/json.ts' }])]),
  ).toHaveLength(1);
  const target = 'apps/web/src/screens/home/card.tsx';
  expect(
    checkRules([module('apps/web/src/screens/explore/a.ts', [{ specifier: '../home/card.tsx', target }])]),
  ).toHaveLength(1);
});

test('long files and functions, suppressions and poor names are named', () => {
  expect(checkRules([module('packages/model/src/a.ts', [], { text: 'x\n'.repeat(401) })])).toHaveLength(1);
  expect(
    checkRules([module('packages/model/src/a.ts', [], { functions: [{ line: 3, lines: 81 }] })]),
  ).toHaveLength(1);
  expect(checkRules([module('apps/web/src/a.tsx', [], { functions: [{ line: 3, lines: 81 }] })])).toEqual([]);
  expect(checkRules([module('packages/model/src/a.ts', [], { text: `// @ts-${'ignore'}\n` })])).toHaveLength(
    1,
  );
  expect(checkRules([module('packages/model/src/utils.ts')])).toHaveLength(1);
});

test('a runtime cycle is found, a cycle of types is none', () => {
  const ab = module('a.ts', [{ target: 'b.ts' }]);
  expect(findCycles([ab, module('b.ts', [{ target: 'a.ts' }])])).toEqual([
    'import cycle: a.ts → b.ts → a.ts',
  ]);
  expect(findCycles([ab, module('b.ts', [{ target: 'a.ts', typeOnly: true }])])).toEqual([]);
});

test('a citation of a section that is not there, or of no document, is named', () => {
  const documents = new Map([
    ['api', sectionsOf('# Title\n## 1. Conventions\n### 1.3 The `q` parameter\n')],
    ['ui', sectionsOf('## B3. Nesting rules\n')],
  ]);
  const of = (text: string) => deadCitations(text, documents);
  expect(of('// contract/api.md §1.3, §1 and RFC 4511 §4.14.2; contract/ui.md B3')).toEqual([]);
  expect(of('/**\n * As contract/api.md\n * §1.4 says.\n */')).toEqual([
    '3 cites contract/api.md §1.4, which is not there',
  ]);
  expect(of('// (§1.3)')).toEqual(['1 cites §1.3 of no document']);
  expect(of('// contract/charts.md')).toEqual(['1 cites contract/charts.md, which is not there']);
  expect(of('// contract/ui.md B4')).toEqual(['1 cites contract/ui.md §B4, which is not there']);
});
