import { createHash } from 'node:crypto';
import type { Act } from '../http/act.ts';
import type { Row } from '../records/tables.ts';
import { groupBy, type Person } from './people.ts';
import { type Viewer, viewersOf } from './picture-viewers.ts';

/** What pictures are taken of. */
export type PicturedKind = 'chart' | 'dashboard';

/** Addresses of the present pictures of charts, by the id of the chart: another one whenever the picture would be. */
export async function chartPictures(
  rows: readonly Row<'charts'>[],
  owners: Map<number, Person[]>,
  act: Act,
): Promise<Map<number, string>> {
  const viewers = act.services.config.THUMBNAILS ? await viewersOf(rows, owners, act) : undefined;
  return new Map(
    rows.map((row) => {
      const facts = [row.uuid, row.params, row.viz_type, row.datasource_id, row.query_context];
      return [row.id, thumbnailUrl('chart', row.id, digestOf(facts, viewers?.get(row.id)))];
    }),
  );
}

/** The same of dashboards. */
export async function dashboardPictures(
  rows: readonly Row<'dashboards'>[],
  owners: Map<number, Person[]>,
  act: Act,
): Promise<Map<number, string>> {
  const isTaken = act.services.config.THUMBNAILS;
  const viewers = isTaken ? await viewersOf(rows, owners, act) : undefined;
  const charts = isTaken
    ? await chartsOn(
        rows.map((row) => row.id),
        act,
      )
    : undefined;
  return new Map(
    rows.map((row) => {
      const facts = [
        row.uuid,
        row.position_json,
        row.css,
        row.json_metadata,
        row.theme_id,
        ...(charts?.get(row.id) ?? []),
      ];
      return [row.id, thumbnailUrl('dashboard', row.id, digestOf(facts, viewers?.get(row.id)))];
    }),
  );
}

/** Where the picture of a digest is. */
export function thumbnailUrl(kind: PicturedKind, id: number, digest: string): string {
  return `/api/v1/${kind}/${id}/thumbnail/${digest}/`;
}

function digestOf(facts: readonly (string | number | null)[], viewer: Viewer | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([...facts, viewer ? [viewer.id, viewer.rules] : null]))
    .digest('hex')
    .slice(0, 32);
}

async function chartsOn(ids: number[], { services: { db } }: Act): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select(['dashboard_id', 'charts.id', 'charts.changed_on'])
    .where('dashboard_id', 'in', ids)
    .orderBy('charts.id')
    .execute();
  return groupBy(
    rows,
    (row) => row.dashboard_id,
    (row) => `${row.id} ${row.changed_on}`,
  );
}
