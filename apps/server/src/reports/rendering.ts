import { chartsIn, chartUrl, dashboardUrl, readDashboardMetadata, readLayout } from '@chartroom/model';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import { lacking } from '../http/errors.ts';
import type { MailFile } from '../mail/mailer.ts';
import { pictureAs } from '../pictures/picture-as.ts';
import type { Ground } from '../records/ground.ts';
import { storedObject } from '../records/stored-json.ts';
import type { Row } from '../records/tables.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { openDashboard } from '../resources/dashboard/dashboard-resource.ts';
import { membersOf } from '../resources/dashboard/dashboard-writes.ts';
import { tabsIn } from '../resources/reports/report-tabs.ts';
import { requireSeen } from '../resources/resource-queries.ts';
import { type Caller, may } from '../security/caller.ts';
import { fileName, filePiece, type Piece, tablePiece } from './chart-content.ts';
import { RunProblem, type RunServices } from './run-services.ts';

/** What one view of an alert or report holds. */
export interface Rendering {
  /** Title of the chart or dashboard, and where it is. */
  title: string;
  url: string;
  pieces: Piece[];
  files: MailFile[];
  /** What is missing or different, in sentences. */
  notes: string[];
}

type Schedule = Row<'report_schedules'>;
type DataAct = Act<Ground & WithData>;

/** Rows of a chart that a mail shows, and of each chart of a dashboard; charts of a dashboard that it shows. */
const CHART_ROWS = 100;
const BOARD_ROWS = 10;
const MOST_CHARTS = 40;
const WINDOWS = { chart: [1_200, 800], dashboard: [1_600, 2_000] } as const;
/** Id by which the HTML of a mail shows its picture. */
export const PICTURE = 'picture@report';
const NO_PICTURES =
  'A picture is not available: this installation takes none. The rows are shown in its place.';

/** Makes what somebody is sent, with their rights and row rules. Rejects with what they are told when they may not see it. */
export async function renderReport(
  schedule: Schedule,
  caller: Caller,
  services: RunServices,
  signal: AbortSignal,
): Promise<Rendering> {
  const act = { services, caller, signal };
  const isBare = schedule.type === 'Alert' && !services.config.ALERTS_ATTACH_REPORTS;
  if (schedule.chart_id !== null) return chartRendering(schedule, schedule.chart_id, isBare, act);
  if (schedule.dashboard_id !== null) return dashboardRendering(schedule, schedule.dashboard_id, isBare, act);
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
  const path = `${chartUrl(id)}&standalone=1${force ? '&force=true' : ''}`;
  if (await addPicture(rendering, schedule, { kind: 'chart', path }, act)) return rendering;
  rendering.pieces.push(await tablePiece(chart, CHART_ROWS, act));
  return rendering;
}

async function dashboardRendering(
  schedule: Schedule,
  key: number,
  isBare: boolean,
  act: Act<RunServices>,
): Promise<Rendering> {
  const id = await openDashboard(String(key), act);
  const board = await act.services.db
    .selectFrom('dashboards')
    .select(['dashboard_title', 'slug', 'position_json', 'json_metadata'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const url = dashboardUrl({ id, slug: board.slug });
  const rendering: Rendering = {
    title: board.dashboard_title ?? '',
    url,
    pieces: [],
    files: [],
    notes: [],
  };
  if (isBare) return rendering;
  if (await addPicture(rendering, schedule, { kind: 'dashboard', path: `${url}?standalone=3` }, act))
    return rendering;
  const charts = await chartsOf(id, board.position_json, schedule, act);
  const force = schedule.force_screenshot === 1;
  for (const chart of charts.slice(0, MOST_CHARTS)) {
    const wanted = { id: chart.id, title: chart.slice_name ?? '', dashboard: id, force };
    rendering.pieces.push(await tablePiece(wanted, BOARD_ROWS, act));
  }
  if (charts.length > MOST_CHARTS)
    rendering.notes.push(
      `The first ${MOST_CHARTS} of ${charts.length} charts are shown: open the dashboard for the others.`,
    );
  const { native_filter_configuration = [] } = readDashboardMetadata(storedObject(board.json_metadata));
  if (native_filter_configuration.length > 0)
    rendering.notes.push('The rows are those of the charts themselves: filters of the dashboard do not act.');
  return rendering;
}

/** Charts of a dashboard in the order in which it is read; of the tabs alone that the report opens. */
async function chartsOf(
  id: number,
  position: string | null,
  schedule: Schedule,
  { services: { db } }: DataAct,
): Promise<{ id: number; slice_name: string | null }[]> {
  const members = new Set(await membersOf(db, id));
  const layout = readLayout(storedObject(position));
  const tabs = tabsIn(storedObject(schedule.extra)).filter((tab) => layout[tab] !== undefined);
  const placed = tabs.length > 0 ? tabs.flatMap((tab) => chartsIn(layout, tab)) : chartsIn(layout);
  const wanted = [...new Set([...placed, ...(tabs.length > 0 ? [] : members)])].filter((chart) =>
    members.has(chart),
  );
  if (wanted.length === 0) return [];
  const rows = await db.selectFrom('charts').select(['id', 'slice_name']).where('id', 'in', wanted).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((chart) => byId.get(chart) ?? []);
}

/** Takes the picture that a report wants, where this installation takes pictures; says so where it does not. */
async function addPicture(
  rendering: Rendering,
  { report_format, custom_width }: Schedule,
  page: { kind: keyof typeof WINDOWS; path: string },
  { services, caller, signal }: Act<RunServices>,
): Promise<boolean> {
  if (report_format !== 'PNG' && report_format !== 'PDF') return false;
  if (!caller.user) {
    rendering.notes.push(NO_PICTURES);
    return false;
  }
  const [width, height] = WINDOWS[page.kind];
  const window = [custom_width ?? width, height] as const;
  const pdf = report_format === 'PDF';
  try {
    const request = { path: page.path, window, pdf };
    const taken = await pictureAs(caller.user.id, request, services, signal);
    const name = fileName(rendering.title);
    if (taken.pdf && pdf)
      rendering.files.push({ name: `${name}.pdf`, type: 'application/pdf', content: taken.pdf });
    else rendering.files.push({ name: `${name}.png`, type: 'image/png', content: taken.png, cid: PICTURE });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    services.say(`A picture for a report failed: ${error instanceof Error ? error.message : String(error)}`);
    rendering.notes.push('The picture could not be taken. The rows are shown in its place.');
    return false;
  }
}

function requireExport({ caller }: Pick<Act, 'caller'>): void {
  if (!may(caller, 'can_csv', 'Superset')) throw lacking(caller, 'can_csv', 'Superset');
}
