import { expect, test } from 'vitest';
import { findCycles } from './cycles.ts';
import { checkHouse } from './house-rules.ts';
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
  expect(checkHouse([module('apps/web/src/a.ts', [{ specifier: '@chartroom/query' }])])).toHaveLength(1);
  expect(checkHouse([module('packages/query/src/a.ts', [{ specifier: '@chartroom/model' }])])).toEqual([]);
  expect(
    checkHouse([module('packages/query/src/a.ts', [{ specifier: '@chartroom/model/src/json.ts' }])]),
  ).toHaveLength(1);
  const target = 'apps/web/src/screens/home/card.tsx';
  expect(
    checkHouse([module('apps/web/src/screens/explore/a.ts', [{ specifier: '../home/card.tsx', target }])]),
  ).toHaveLength(1);
});

test('long files and functions, suppressions and poor names are named', () => {
  expect(checkHouse([module('packages/model/src/a.ts', [], { text: 'x\n'.repeat(401) })])).toHaveLength(1);
  expect(
    checkHouse([module('packages/model/src/a.ts', [], { functions: [{ line: 3, lines: 81 }] })]),
  ).toHaveLength(1);
  expect(checkHouse([module('apps/web/src/a.tsx', [], { functions: [{ line: 3, lines: 81 }] })])).toEqual([]);
  expect(checkHouse([module('packages/model/src/a.ts', [], { text: `// @ts-${'ignore'}\n` })])).toHaveLength(
    1,
  );
  expect(checkHouse([module('packages/model/src/utils.ts')])).toHaveLength(1);
});

test('a runtime cycle is found, a cycle of types is none', () => {
  const ab = module('a.ts', [{ target: 'b.ts' }]);
  expect(findCycles([ab, module('b.ts', [{ target: 'a.ts' }])])).toEqual([
    'import cycle: a.ts → b.ts → a.ts',
  ]);
  expect(findCycles([ab, module('b.ts', [{ target: 'a.ts', typeOnly: true }])])).toEqual([]);
});
