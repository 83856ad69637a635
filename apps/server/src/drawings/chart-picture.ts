import type { DrawDatasource } from '@chartroom/charts';
import { askerOf } from '../data/asker.ts';
import type { RowsOnHand } from '../data/heavy/worker.ts';
import type { WithData } from '../data/ports.ts';
import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import type { Row } from '../records/tables.ts';
import { chartResource } from '../resources/chart/chart-resource.ts';
import { datasourceData, missingDatasource, queryDatasource } from '../resources/explore/datasource-data.ts';
import { requireSeen, seenIds } from '../resources/resource-queries.ts';
import { formOfChart } from '../security/chart-question.ts';
import { type AnswersFrom, Asking, type ChartToAsk } from './asking.ts';
import type { WithDrawings } from './drawing-room.ts';
import type { DrawingWork, PictureFormat, PictureHead, PictureSize } from './drawing-work.ts';
import { lookOf, type WantedLook } from './looks.ts';

/** With what pictures are drawn. */
export type DrawingServices = Ground & WithData & WithDrawings;

/** A saved chart of which a picture is wanted. */
export interface WantedChart extends WantedLook {
  id: number;
  size: PictureSize;
  /** As what it is wanted. */
  formats: readonly PictureFormat[];
  /** Pixels of a PNG for each of its size; 1 where nothing is said. */
  scale?: number | undefined;
  head?: PictureHead | undefined;
  /** Whether kept answers are not wanted. */
  force?: boolean | undefined;
}

/** What was asked: everything that a picture is made of. */
export interface AskedPicture {
  work: DrawingWork;
  answers: RowsOnHand[];
  /** Whether something was not asked because its answer is not kept. */
  hasGaps: boolean;
}

/**
 * Pictures of a saved chart, one for each format, as the caller may see it: the question that a page would ask, with their rights and the rules for them.
 * What goes wrong with its data stands in the picture. Rejects with 404 when they may not see the chart, and as `DrawingRoom.draw` does.
 */
export async function drawChart(wanted: WantedChart, act: Act<DrawingServices>): Promise<Buffer[]> {
  return drawAsked(await askSavedChart(wanted, wanted.force ? 'databases' : 'both', act), act);
}

/** Asks a saved chart as the caller may see it. Rejects with 404 when they may not see it. */
export async function askSavedChart(
  wanted: WantedChart,
  from: AnswersFrom,
  act: Act<DrawingServices>,
): Promise<AskedPicture> {
  const { services } = act;
  await requireSeen(chartResource, [wanted.id], act);
  const row = await services.db
    .selectFrom('charts')
    .selectAll()
    .where('id', '=', wanted.id)
    .executeTakeFirstOrThrow();
  return askForm(
    wanted,
    { form: { ...formOfChart(row), slice_id: row.id }, datasource: () => datasetOf(row, act) },
    from,
    act,
  );
}

/** Asks what a form asks, of a dataset that the caller may read. */
export async function askForm(
  wanted: Omit<WantedChart, 'id' | 'force'>,
  chart: Pick<ChartToAsk, 'form' | 'datasource'>,
  from: AnswersFrom,
  act: Act<DrawingServices>,
): Promise<AskedPicture> {
  const { services } = act;
  const asking = new Asking(act, from);
  const asked = await asking.ask({
    ...chart,
    part: ({ id }) => seenPart(id, act),
    height: wanted.size.height,
  });
  const work: DrawingWork = {
    sheet: { kind: 'chart', chart: asked, size: wanted.size, head: wanted.head },
    look: await lookOf(wanted, services),
    formats: wanted.formats,
    scale: wanted.scale ?? 1,
  };
  return { work, answers: asking.answers, hasGaps: asking.hasGaps };
}

/** Draws what was asked, whose answers are taken over. Rejects as `DrawingRoom.draw` does. */
export function drawAsked(
  { work, answers }: AskedPicture,
  { services, caller, signal }: Act<DrawingServices>,
): Promise<Buffer[]> {
  const timeoutMs = services.config.SCREENSHOT_TIMEOUT * 1_000;
  return services.drawings.draw(answers, work, { asker: askerOf(caller.principal), signal, timeoutMs });
}

type StoredSource = Pick<Row<'charts'>, 'datasource_id' | 'datasource_type'>;

/** What is known of the dataset of a chart whose data the caller has just read. */
async function datasetOf(
  { datasource_id, datasource_type }: StoredSource,
  act: Act<DrawingServices>,
): Promise<DrawDatasource> {
  if (datasource_type === 'query') return queryDatasource(datasource_id, act);
  return (await datasourceData([datasource_id], act)).get(datasource_id) ?? missingDatasource(datasource_id);
}

/** A chart that another one shows; undefined unless the caller may see it. */
async function seenPart(id: number, act: Act<DrawingServices>) {
  if (!(await seenIds(chartResource, [id], act)).has(id)) return undefined;
  const row = await act.services.db
    .selectFrom('charts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { name: row.slice_name ?? '', form: formOfChart(row), datasource: await datasetOf(row, act) };
}
