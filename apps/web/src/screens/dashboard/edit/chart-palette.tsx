import { type ChartRow, chartsIn, ROOT_ID } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { Button, Checkbox, Input, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../../api/client.ts';
import { useList } from '../../../api/list.ts';
import { bootstrap, mayOpenPage } from '../../../base/bootstrap.ts';
import { useRemembered } from '../../../shared/use-remembered.ts';
import { useSettled } from '../../../shared/use-settled.ts';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './edit.module.css';
import { PaletteItem } from './palette-item.tsx';

/** Charts that are fetched for the pane at once (contract/ui.md B6). */
const PAGE = 200;
/** Milliseconds after the last key until charts are searched. */
const PAUSE = 300;
const ONLY_MINE = 'dashboard__editor_show_only_my_charts';

const SORTS = [
  { value: 'changed_on', label: 'Recent' },
  { value: 'slice_name', label: 'Name' },
  { value: 'viz_type', label: 'Viz type' },
  { value: 'datasource_name', label: 'Dataset' },
];

/** Charts that can be put onto the dashboard; those that it shows are marked, and can be put there once more. */
export function ChartPalette() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('changed_on');
  const [onlyMine, rememberOnlyMine] = useRemembered(ONLY_MINE);
  const isOnlyMine = onlyMine !== 'false';
  const charts = useCharts(useSettled(search, PAUSE), sort, isOnlyMine);
  return (
    <div className={styles.charts}>
      <div className={styles.finder}>
        <Input
          allowClear
          aria-label="Filter your charts"
          placeholder="Filter your charts"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          aria-label="Sort charts by"
          value={sort}
          options={SORTS}
          popupMatchSelectWidth={false}
          onChange={setSort}
        />
      </div>
      <div className={styles.finder}>
        <Checkbox checked={isOnlyMine} onChange={(event) => rememberOnlyMine(String(event.target.checked))}>
          Show only my charts
        </Checkbox>
        {mayOpenPage('newChart') && (
          <Button size="small" type="link" href="/chart/add">
            Create new chart
          </Button>
        )}
      </div>
      <Found charts={charts} all={isOnlyMine ? () => rememberOnlyMine('false') : undefined} />
    </div>
  );
}

interface FoundProps {
  charts: ReturnType<typeof useCharts>;
  /** Looks at the charts of everybody, where only one's own are looked at. */
  all: (() => void) | undefined;
}

function Found({ charts, all }: FoundProps) {
  const shownText = useDashboard((state) => chartsIn(state.layout, ROOT_ID).join());
  const shown = new Set(shownText.split(',').map(Number));
  if (charts.isError)
    return <ErrorAlert compact title="Could not fetch all saved charts" errors={errorsOf(charts.error)} />;
  if (!charts.data) return <Skeleton active />;
  const { result, count } = charts.data;
  if (count === 0)
    return (
      <EmptyState
        size="small"
        title="No charts found"
        description={all ? 'None of your own, that is.' : 'Try another word.'}
        action={all && <Button onClick={all}>Show the charts of everybody</Button>}
      />
    );
  return (
    <div className={styles.items}>
      {result.map((chart) => (
        <PaletteItem
          key={chart.id}
          name={chart.slice_name ?? ''}
          carried={{
            component: { type: 'CHART' },
            meta: { chartId: chart.id, sliceName: chart.slice_name ?? '' },
          }}
          mark={shown.has(chart.id) ? 'Added' : undefined}
        >
          <b title={chart.slice_name ?? ''}>{chart.slice_name}</b>
          <small>
            {chart.viz_type} · {chart.datasource_name_text ?? 'no dataset'}
          </small>
          <small>Modified {chart.changed_on_delta_humanized}</small>
        </PaletteItem>
      ))}
      {count > result.length && (
        <small className={styles.more}>
          The first {result.length} of {count}. Filter to find the others.
        </small>
      )}
    </div>
  );
}

function useCharts(search: string, sort: string, isOnlyMine: boolean) {
  const own = bootstrap.user?.userId;
  return useList<ChartRow>('chart', {
    filters: [
      ...(search.trim() === '' ? [] : [{ col: 'slice_name', opr: 'chart_all_text', value: search.trim() }]),
      ...(isOnlyMine && own !== undefined ? [{ col: 'owners', opr: 'rel_m_m', value: own }] : []),
    ],
    order_column: sort === 'changed_on' ? 'changed_on_delta_humanized' : sort,
    order_direction: sort === 'changed_on' ? 'desc' : 'asc',
    page: 0,
    page_size: PAGE,
  });
}
