import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadChartType } from '@chartroom/charts';
import { type ChartDataResult, type ChartFormData, isJsonObject } from '@chartroom/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readZip } from '../../apps/server/src/bundles/bundle-files.ts';
import { changed, importFiles } from '../../apps/server/src/testing/bundle-calls.ts';
import { openTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import { member } from '../../apps/server/src/testing/things.ts';
import { stillPicture } from '../../packages/charts/src/still/still-picture.ts';
import { LIGHT_THEME } from '../../packages/charts/src/testing/draw-example.ts';

/** Pixels of every picture. */
const STILL = { width: 500, height: 300 };
const RECORDED = join(import.meta.dirname, '../../conformance/bundles');
const LIMITS = { bytes: 10_000_000, ratio: 1_000 };
/** Where the recorded installation had its data, and where a server for tests has them. */
const THEIRS = 'postgresql://superset:XXXXXXXXXX@127.0.0.1:5432/warehouse';
const OURS =
  process.env.CHARTROOM_TEST_POSTGRES ?? 'postgresql://chartroom:chartroom@127.0.0.1:5432/warehouse';

let house: TestApp;
/** Without the data, a question is still one that can be written as SQL. */
let hasData = false;
beforeAll(async () => {
  house = await openTestApp('sqlite');
  for (const name of globSync('{chart,dashboard}*.zip', { cwd: RECORDED })) {
    const files = changed(await readZip(readFileSync(join(RECORDED, name)), LIMITS), THEIRS, OURS);
    const kind = name.startsWith('chart') ? 'chart' : 'dashboard';
    expect(await importFiles(house, kind, files, { overwrite: true }), name).toMatchObject({ status: 200 });
  }
  hasData = await isThere('flights');
});
afterAll(() => house.close());

test('every chart of the recorded bundles is asked and drawn without a browser', async () => {
  const charts = await house.services.db.selectFrom('charts').select(['id', 'slice_name']).execute();
  expect(charts.length).toBeGreaterThan(40);
  const problems: string[] = [];
  for (const { id, slice_name } of charts)
    await drawn(id).catch((error: unknown) => problems.push(`${slice_name}: ${error}`));
  expect(problems).toEqual([]);
});

async function drawn(id: number): Promise<void> {
  const { body } = await house.as('admin', 'GET', `/api/v1/explore/?slice_id=${id}`);
  const form = formOf(member(body, 'result', 'form_data'));
  const type = await loadChartType(form.viz_type);
  if (!type) throw new Error(`there is no chart type ${form.viz_type}`);
  const question = type.question(form, {});
  const asked = { ...question, result_type: hasData ? 'full' : 'query' };
  const answer = await house.as('admin', 'POST', '/api/v1/chart/data', { body: asked });
  if (answer.status !== 200) throw new Error(answer.text);
  if (!hasData) return;
  const results: ChartDataResult[] = Object(answer.body).result;
  expect(results).toHaveLength(question.queries.length);
  const datasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
  const drawing = type.draw({ ...STILL, form, results, datasource, theme: LIGHT_THEME });
  const picture = await stillPicture(drawing, LIGHT_THEME, STILL);
  expect(picture).toMatch(/^<svg .*<\/svg>$/s);
  expect(picture).not.toMatch(/NaN|Infinity|undefined/);
}

function formOf(value: unknown): ChartFormData {
  if (!isJsonObject(value)) throw new Error('a chart has form data');
  return { ...value, datasource: String(value.datasource), viz_type: String(value.viz_type) };
}

async function isThere(table: string): Promise<boolean> {
  const database = await house.services.db
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', 'conformance warehouse')
    .executeTakeFirstOrThrow();
  const tables = await house.as(
    'admin',
    'GET',
    `/api/v1/database/${database.id}/tables/?q=(schema_name:public)`,
  );
  return tables.status === 200 && tables.text.includes(`"${table}"`);
}
