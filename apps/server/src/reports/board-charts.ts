import { type ChartFormData, chartsIn } from '@chartroom/model';
import { Asking } from '../drawings/asking.ts';
import { type Board, type BoardState, filterBoard } from '../drawings/open-board.ts';
import type { Act } from '../http/act.ts';
import type { Row } from '../records/tables.ts';
import { readContext, storedContext } from '../resources/chart/chart-data-routes.ts';
import type { ShownQuestion, WantedChart } from './chart-content.ts';
import type { RunServices } from './run-services.ts';

/** The charts of a dashboard whose rows are sent, and the filters that act on them in words. */
export interface BoardCharts {
  charts: WantedChart[];
  lines: string[];
}

/** Charts in the order in which a dashboard is read, of the tabs alone that are opened; each asks what it asks there. */
export async function chartsOnBoard(
  board: Board,
  state: BoardState,
  force: boolean,
  act: Act<RunServices>,
): Promise<BoardCharts> {
  const filtered = await filterBoard(board, state, new Asking(act, force ? 'databases' : 'both'), act);
  const wanted = chartsInTabs(board, state.tabs);
  const charts = wanted.map((row) => ({
    id: row.id,
    title: row.slice_name ?? '',
    force,
    question: (words: Readonly<Record<string, string>>) => questionOn(row, filtered.formOf(row), words, act),
  }));
  return { charts, lines: filtered.lines };
}

function chartsInTabs({ layout, charts }: Board, tabs: readonly string[]): Row<'charts'>[] {
  const known = tabs.filter((tab) => layout[tab] !== undefined);
  const placed = known.length > 0 ? known.flatMap((tab) => chartsIn(layout, tab)) : chartsIn(layout);
  const all = known.length > 0 ? placed : [...placed, ...charts.keys()];
  return [...new Set(all)].flatMap((id) => charts.get(id) ?? []);
}

async function questionOn(
  row: Row<'charts'>,
  form: ChartFormData,
  words: Readonly<Record<string, string>>,
  act: Act<RunServices>,
): Promise<ShownQuestion> {
  const { config } = act.services;
  const made = await madeQuestion({ ...form, ...words });
  if (made) return { context: readContext(made, config), settings: form };
  // A chart that was stored with its question, and without the settings that it was made of.
  const { context } = await storedContext(row.id, act, words);
  const { filters = [], time_range } = form.extra_form_data ?? {};
  const stored = readContext({ ...context, form_data: { ...context.form_data, ...form } }, config);
  const queries = stored.queries.map((query) => ({
    ...query,
    filters: [...(query.filters ?? []), ...filters],
    ...(time_range && { time_range }),
  }));
  return { context: readContext({ ...stored, queries }, config), settings: form };
}

/** Undefined where the settings of a chart ask nothing. */
async function madeQuestion(form: ChartFormData): Promise<unknown> {
  const { loadChartType } = await import('@chartroom/charts');
  const type = await loadChartType(form.viz_type);
  if (!type) return undefined;
  const made = type.question(form, { force: false });
  const asks = made.queries.some(({ columns, groupby, metrics }) =>
    [columns, groupby, metrics].some((parts) => (parts ?? []).length > 0),
  );
  return asks ? JSON.parse(JSON.stringify(made)) : undefined;
}
