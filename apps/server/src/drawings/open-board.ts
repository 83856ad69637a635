import { filterQuestion, parentExtras } from '@chartroom/charts';
import {
  boardForm,
  type ChartFormData,
  ChartroomError,
  type DataMask,
  type DataMasks,
  filterLines,
  initialMasks,
  type Layout,
  type NativeFilter,
  openLayout,
  readDashboardMetadata,
  readLayout,
  scopesOf,
  selectMask,
  withFirstValues,
} from '@chartroom/model';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';
import { openDashboard } from '../resources/dashboard/dashboard-resource.ts';
import { datasetsOn } from '../resources/dashboard/datasets-on.ts';
import { formOfChart } from '../security/chart-question.ts';
import type { Asking } from './asking.ts';

/** A dashboard as somebody wants to see it. */
export interface BoardState {
  /** Filters beyond those that it begins with, or in their place. */
  masks: DataMasks;
  /** Tabs that are open; of several of one strip each is shown. */
  tabs: readonly string[];
  /** Whether all tabs are shown, one after the other. */
  allTabs?: boolean | undefined;
  /** Parameters of the address, which templates may read. */
  urlParams?: Readonly<Record<string, string>> | undefined;
}

/** A dashboard with everything that is needed to ask its charts. */
export interface Board {
  row: Row<'dashboards'>;
  metadata: ReturnType<typeof readDashboardMetadata>;
  layout: Layout;
  charts: ReadonlyMap<number, Row<'charts'>>;
}

/** A dashboard as it is stored. Rejects with 404 when the caller may not see it. */
export async function openBoard(key: number, act: Act<Ground & WithData>): Promise<Board> {
  const { db } = act.services;
  const id = await openDashboard(String(key), act);
  const row = await db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const charts = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .selectAll('charts')
    .where('dashboard_id', '=', id)
    .orderBy('charts.id')
    .execute();
  const named = charts.map((chart) => ({ id: chart.id, slice_name: chart.slice_name ?? '' }));
  return {
    row,
    metadata: readDashboardMetadata(storedObject(row.json_metadata)),
    layout: openLayout(readLayout(storedObject(row.position_json)), named),
    charts: new Map(charts.map((chart) => [chart.id, chart])),
  };
}

export type DatasetsOnBoard = Awaited<ReturnType<typeof datasetsOn>>;

/** A dashboard with its filters. */
export interface FilteredBoard {
  datasets: DatasetsOnBoard;
  /** The filters that apply, in words. */
  lines: string[];
  /** What a chart of it asks under them. */
  formOf(chart: Row<'charts'>): ChartFormData;
}

/** Works out what the filters of a dashboard do to its charts. */
export async function filterBoard(
  { row, metadata, layout, charts }: Board,
  state: BoardState,
  asking: Asking,
  act: Act<Ground & WithData>,
): Promise<FilteredBoard> {
  const datasets = await datasetsOn(row.id, act);
  const filters = metadata.native_filter_configuration ?? [];
  const { masks } = await withFirstValues(filters, initialMasks(filters, state.masks), (filter, before) =>
    firstMask(filter, before, { datasets, asking, dashboardId: row.id }),
  );
  const over = {
    dashboardId: row.id,
    metadata,
    masks,
    scopes: scopesOf(metadata, layout, [...charts.keys()]),
    mainTime: (uid: string) => datasets.find(({ dataset }) => dataset.uid === uid)?.dataset.main_dttm_col,
    urlParams: state.urlParams ?? {},
  };
  const named = [...charts.values()].map(({ id, slice_name }) => ({ id, slice_name: slice_name ?? '' }));
  return {
    datasets,
    lines: filterLines({ applied: masks, filters, charts: named }),
    formOf: (chart) => boardForm(chart.id, formOfChart(chart), over),
  };
}

/** What a filter says that begins with the first value it offers; one that cannot be asked says nothing. */
async function firstMask(
  filter: NativeFilter,
  masks: DataMasks,
  { datasets, asking, dashboardId }: { datasets: DatasetsOnBoard; asking: Asking; dashboardId: number },
): Promise<DataMask | 'failed' | undefined> {
  const target = filter.targets?.[0];
  const mainTime = datasets.find(({ dataset }) => dataset.id === target?.datasetId)?.dataset.main_dttm_col;
  const question = filterQuestion(filter, parentExtras(filter, masks), { dashboardId, mainTime, rows: 1 });
  if (!question) return undefined;
  try {
    const [answer] = await asking.resultsTo(question);
    const value = answer?.data[0]?.[target?.column?.name ?? ''];
    if (value === undefined) return undefined;
    return selectMask(filter, [Array.isArray(value) ? null : value]);
  } catch (error) {
    if (!(error instanceof ChartroomError)) throw error;
    return 'failed';
  }
}
