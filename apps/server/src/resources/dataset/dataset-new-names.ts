import {
  isDeepEqual,
  isJsonObject,
  type NewName,
  type NewNames,
  withNewDashboardNames,
  withNewMaskNames,
} from '@chartroom/model';
import type { Act } from '../../http/act.ts';
import { staleVersion, unprocessable } from '../../http/errors.ts';
import type { Db } from '../../records/records.ts';
import { storedObject } from '../../records/stored-json.ts';
import { writeVersion } from '../dashboard/dashboard-writes.ts';
import { changedNow } from '../people.ts';
import { chartsOn, chartUnderNewNames, type Uses, usesOf } from './dataset-uses.ts';

/** New names of a dataset with what is to take them over. */
export interface NamesToCarry {
  dataset: number;
  table_name: string;
  names: NewNames;
  uses: Uses;
}

/** Names that are given to columns and metrics of a dataset, beside those that a column and a metric share. */
export async function newNamesOf(id: number, names: readonly NewName[], act: Act): Promise<NewNames> {
  const { columns, metrics } = await namesIn(id, act);
  return { names, shared: new Set(columns.filter((name) => metrics.includes(name))) };
}

/** What the columns and metrics of a dataset are called. */
export async function namesIn(id: number, { services: { db } }: Act) {
  const [columns, metrics] = await Promise.all([
    db.selectFrom('dataset_columns').select('column_name').where('dataset_id', '=', id).execute(),
    db.selectFrom('dataset_metrics').select('metric_name').where('dataset_id', '=', id).execute(),
  ]);
  return {
    columns: columns.map((each) => each.column_name),
    metrics: metrics.map((each) => each.metric_name),
  };
}

/** Throws 422 for a name that nothing had, that nothing will have, or that is to become two. */
export function requireNames(
  given: readonly NewName[],
  before: { columns: readonly string[]; metrics: readonly string[] },
  after: { columns: ReadonlySet<string>; metrics: ReadonlySet<string> },
): void {
  const reasons = given.flatMap(({ kind, from, to }, at) => {
    const [had, has] = kind === 'column' ? [before.columns, after.columns] : [before.metrics, after.metrics];
    const isTwice = given.findIndex((each) => each.kind === kind && each.from === from) < at;
    return [
      ...(had.includes(from) ? [] : [`There is no ${kind} called ${from}`]),
      ...(has.has(to) ? [] : [`There will be no ${kind} called ${to}`]),
      ...(isTwice ? [`The ${kind} ${from} is given two names`] : []),
    ];
  });
  if (reasons.length > 0) throw unprocessable({ new_names: reasons });
}

/** What is to take over new names of a dataset: everything that uses the former ones and that the caller may change. */
export async function namesToCarry(
  { id, table_name }: { id: number; table_name: string },
  given: readonly NewName[],
  act: Act,
): Promise<NamesToCarry> {
  const names = await newNamesOf(id, given, act);
  return { dataset: id, table_name, names, uses: await usesOf(id, names, act) };
}

/** Writes new names of a dataset where they are used, as far as the caller may; 412 where somebody else saves meanwhile. */
export async function carryNames(records: Db, carried: NamesToCarry, act: Act): Promise<void> {
  const { charts, chartRights, dashboards, dashboardRights } = carried.uses;
  const own = await chartsOn(records, carried.dataset);
  const renamed: number[] = [];
  for (const { id } of charts) {
    if (!chartRights.changeable.has(id)) continue;
    await carryToChart(records, id, own, carried.names, act);
    if (own.has(id)) renamed.push(id);
  }
  for (const { id } of dashboards)
    if (dashboardRights.changeable.has(id))
      await carryToDashboard(records, id, { ...carried, own, renamed }, act);
}

async function carryToChart(
  records: Db,
  id: number,
  own: ReadonlySet<number>,
  names: NewNames,
  act: Act,
): Promise<void> {
  const stored = await records
    .selectFrom('charts')
    .select(['id', 'params', 'query_context', 'changed_on'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!stored) return;
  const { params, query_context, renamed } = chartUnderNewNames(stored, own, names);
  if (renamed.length === 0) return;
  const changed = changedNow(act);
  const saved = { ...changed, last_saved_at: changed.changed_on, last_saved_by_id: changed.changed_by_id };
  const written = await records
    .updateTable('charts')
    .set({ params, query_context, ...saved })
    .where('id', '=', id)
    .where('changed_on', '=', stored.changed_on)
    .executeTakeFirst();
  if (Number(written.numUpdatedRows) === 0) throw staleVersion();
}

async function carryToDashboard(
  records: Db,
  id: number,
  carried: NamesToCarry & { own: ReadonlySet<number>; renamed: readonly number[] },
  act: Act,
): Promise<void> {
  const stored = await records
    .selectFrom('dashboards')
    .select(['json_metadata', 'changed_on'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!stored) return;
  const metadata = storedObject(stored.json_metadata);
  const { dataset, table_name, names, own, renamed } = carried;
  const { document, parts } = withNewDashboardNames(metadata, { id: dataset, charts: own }, names);
  if (isDeepEqual(document, metadata)) return;
  const json_metadata = JSON.stringify(document);
  const words = `new names of ${table_name} carried over`;
  await writeVersion(records, id, { json_metadata }, stored.changed_on, act, words);
  const masks = new Set([...parts.map((part) => part.id), ...renamed.map(String)]);
  await carryToViews(records, id, masks, names);
}

/** What people have chosen in filters and charts of a dashboard, and kept, asks by the new names, too. */
async function carryToViews(
  records: Db,
  dashboard_id: number,
  masks: ReadonlySet<string>,
  names: NewNames,
): Promise<void> {
  const views = await records
    .selectFrom('dashboard_views')
    .select(['id', 'state'])
    .where('dashboard_id', '=', dashboard_id)
    .execute();
  for (const { id, state: text } of views) {
    const state = storedObject(text);
    if (!isJsonObject(state.dataMask)) continue;
    const dataMask = Object.fromEntries(
      Object.entries(state.dataMask).map(([name, mask]) => [
        name,
        masks.has(name) ? withNewMaskNames(mask, names) : mask,
      ]),
    );
    const now = JSON.stringify({ ...state, dataMask });
    if (now !== text)
      await records.updateTable('dashboard_views').set({ state: now }).where('id', '=', id).execute();
  }
}
