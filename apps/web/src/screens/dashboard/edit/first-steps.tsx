import {
  type ChartRow,
  type DatasetRow,
  GRID_COLUMNS,
  type StartingLayout,
  startWith,
} from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { fetchList } from '../../../api/list.ts';
import { mayOpenPage } from '../../../base/bootstrap.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { editLayout } from '../store/editing.ts';
import { componentId } from './component-id.ts';
import styles from './edit.module.css';

/** Datasets that are offered. */
const OFFERED = 5;
/** Charts among whose datasets the last used ones are looked for. */
const CHARTS = 50;

/** Layouts with a sketch of them: for each row the columns that its blocks take. */
const LAYOUTS: readonly { kind: StartingLayout; name: string; rows: readonly number[] }[] = [
  { kind: 'column', name: 'One column', rows: [12, 12, 12] },
  { kind: 'figures', name: 'Key figures above, charts below', rows: [3, 6] },
  { kind: 'tabs', name: 'Tabs', rows: [2, 3, 6] },
];

/** With what an empty dashboard begins: layouts, and charts of the datasets that were used last. */
export function FirstSteps() {
  const store = useDashboardStore();
  const id = useDashboard((state) => state.dashboard.info.id);
  const datasets = useQuery({
    queryKey: ['chart', 'list', 'datasets-used'],
    queryFn: ({ signal }) => datasetsUsed(signal),
  });
  return (
    <>
      <fieldset className={styles.starts} aria-label="Layouts to begin with">
        {LAYOUTS.map(({ kind, name, rows }) => (
          <button
            key={kind}
            type="button"
            className={styles.start}
            onClick={() => editLayout(store, (layout) => ({ layout: startWith(kind, layout, componentId) }))}
          >
            <Sketch rows={rows} />
            {name}
          </button>
        ))}
      </fieldset>
      {mayOpenPage('newChart') && datasets.data && datasets.data.length > 0 && (
        <div className={styles.datasets}>
          Make a chart of a dataset that was used last:
          <ul>
            {datasets.data.map((dataset) => (
              <li key={dataset.uid}>
                <Link to="/explore/" search={{ datasource: dataset.uid, dashboard_id: String(id) }}>
                  {dataset.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What a layout looks like, small. */
function Sketch({ rows }: { rows: readonly number[] }) {
  return (
    <span className={styles.sketch} aria-hidden>
      {blocksOf(rows).map((area) => (
        <i key={area} style={{ gridArea: area }} />
      ))}
    </span>
  );
}

/** Where the blocks of rows stand in a grid of twelve columns. */
function blocksOf(rows: readonly number[]): string[] {
  return rows.flatMap((width, row) =>
    Array.from(
      { length: GRID_COLUMNS / width },
      (_, at) => `${row + 1} / ${at * width + 1} / auto / span ${width}`,
    ),
  );
}

/** Datasets of the charts that were saved last; without charts those that were changed last. */
async function datasetsUsed(signal: AbortSignal): Promise<{ uid: string; name: string }[]> {
  const last = { order_column: 'changed_on_delta_humanized', order_direction: 'desc' as const, page: 0 };
  const charts = await fetchList<ChartRow>('chart', { ...last, page_size: CHARTS }, signal);
  const used = new Map(
    charts.result.map(({ datasource_id, datasource_type, datasource_name_text }) => [
      `${datasource_id}__${datasource_type}`,
      // Without the schema that it stands in.
      datasource_name_text?.split('.').at(-1),
    ]),
  );
  const found = [...used].flatMap(([uid, name]) => (name ? [{ uid, name }] : []));
  if (found.length > 0) return found.slice(0, OFFERED);
  const { result } = await fetchList<DatasetRow>('dataset', { ...last, page_size: OFFERED }, signal);
  return result.map(({ id, table_name }) => ({ uid: `${id}__table`, name: table_name }));
}
