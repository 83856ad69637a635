import { chartUrl, dashboardUrl } from '@chartroom/model';
import { askDashboard } from '../drawings/board-picture.ts';
import { askSavedChart, drawAsked } from '../drawings/chart-picture.ts';
import type { AskedChart, DrawingWork, PictureFormat } from '../drawings/drawing-work.ts';
import type { Board, BoardState } from '../drawings/open-board.ts';
import type { Act } from '../http/act.ts';
import { pictureAs } from '../pictures/picture-as.ts';
import type { Row } from '../records/tables.ts';
import { keepPermalink } from '../resources/permalinks/kept-values.ts';
import { fileName, type Piece } from './chart-content.ts';
import { PICTURE, type Rendering } from './rendering-parts.ts';
import type { RunServices } from './run-services.ts';

/** A dashboard or a chart of which a report shows a picture. */
export type Pictured = { title: string; force: boolean } & (
  | { kind: 'chart'; id: number }
  | { kind: 'dashboard'; board: Board; state: BoardState }
);

type Schedule = Row<'report_schedules'>;

/** Pixels of the window, where the report says nothing else. */
const WINDOWS = { chart: [1_200, 800], dashboard: [1_600, 2_000] } as const;

/** Adds the picture that a report wants; where there is none it says so, and answers false. */
export async function addPicture(
  rendering: Rendering,
  schedule: Schedule,
  pictured: Pictured,
  act: Act<RunServices>,
): Promise<boolean> {
  const { report_format: format } = schedule;
  if (format !== 'PNG' && format !== 'PDF') return false;
  try {
    const as = format === 'PDF' ? 'pdf' : 'png';
    const made = act.services.config.PICTURES_BY_CHROMIUM
      ? await taken(as, schedule, pictured, act)
      : await drawn(as, schedule, pictured, act);
    // Nothing is to be seen: the rows say as much, or more.
    if (!made) return false;
    const { content, pieces, shown } = made;
    rendering.shown = shown;
    const name = `${fileName(pictured.title)}.${as}`;
    if (as === 'pdf') rendering.files.push({ name, type: 'application/pdf', content });
    else rendering.files.push({ name, type: 'image/png', content, cid: PICTURE });
    rendering.pieces.push(...pieces);
    return true;
  } catch (error) {
    act.signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    act.services.say(`A picture for a report failed: ${why}`);
    rendering.notes.push('The picture could not be made. The rows are shown in its place.');
    return false;
  }
}

interface Made {
  content: Buffer;
  shown: { type: string; content: Buffer } | undefined;
  /** What it shows, with what failed of it. */
  pieces: Piece[];
}

/** Undefined when all that it would show fails. */
async function drawn(
  format: PictureFormat,
  schedule: Schedule,
  pictured: Pictured,
  act: Act<RunServices>,
): Promise<Made | undefined> {
  const [width, height] = WINDOWS[pictured.kind];
  const moment = momentIn(schedule.timezone, act.services.now());
  const look = { dark: false, formats: [format, 'svg' as const], force: pictured.force };
  const across = schedule.custom_width ?? width;
  const asked =
    pictured.kind === 'chart'
      ? await askSavedChart(
          {
            ...look,
            id: pictured.id,
            size: { width: across, height },
            head: { title: pictured.title, lines: [moment] },
          },
          pictured.force ? 'databases' : 'both',
          act,
        )
      : await askDashboard(
          {
            ...look,
            id: pictured.board.row.id,
            width: across,
            state: pictured.state,
            hasHead: true,
            moment,
          },
          pictured.force ? 'databases' : 'both',
          act,
        );
  const pieces = piecesOf(asked.work, pictured);
  if (pieces.length > 0 && pieces.every(({ problem }) => problem !== undefined)) return undefined;
  const [content, svg] = await drawAsked(asked, act);
  if (!content) throw new Error('Nothing was drawn.');
  return { content, pieces, shown: svg && { type: 'image/svg+xml', content: svg } };
}

function piecesOf({ sheet }: DrawingWork, pictured: Pictured): Piece[] {
  const piece = (id: number, title: string, { problem }: AskedChart): Piece => ({
    title,
    url: chartUrl(id),
    ...(problem !== undefined && { problem }),
  });
  if (sheet.kind === 'board')
    return Object.entries(sheet.charts).map(([id, { name, asked }]) => piece(Number(id), name, asked));
  return pictured.kind === 'chart' ? [piece(pictured.id, pictured.title, sheet.chart)] : [];
}

/** As the page shows it, where the operator wants that. */
async function taken(
  format: PictureFormat,
  schedule: Schedule,
  pictured: Pictured,
  act: Act<RunServices>,
): Promise<Made> {
  if (!act.caller.user) throw new Error('Nobody is signed in for whom it is taken.');
  const [width, height] = WINDOWS[pictured.kind];
  const window = [schedule.custom_width ?? width, height] as const;
  const request = { path: await pathOf(pictured, act), window, pdf: format === 'pdf' };
  const { png, pdf } = await pictureAs(act.caller.user.id, request, act.services, act.signal);
  const shown = { type: 'image/png', content: png };
  return { content: (format === 'pdf' ? pdf : undefined) ?? png, pieces: [], shown };
}

async function pathOf(pictured: Pictured, act: Act<RunServices>): Promise<string> {
  const force = pictured.force ? '&force=true' : '';
  if (pictured.kind === 'chart') return `${chartUrl(pictured.id)}&standalone=1${force}`;
  const { row } = pictured.board;
  const { masks, tabs, urlParams = {} } = pictured.state;
  const path = `${dashboardUrl(row)}?standalone=3${force}`;
  if (tabs.length === 0 && Object.keys(masks).length === 0 && Object.keys(urlParams).length === 0)
    return path;
  const state = { dataMask: masks, activeTabs: tabs, urlParams: Object.entries(urlParams) };
  const kept = JSON.stringify({ dashboardId: row.uuid, state });
  return `${path}&permalink_key=${await keepPermalink('dashboard_permalink', kept, act)}`;
}

/** A moment by the clocks of a zone, which is named. */
function momentIn(timeZone: string, at: Date): string {
  const zone = isKnown(timeZone) ? timeZone : 'UTC';
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  return `${text} ${zone}`;
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    // Bundles of former days may name zones that are none: their times are those of UTC.
    return false;
  }
}
