import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exampleBundles } from '../examples/example-bundles.ts';
import { exportFiles, importFiles } from '../testing/bundle-calls.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { makeChart, makeDataset, member, memberId } from '../testing/things.ts';
import type { BundleFiles } from './bundle-files.ts';
import { readYaml } from './read-yaml.ts';
import { writeYaml } from './write-yaml.ts';

/** Texts that readers take for something else, or break, when they stand without quotes. */
const TEXTS = [
  ...['', ' ', '~', 'null', 'Null', 'NULL', '=', '<<', '.', '..', '-', '?', ':', '---', '...', '%YAML 1.1'],
  ...['y', 'Y', 'n', 'N', 'yes', 'Yes', 'YES', 'no', 'No', 'on', 'On', 'ON', 'off', 'Off', 'true', 'FALSE'],
  ...['0', '12', '-7', '+7', '012', '08', '0o14', '0b101', '0x1f', '0X1F', '1_000', '1_000.5', '_1', '1,000'],
  ...['1:20', '190:20:30', '1:20.5', '1e3', '1E3', '1e+3', '1.0e+3', '1.', '.5', '-.5', '+.5', '._5', '1.5'],
  ...['.inf', '-.Inf', '+.INF', '.nan', '.NaN', 'inf', 'nan'],
  ...['2024-01-01', '2024-1-1', '2024-01-01T10:00:00', '2024-01-01 10:00:00.', '2024-01-01t10:00:00.5Z'],
  ...['2024-01-01T10:00:00.000+00:00', '2024-01-01 1:02:03 +99:00', '10:00', '10:00:00', '2024', '1.0.0'],
  ...[' a', 'a ', '\ta', 'a\t', 'a\tb', '- x', '-x', '? x', '?x', ': x', ':x', 'a: b', 'a:', 'a:\tb', 'a #b'],
  ...['#a', 'a#b', '&a', '*a', '!a', '!!int 1', '|', '>', '@a', '`a', '%a', '[a]', '{a}', 'a]', 'a, b', ','],
  ...[
    '"a"',
    "'a'",
    `"a" and 'b'`,
    'a\\b',
    '\\',
    'a\nb',
    'a\nb\n',
    'a\n\n\nb\n\n',
    '\na',
    '\n',
    ' a\nb',
    'a \nb',
  ],
  ...[
    'a\n  b',
    'a\n \n',
    'a\n\tb',
    '\ta\nb',
    'a\r\nb',
    'a\rb',
    '---\na',
    'a\n---\nb',
    'a\n...\n',
    '# a\n# b',
  ],
  ...[
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    '\u0085',
    'a\n\u2028b',
    '\ufeffa',
    'a\ufeff',
    'a\u00a0',
    'a\u0000b',
  ],
  ...[
    'a\u007fb',
    'a\u001bb',
    '\ufffe',
    '\uffff',
    'é',
    '中',
    '😀',
    '\ud800',
    'x'.repeat(1_100),
    'é\n'.repeat(600),
  ],
];

const NUMBERS = [0, 1, -1, 1.5, 1e20, 1e21, -1e21, 1e-7, 1.5e300, 5e-324, 0.1];

function mapping(value: unknown): Record<string, unknown> {
  return Object.fromEntries(TEXTS.map((text) => [text, value]));
}

/** What readers of both versions find. */
function readings(yaml: string): unknown[] {
  return ['1.1', '1.2'].map((version) => parse(yaml, { version: version === '1.1' ? '1.1' : '1.2' }));
}

describe('every reader finds what was written', () => {
  test('in values, in keys, and in lists', async () => {
    const document = {
      keys: mapping(null),
      values: TEXTS,
      both: Object.fromEntries(TEXTS.map((text) => [text, [text, { [text]: text }]])),
      numbers: NUMBERS,
      ...mapping({ 'in it': '' }),
    };
    const yaml = writeYaml(document);
    for (const reading of readings(yaml)) expect(reading).toEqual(document);
    expect((await readYaml(yaml, { nodes: 10_000 })).value).toEqual(document);
  });

  test('whatever it is', () => {
    const piece = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 4 }));
    const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const value = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    const document = fc.dictionary(text, fc.oneof(value, fc.array(value), fc.dictionary(text, value)));
    fc.assert(
      fc.property(document, (written) => {
        const plain: unknown = JSON.parse(JSON.stringify(written));
        for (const reading of readings(writeYaml(plain)))
          expect(JSON.parse(JSON.stringify(reading))).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    // The first four PyYAML alone reads otherwise.
    ['=', '"="\n'],
    ['2024-01-01 10:00:00.', '"2024-01-01 10:00:00."\n'],
    ['a\tb', '"a\\tb"\n'],
    [1e21, '1.0e+21\n'],
    ['a\u0085\u2028\u2029b', '"a\\u0085\\u2028\\u2029b"\n'],
    ['2024-01-01', '"2024-01-01"\n'],
    ['y', '"y"\n'],
    ['1:20', '"1:20"\n'],
    ['1.0.0', '1.0.0\n'],
    ['select 1\nfrom t', '|-\nselect 1\nfrom t\n'],
  ])('%j is written so', (value, yaml) => {
    expect(writeYaml(value)).toBe(yaml);
  });
});

