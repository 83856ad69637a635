import { type ChartFormData, dashboardTitle, initialTabs, type Layout } from '@chartroom/model';
import type { Act } from '../http/act.ts';
import type { Row } from '../records/tables.ts';
import { markedDown } from '../resources/marked-down.ts';
import { partsOnDashboard } from '../security/chart-parts.ts';
import { formOfChart } from '../security/chart-question.ts';
import { type AnswersFrom, Asking } from './asking.ts';
import { type Placed, placeBoard } from './board/place-board.ts';
import { type AskedPicture, type DrawingServices, drawAsked } from './chart-picture.ts';
import type { AskedChart, BoardChart, PictureFormat, Sheet } from './drawing-work.ts';
import { lookOf, type WantedLook } from './looks.ts';
import { type Board, type BoardState, type DatasetsOnBoard, filterBoard, openBoard } from './open-board.ts';

/** A dashboard of which a picture is wanted. */
export interface WantedBoard extends Omit<WantedLook, 'theme'> {
  id: number;
  /** Pixels of the window. */
  width: number;
  /** Whether it is laid out as for a phone; undefined = as its width says. */
  isNarrow?: boolean | undefined;
  /** What is further down is left out; undefined = nothing is. */
  cut?: number | undefined;
  state: BoardState;
  /** Whether its title stands above it, with the filters that apply and when it was drawn. */
  hasHead: boolean;
  /** When it is of, in words; undefined = when it is drawn, by the clock of the server. */
  moment?: string | undefined;
  formats: readonly PictureFormat[];
  scale?: number | undefined;
  force?: boolean | undefined;
}

/** Pixels of a window up to which it is one of a phone, and what is around a board there and elsewhere. */
const NARROW = 800;
const MARGINS = { narrow: 10, wide: 16 };
/** Charts that are asked at a time. */
const AT_ONCE = 4;
/** Charts of one picture. */
const MOST_CHARTS = 200;

/**
 * Pictures of a dashboard, one for each format, as the caller may see it: its charts ask what they ask on its page. A chart that
 * fails says so in its place. Rejects with 404 when they may not see the dashboard, and as `DrawingRoom.draw` does.
 */
export async function drawDashboard(wanted: WantedBoard, act: Act<DrawingServices>): Promise<Buffer[]> {
  const asked = await askDashboard(wanted, wanted.force ? 'databases' : 'both', act);
  return drawAsked(asked, act);
}

/** Asks the charts of a dashboard as the caller may see them. Rejects with 404 when they may not see it. */
export async function askDashboard(
  wanted: WantedBoard,
  from: AnswersFrom,
  act: Act<DrawingServices>,
): Promise<AskedPicture> {
  const board = await openBoard(wanted.id, act);
  const asking = new Asking(act, from);
  const sheet = await askedSheet(wanted, board, asking, act);
  const look = await lookOf({ ...wanted, theme: board.row.theme_id }, act.services);
  const work = {
    sheet,
    look: wanted.fontFamily === undefined ? look : { ...look, fontFamily: wanted.fontFamily },
    formats: wanted.formats,
    scale: wanted.scale ?? 1,
  };
  return { work, answers: asking.answers, hasGaps: asking.hasGaps };
}

