import { chartUrl, type DataMasks, dashboardTitle, dashboardUrl } from '@chartroom/model';
import { openBoard } from '../drawings/open-board.ts';
import type { Act } from '../http/act.ts';
import { lacking } from '../http/errors.ts';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { filtersIn, tabsIn } from '../resources/reports/report-tabs.ts';
import { requireSeen } from '../resources/resource-queries.ts';
import { type Caller, may } from '../security/caller.ts';
import { chartsOnBoard } from './board-charts.ts';
import { filePiece, MOST_FILE_BYTES, tablePiece, type WantedChart, workbookFile } from './chart-content.ts';
import type { Rendering } from './rendering-parts.ts';
import { addPicture } from './report-picture.ts';
import { RunProblem, type RunServices } from './run-services.ts';

type Schedule = Row<'report_schedules'>;

/** Rows of a chart that a mail shows, and of each chart of a dashboard; charts of a dashboard that it shows. */
const CHART_ROWS = 100;
const BOARD_ROWS = 10;
const MOST_CHARTS = 40;

/** What is rendered, under which filters beside those of the report. */
export interface AskedView {
  schedule: Schedule;
  masks: DataMasks;
}

/** Makes what somebody is sent, with their rights and row rules. Rejects with what they are told when they may not see it. */
export async function renderReport(
  { schedule, masks }: AskedView,
  caller: Caller,
  services: RunServices,
  signal: AbortSignal,
): Promise<Rendering> {
  const act = { services, caller, signal };
  const isBare = schedule.type === 'Alert' && !services.config.ALERTS_ATTACH_REPORTS;
  if (schedule.chart_id !== null) return chartRendering(schedule, schedule.chart_id, isBare, act);
  if (schedule.dashboard_id !== null)
    return dashboardRendering({ schedule, masks }, schedule.dashboard_id, isBare, act);
  throw new RunProblem('The chart or dashboard of this report is gone.');
}

async function chartRendering(
  schedule: Schedule,
  id: number,
  isBare: boolean,
  act: Act<RunServices>,
): Promise<Rendering> {
  await requireSeen(chartResource, [id], act);
  const { slice_name } = await act.services.db
    .selectFrom('charts')
    .select('slice_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const title = slice_name ?? '';
  const rendering: Rendering = { title, url: chartUrl(id), pieces: [], files: [], notes: [] };
  if (isBare) return rendering;
  // An alert tells what is there now.
  const force = schedule.force_screenshot === 1 || schedule.type === 'Alert';
  const chart = { id, title, force };
  const format = schedule.report_format;
  if (format === 'CSV' || format === 'XLSX') {
    requireExport(act);
    const { piece, files } = await filePiece(chart, format === 'CSV' ? 'csv' : 'xlsx', act);
    return { ...rendering, pieces: [piece], files };
  }
  if (await addPicture(rendering, schedule, { kind: 'chart', id, title, force }, act)) return rendering;
  rendering.pieces.push(await tablePiece(chart, CHART_ROWS, act));
  return rendering;
}

async function dashboardRendering(
  { schedule, masks }: AskedView,
  key: number,
  isBare: boolean,
  act: Act<RunServices>,
): Promise<Rendering> {
  const board = await openBoard(key, act);
  const { row } = board;
  const title = dashboardTitle(row);
  const rendering: Rendering = { title, url: dashboardUrl(row), pieces: [], files: [], notes: [] };
  if (isBare) return rendering;
  const force = schedule.force_screenshot === 1 || schedule.type === 'Alert';
  const extra = storedObject(schedule.extra);
  const given = filtersIn(extra);
  const state = { ...given, masks: { ...given.masks, ...masks }, tabs: tabsIn(extra) };
  if (await addPicture(rendering, schedule, { kind: 'dashboard', board, state, title, force }, act))
    return rendering;
  const { charts, lines } = await chartsOnBoard(board, state, force, act);
  const most = charts.slice(0, MOST_CHARTS);
  if (schedule.report_format === 'XLSX' || schedule.report_format === 'CSV') {
    requireExport(act);
    await addFiles(rendering, schedule.report_format, most, act);
  } else for (const chart of most) rendering.pieces.push(await tablePiece(chart, BOARD_ROWS, act));
  if (charts.length > MOST_CHARTS)
    rendering.notes.push(
      `The first ${MOST_CHARTS} of ${charts.length} charts are shown: open the dashboard for the others.`,
    );
  rendering.notes.push(...lines);
  return rendering;
}

/** A workbook with a sheet for each chart, or a file for each. */
async function addFiles(
  rendering: Rendering,
  format: 'XLSX' | 'CSV',
  charts: readonly WantedChart[],
  act: Act<RunServices>,
): Promise<void> {
  if (format === 'XLSX') {
    const { pieces, files } = await workbookFile(rendering.title, charts, act);
    rendering.pieces.push(...pieces);
    rendering.files.push(...files);
    return;
  }
  const names = new Map<string, number>();
  let room = MOST_FILE_BYTES;
  for (const chart of charts) {
    const { piece, files } = await filePiece(chart, 'csv', act);
    const [file] = files;
    const fits = file === undefined || file.content.length <= room;
    rendering.pieces.push(fits ? piece : { ...piece, problem: NO_ROOM });
    if (!file || !fits) continue;
    room -= file.content.length;
    const count = (names.get(file.name.toLowerCase()) ?? 0) + 1;
    names.set(file.name.toLowerCase(), count);
    const name = count === 1 ? file.name : file.name.replace(/(\.[^.]+)$/, ` (${count})$1`);
    rendering.files.push({ ...file, name });
  }
}

const NO_ROOM = `The files of this message are more than ${MOST_FILE_BYTES / 1024 / 1024} MB: open the chart to see its rows.`;

function requireExport({ caller }: Pick<Act, 'caller'>): void {
  if (!may(caller, 'can_csv', 'Superset')) throw lacking(caller, 'can_csv', 'Superset');
}