describe('exports', () => {
  let house: TestApp;
  beforeAll(async () => {
    house = await openTestApp('sqlite');
  });
  afterAll(() => house.close());

  function expectAlike(files: BundleFiles): void {
    for (const [path, yaml] of files) {
      const [older, newer] = readings(yaml);
      expect(older, path).toEqual(newer);
    }
    // The time of an export is text for those who import it.
    expect(member(readings(files.get('metadata.yaml') ?? '')[0], 'timestamp')).toMatch(/^\d{4}-.*\+00:00$/);
  }

  test('of the example dashboards, and of all they stand on', async () => {
    for (const files of await exampleBundles())
      expect((await importFiles(house, 'dashboard', files)).status).toBe(200);
    const ids = async (kind: string): Promise<number[]> => {
      const list = member((await house.as('admin', 'GET', `/api/v1/${kind}/`)).body, 'ids');
      return Array.isArray(list) ? list.map(Number) : [];
    };
    for (const kind of ['database', 'dataset', 'chart', 'dashboard']) {
      const found = await ids(kind);
      expect(found.length).toBeGreaterThan(0);
      expectAlike(await exportFiles(house, kind, found));
    }
  });

  test('of things that have such names everywhere, which come back as they were', async () => {
    const dataset = await makeDataset(house, '2024-01-01');
    // Records keep whole characters only.
    const names = TEXTS.filter((text) => text.trim() !== '' && text.length < 200 && text.isWellFormed());
    const columns = names.map((column_name) => ({
      column_name,
      verbose_name: column_name,
      description: column_name,
      expression: column_name,
    }));
    const about = { columns, description: '1:20', extra: JSON.stringify(mapping('~')) };
    const put = (path: string, body: object) => house.as('admin', 'PUT', `/api/v1/${path}`, { body });
    expect((await put(`dataset/${dataset}?override_columns=true`, about)).status).toBe(200);
    const chart = await makeChart(house, dataset, 'no');
    const params = JSON.stringify({ ...mapping(TEXTS), numbers: NUMBERS });
    expect((await put(`chart/${chart}`, { description: '=', params })).status).toBe(200);
    const position = { y: { type: 'CHART', id: 'y', children: [], meta: { chartId: chart, text: 'on' } } };
    const json_metadata = JSON.stringify({ label_colors: mapping('off') });
    const body = {
      dashboard_title: '0o14',
      slug: '1e3',
      css: 'a\u2028b {}',
      position_json: JSON.stringify(position),
      json_metadata,
    };
    const made = await house.as('admin', 'POST', '/api/v1/dashboard/', { body });
    const dashboard = memberId(made.body);
    const tag = { name: 'yes', description: 'null', objects_to_tag: [['chart', chart]] };
    expect((await house.as('admin', 'POST', '/api/v1/tag/', { body: tag })).status).toBe(201);
    const query = { label: '.5', sql: '- x', db_id: house.uploads, schema: 'true', description: '<<' };
    const saved = memberId((await house.as('admin', 'POST', '/api/v1/saved_query/', { body: query })).body);
    const theme = { theme_name: '1_000', json_data: JSON.stringify({ token: mapping('0x1f') }) };
    const worn = memberId((await house.as('admin', 'POST', '/api/v1/theme/', { body: theme })).body);

    const files = await exportFiles(house, 'dashboard', [dashboard]);
    const document = (folder: string) =>
      parse([...files].find(([path]) => path.startsWith(`${folder}/`))?.[1] ?? '');
    expect(document('datasets')).toMatchObject({
      table_name: '2024-01-01',
      extra: mapping('~'),
      columns: expect.arrayContaining(columns.map((column) => expect.objectContaining(column))),
    });
    expect(document('charts')).toMatchObject({ slice_name: 'no', params: mapping(TEXTS), tags: ['yes'] });
    expect(document('dashboards')).toMatchObject({ slug: '1e3', metadata: { label_colors: mapping('off') } });
    expectAlike(files);
    expectAlike(await exportFiles(house, 'saved_query', [saved]));
    expectAlike(await exportFiles(house, 'theme', [worn]));
    expect((await importFiles(house, 'dashboard', files, { overwrite: true })).status).toBe(200);
    const again = await exportFiles(house, 'dashboard', [dashboard]);
    expect(without(again, 'metadata.yaml')).toEqual(without(files, 'metadata.yaml'));
  });

  function without(files: BundleFiles, path: string): BundleFiles {
    return new Map([...files].filter(([each]) => each !== path));
  }
});