/** The board with what its charts answer, as far as they are in the picture. */
async function askedSheet(
  wanted: WantedBoard,
  board: Board,
  asking: Asking,
  act: Act<DrawingServices>,
): Promise<Sheet> {
  const { row, metadata, layout, charts } = board;
  const filtered = await filterBoard(board, wanted.state, asking, act);
  const { datasets } = filtered;
  const isNarrow = wanted.isNarrow ?? wanted.width <= NARROW;
  const margin = isNarrow ? MARGINS.narrow : MARGINS.wide;
  const { placed, height } = placeBoard(layout, {
    width: wanted.width - 2 * margin,
    isNarrow,
    readingOrder: metadata.reading_order ?? [],
    openTabs: openTabs(layout, wanted.state.tabs),
    allTabs: wanted.state.allTabs ?? false,
  });
  const seen = seenCharts(placed, wanted.cut);
  const asked = await eachOf(seen, AT_ONCE, async ({ chart: id, height: room }) => {
    const own = charts.get(id);
    if (!own) return undefined;
    const chart = await askChart(filtered.formOf(own), own, room, {
      datasets,
      asking,
      act,
      dashboardId: row.id,
    });
    return [id, { name: own.slice_name ?? '', asked: chart, ...(await described(own, metadata)) }] as const;
  });
  return {
    kind: 'board',
    width: wanted.width,
    margin,
    height,
    cut: wanted.cut,
    placed,
    charts: Object.fromEntries(asked.flatMap((each) => (each ? [each] : []))),
    colors: metadata,
    head: wanted.hasHead
      ? {
          title: dashboardTitle(row),
          lines: [...filtered.lines, wanted.moment ?? momentText(act)],
        }
      : undefined,
  };
}

/** The wanted tabs with those that they stand in; of other strips the first. */
function openTabs(layout: Layout, wanted: readonly string[]): Set<string> {
  const known = wanted.filter((id) => layout[id]?.type === 'TAB');
  const all = known.flatMap((id) => [
    ...(layout[id]?.parents ?? []).filter((parent) => layout[parent]?.type === 'TAB'),
    id,
  ]);
  return new Set([...initialTabs(layout, all), ...all]);
}

function seenCharts(placed: readonly Placed[], cut: number | undefined) {
  const charts = new Map<number, Extract<Placed, { kind: 'chart' }>>();
  for (const each of placed) {
    if (each.kind !== 'chart' || charts.has(each.chart) || each.chart === 0) continue;
    if (cut === undefined || each.y < cut) charts.set(each.chart, each);
  }
  return [...charts.values()].slice(0, MOST_CHARTS);
}

interface ChartPlace {
  datasets: DatasetsOnBoard;
  asking: Asking;
  act: Act<DrawingServices>;
  dashboardId: number;
}

async function askChart(
  form: ChartFormData,
  own: Row<'charts'>,
  height: number,
  { datasets, asking, act, dashboardId }: ChartPlace,
): Promise<AskedChart> {
  const datasetOf = (uid: string) => datasets.find(({ dataset }) => dataset.uid === uid)?.dataset;
  return asking.ask({
    form,
    height,
    datasource: async () => datasetOf(form.datasource),
    part: async ({ id }) => {
      const parts = await partsOnDashboard(act.services.db, dashboardId, own.id);
      const found = parts.find(({ row }) => row.id === id)?.row;
      const dataset = found && datasetOf(formOfChart(found).datasource);
      if (!found || !dataset) return undefined;
      return {
        name: found.slice_name ?? '',
        form: { ...formOfChart(found), dashboardId },
        datasource: dataset,
      };
    },
  });
}

/** What is said of a chart, where the author wants it to stand above it. */
async function described(
  { id, description }: Row<'charts'>,
  { expanded_slices }: Board['metadata'],
): Promise<Pick<BoardChart, 'description'>> {
  if (!description || expanded_slices?.[id] !== true) return {};
  const [markup] = await markedDown([description]);
  return markup ? { description: markup } : {};
}

/** Does something with each of a list, so many at a time; answers in the order of the list. */
async function eachOf<Value, Made>(
  values: readonly Value[],
  atOnce: number,
  make: (value: Value) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = new Array(values.length);
  let next = 0;
  const line = async () => {
    for (let at = next++; at < values.length; at = next++) {
      const value = values[at];
      if (value !== undefined) made[at] = await make(value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return made;
}

/** When a picture was drawn, in the time of the server. */
function momentText({ services: { now } }: Act<DrawingServices>): string {
  const at = now();
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
