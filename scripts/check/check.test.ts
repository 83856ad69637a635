import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deadCitations, sectionsOf } from './citations.ts';
import { checkRules } from './code-rules.ts';
import { findCycles } from './cycles.ts';
import { checkFloors, describeFloors } from './floors.ts';
import { checkLightProcesses } from './light-processes.ts';
import { type ModuleImport, readModule, type SourceModule } from './modules.ts';

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

test('a process that has to begin quickly loads no whole package, however far down', () => {
  const begin = 'packages/engines/src/duckdb/child.ts';
  const deep = 'packages/engines/src/rows/deep.ts';
  const offencesOf = (specifier: string, rest: Partial<ModuleImport> = {}) =>
    checkLightProcesses([module(begin, [{ target: deep }]), module(deep, [{ specifier, ...rest }])]).filter(
      (line) => line.startsWith(deep),
    );
  expect(offencesOf('@chartroom/query')).toHaveLength(1);
  expect(offencesOf('@chartroom/query/rows')).toEqual([]);
  expect(offencesOf('@chartroom/query', { typeOnly: true })).toEqual([]);
});

test('a cycle is found, of types alone too; one that a dynamic import closes is none', () => {
  const ab = module('a.ts', [{ target: 'b.ts' }]);
  const back = (rest: Partial<ModuleImport>) => module('b.ts', [{ target: 'a.ts', ...rest }]);
  expect(findCycles([ab, back({})])).toEqual(['import cycle: a.ts → b.ts → a.ts']);
  expect(findCycles([ab, back({ typeOnly: true })])).toEqual(['import cycle: a.ts → b.ts → a.ts']);
  const types = module('a.ts', [{ target: 'b.ts', typeOnly: true }]);
  expect(findCycles([types, back({ typeOnly: true })])).toHaveLength(1);
  expect(findCycles([ab, back({ dynamic: true })])).toEqual([]);
});

test('every way to name another file is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-'));
  try {
    const lines = [
      "import type { A } from './b.ts';",
      "export { c } from './b.ts';",
      "export type D = import('./b.ts').D;",
      "export const late = () => import('./b.ts');",
      "export const worker = new URL('./b.ts', import.meta.url);",
    ];
    await writeFile(join(folder, 'a.ts'), lines.join('\n'));
    await writeFile(join(folder, 'b.ts'), 'export const c = 1;');
    const { imports } = readModule(folder, 'a.ts');
    expect(imports.map(({ target }) => target)).toEqual(lines.map(() => 'b.ts'));
    expect(imports.filter(({ typeOnly }) => typeOnly)).toHaveLength(2);
    expect(imports.filter(({ dynamic }) => dynamic)).toHaveLength(2);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an arrow upwards is named, of types and dynamic ones too, and one beside; an arrow downwards is none', () => {
  const of = (from: string, target: string, rest: Partial<ModuleImport> = {}) =>
    checkFloors([module(from, [{ target, ...rest }])]);
  const [http, security] = ['apps/server/src/http/act.ts', 'apps/server/src/security/sign-in/ldap.ts'];
  expect(of(http, security)).toEqual([]);
  expect(of(security, http)).toEqual([
    `${security} imports ${http}: security may not know http, which is above it`,
  ]);
  expect(of(security, http, { typeOnly: true })).toHaveLength(1);
  expect(of(security, http, { dynamic: true })).toHaveLength(1);
  expect(of('apps/server/src/data/a.ts', 'apps/server/src/jobs/b.ts')).toEqual([
    'apps/server/src/data/a.ts imports apps/server/src/jobs/b.ts: folders of one floor (tools) do not know each other',
  ]);
  expect(of('apps/server/src/data/a.ts', 'apps/server/src/data/heavy/b.ts')).toEqual([]);
  expect(of(http, 'apps/server/src/services.ts', { typeOnly: true })).toHaveLength(1);
  expect(of('apps/web/src/shared/a.tsx', 'apps/web/src/app/shell.tsx')).toHaveLength(1);
  expect(of('apps/web/src/main.tsx', 'apps/web/src/app/shell.tsx')).toEqual([]);
});

test('tests know everything, and nothing else knows what supports them', () => {
  const [support, resource] = ['apps/server/src/testing/house.ts', 'apps/server/src/resources/tags/tags.ts'];
  expect(
    checkFloors([module('apps/server/src/base/config.test.ts', [{ target: support }, { target: resource }])]),
  ).toEqual([]);
  expect(checkFloors([module(support, [{ target: resource }])])).toEqual([]);
  expect(checkFloors([module(resource, [{ target: support }])])).toHaveLength(1);
  const [double, session] = [
    'packages/engines/src/testing/socket-double.ts',
    'packages/engines/src/mssql/session.ts',
  ];
  expect(checkFloors([module('packages/engines/src/mssql/tds-double.ts', [{ target: double }])])).toEqual([]);
  expect(checkFloors([module(session, [{ target: double }])])).toEqual([
    `${session} imports ${double}, which stands there for tests`,
  ]);
});

test('a folder without a floor is named; the floors are told from the roof down', () => {
  const nowhere = module('apps/server/src/cellar/a.ts');
  expect(checkFloors([nowhere])).toHaveLength(1);
  const told = describeFloors([module('apps/web/src/api/a.ts'), module('apps/web/src/api/b.test.ts')]);
  expect(told.slice(told.indexOf('floors of apps/web/src, from the roof down:') + 1)).toEqual([
    '   7 tests: testing, *.test (1 files)',
    '   6 main: . (0 files)',
    '   5 app: app (0 files)',
    '   4 screens: screens (0 files)',
    '   3 shared: shared (0 files)',
    '   2 api: api (1 files)',
    '   1 base: base (0 files)',
  ]);
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
