import { MoreOutlined } from '@ant-design/icons';
import type { DashboardChart } from '@chartroom/model';
import { DropMenu, loadable } from '@chartroom/ui';
import { useNavigate } from '@tanstack/react-router';
import { Button, type MenuProps } from 'antd';
import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';
import { useState } from 'react';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { mayViewAsTable } from '../../shared/chart/data-twin.tsx';
import { downloadItems } from '../../shared/chart/downloads.ts';
import type { ResultsModalProps } from '../../shared/chart/results-modal.tsx';
import type { ViewQueryModalProps } from '../../shared/chart/view-query-modal.tsx';
import type { Drill } from './drill/drill.ts';
import { useDrillEntries } from './drill/drill-entries.tsx';
import { shareItems } from './share.ts';
import type { TileState } from './store/chart-answers.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';

dayjs.extend(relativeTime);

const NO_DATASET = { columns: [], verbose_map: {} };

type Viewing = 'query' | 'results' | 'picture';

const ResultsModal = loadable<ResultsModalProps>(
  async () => (await import('../../shared/chart/results-modal.tsx')).ResultsModal,
);
const ViewQueryModal = loadable<ViewQueryModalProps>(
  async () => (await import('../../shared/chart/view-query-modal.tsx')).ViewQueryModal,
);
const ChartImage = loadable<{ name: string; placement: string; onClose: () => void }>(
  async () => (await import('./dialogs/chart-image.tsx')).ChartImageDialog,
);

export interface ChartMenuProps {
  chart: DashboardChart;
  /** The component that it stands in. */
  placement: string;
  tile: TileState | undefined;
  described: boolean;
  onDescribe: () => void;
  onDrill: (drill: Drill) => void;
}

/** What can be done with one chart of a dashboard (contract/ui.md B7). */
export function ChartMenu({ chart, placement, tile, described, onDescribe, onDrill }: ChartMenuProps) {
  const [viewing, setViewing] = useState<Viewing>();
  const full = useDashboard((state) => state.fullSize === placement);
  const dataset = useDashboard((state) =>
    state.dashboard.datasets.find((each) => each.uid === tile?.form.datasource),
  );
  const items = useItems({ chart, placement, tile, described, onDescribe, onDrill }, full, setViewing);
  return (
    <>
      <DropMenu trigger={['click']} menu={{ items }} placement="bottomRight">
        <Button
          type="text"
          size="small"
          data-unpictured
          icon={<MoreOutlined aria-hidden />}
          aria-label={`More Options: ${chart.slice_name}`}
        />
      </DropMenu>
      {viewing === 'query' && tile?.type && (
        <ViewQueryModal type={tile.type} form={tile.form} onClose={() => setViewing(undefined)} />
      )}
      {viewing === 'picture' && (
        <ChartImage name={chart.slice_name} placement={placement} onClose={() => setViewing(undefined)} />
      )}
      {viewing === 'results' && tile?.type && (
        <ResultsModal
          name={chart.slice_name}
          {...tile}
          type={tile.type}
          datasource={dataset ?? NO_DATASET}
          onClose={() => setViewing(undefined)}
        />
      )}
    </>
  );
}

function useItems(
  { chart, placement, tile, described, onDescribe, onDrill }: ChartMenuProps,
  full: boolean,
  view: (what: Viewing) => void,
): MenuProps['items'] {
  const store = useDashboardStore();
  const { refresh, setFullSize } = store.getState();
  const navigate = useNavigate();
  const pageId = useDashboard((state) => state.pageId);
  const mayExplore = may('can_explore', 'Superset');
  const drilling = useDrillEntries(tile, onDrill);
  return [
    {
      key: 'force_refresh',
      disabled: tile?.status === 'loading',
      label: (
        <div>
          Force refresh
          <div style={{ fontSize: 11, color: 'var(--cr-text-secondary)' }}>{ageOf(tile)}</div>
        </div>
      ),
      onClick: () => void refresh([chart.id], true),
    },
    {
      key: 'fullscreen',
      label: full ? 'Exit fullscreen' : 'Enter fullscreen',
      onClick: () => setFullSize(full ? undefined : placement),
    },
    { type: 'divider' },
    ...(chart.description_markeddown
      ? [
          {
            key: 'description',
            label: described ? 'Hide chart description' : 'Show chart description',
            onClick: onDescribe,
          },
        ]
      : []),
    ...(mayExplore
      ? [
          {
            key: 'explore_chart',
            label: 'Edit chart',
            onClick: () =>
              void navigate({
                to: '/explore/',
                search: { dashboard_page_id: pageId, slice_id: String(chart.id) },
              }),
          },
        ]
      : []),
    ...drilling.reach,
    ...(mayExplore || may('can_view_query', 'Dashboard')
      ? [{ key: 'view_query', label: 'View query', onClick: () => view('query') }]
      : []),
    ...(mayViewAsTable()
      ? [
          {
            key: 'view_results',
            label: 'View as table',
            disabled: tile?.status !== 'success',
            onClick: () => view('results'),
          },
        ]
      : []),
    ...drilling.detail,
    ...(bootstrap.embedded
      ? []
      : [
          {
            key: 'share',
            label: 'Share',
            children: shareItems(store, chart.slice_name, placement),
          },
        ]),
    ...(may('can_csv', 'Superset') && tile
      ? [
          {
            key: 'download',
            label: 'Download',
            children: [
              ...downloadItems({ type: tile.type, form: tile.form, name: chart.slice_name }, 'dashboard'),
              { key: 'download_as_image', label: 'Download as image', onClick: () => view('picture') },
            ],
          },
        ]
      : []),
  ];
}

function ageOf(tile: TileState | undefined): string {
  const first = tile?.results[0];
  if (!first || tile.status !== 'success') return '';
  if (first.is_cached && first.cached_dttm)
    return `Cached ${dayjs(`${first.cached_dttm.replace(/Z$/, '')}Z`).fromNow()}`;
  return `Fetched ${dayjs(tile.fetchedAt).fromNow()}`;
}
