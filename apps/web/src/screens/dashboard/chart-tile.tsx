import { FilterOutlined, WarningOutlined } from '@ant-design/icons';
import type { LabelColors } from '@chartroom/charts';
import type { DatasourceData } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button, Popover, Skeleton, Tooltip } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { ChartPicture } from '../../shared/chart/chart-picture.tsx';
import { ChartMenu } from './chart-menu.tsx';
import styles from './dashboard.module.css';
import { keepDescribed } from './kept-descriptions.ts';
import type { TileState } from './store/chart-answers.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { hasUiBit } from './ui-config.ts';

const NO_DATASET: Pick<DatasourceData, 'columns' | 'metrics' | 'verbose_map' | 'column_formats'> = {
  columns: [],
  metrics: [],
  verbose_map: {},
  column_formats: {},
};

/** A smaller row limit was chosen on purpose (the ten largest …): reaching it is no news. */
const LIMIT_BY_ACCIDENT = 1_000;

/** One chart on the dashboard: title, marks of what filters it, menu, picture. */
export function ChartTile({ id, name }: { id: number; name: string }) {
  const tile = useDashboard((state) => state.tiles[id]);
  const chart = useDashboard((state) => state.dashboard.charts.find((each) => each.id === id));
  const full = useDashboard((state) => state.fullSize === id);
  const page = useDashboard((state) => state.pageId);
  const [described, describe] = useDescribed(id);
  useLeaveByEscape(full);
  if (!chart) {
    return (
      <article className={styles.tile} aria-label={name}>
        <EmptyState
          size="small"
          title="There is no chart definition associated with this component, could it have been deleted?"
          description="Delete this container and save to remove this message."
        />
      </article>
    );
  }
  return (
    <article
      className={`${styles.tile} dashboard-chart-id-${id}`}
      data-full={full}
      aria-label={name || chart.slice_name}
      data-status={tile?.status ?? 'waiting'}
    >
      <header className={styles.tileHead}>
        <h3 title={name}>
          {may('can_explore', 'Superset') ? (
            <Link to="/explore/" search={{ dashboard_page_id: page, slice_id: String(id) }}>
              {name || chart.slice_name}
            </Link>
          ) : (
            name || chart.slice_name
          )}
        </h3>
        <Marks id={id} tile={tile} />
        {!hasUiBit('chartControls') && (
          <ChartMenu chart={chart} tile={tile} described={described} onDescribe={describe} />
        )}
      </header>
      {described && chart.description_markeddown && <DescriptionText html={chart.description_markeddown} />}
      <div className={styles.tileBody}>
        <TileBody id={id} tile={tile} name={name || chart.slice_name} />
      </div>
    </article>
  );
}

/** Whether a chart's description is shown, and how that changes; what editors choose is kept for everybody. */
function useDescribed(id: number): [boolean, () => void] {
  const store = useDashboardStore();
  const [described, setDescribed] = useState(
    () => store.getState().dashboard.metadata.expanded_slices?.[id] === true,
  );
  const change = () => {
    setDescribed(!described);
    void keepDescribed(store, id, !described);
  };
  return [described, change];
}

/** Escape ends the full screen of a chart, unless it closes something that lies over it. */
function useLeaveByEscape(full: boolean): void {
  const { setFullSize } = useDashboardStore().getState();
  useEffect(() => {
    if (!full) return;
    const onKey = (event: KeyboardEvent) => {
      const isCovered = document.querySelector('.ant-modal-wrap, .ant-dropdown:not(.ant-dropdown-hidden)');
      if (event.key === 'Escape' && !event.defaultPrevented && !isCovered) setFullSize(undefined);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [full, setFullSize]);
}

/** A description as the server has made HTML of it: there is nothing in it that acts. */
function DescriptionText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    place.current?.replaceChildren(...body.childNodes);
  }, [html]);
  return <div ref={place} className={styles.description} />;
}

function TileBody({ id, tile, name }: { id: number; tile: TileState | undefined; name: string }) {
  const dataset = useDashboard((state) =>
    state.dashboard.datasets.find((each) => each.uid === tile?.form.datasource),
  );
  const selected = useDashboard((state) => state.applied[id]?.filterState?.key);
  const ownState = useDashboard((state) => state.applied[id]?.ownState);
  const enabled = useDashboard((state) => state.dashboard.metadata.cross_filters_enabled !== false);
  const { crossFilter, setOwnState, refresh, stop } = useDashboardStore().getState();
  const frame = useRef<HTMLDivElement>(null);
  const drawsAll = useDashboard((state) => state.drawsAll);
  const near = useNear(frame) || drawsAll;
  const colors = useColors(id);
  const loading = !tile || tile.status === 'loading' || tile.status === 'waiting';
  const isEnded = tile?.status === 'failed' || tile?.status === 'stopped';
  const drawable =
    !isEnded && tile?.type && tile.results.length > 0 ? { ...tile, type: tile.type } : undefined;
  const isAwaited = !isEnded && !drawable;
  return (
    <div ref={frame} className={styles.tileFrame} data-loading={loading && (tile?.results.length ?? 0) > 0}>
      {tile?.status === 'failed' && <ErrorAlert compact errors={tile.errors} />}
      {tile?.status === 'stopped' && (
        <EmptyState
          size="small"
          title="Updating chart was stopped"
          description={null}
          action={
            <Button size="small" onClick={() => void refresh([id], false)}>
              Try again
            </Button>
          }
        />
      )}
      {isAwaited && <Ghost onStop={() => stop(id)} />}
      {near && drawable && (
        <ChartPicture
          type={drawable.type}
          form={drawable.form}
          results={drawable.results}
          datasource={dataset ?? NO_DATASET}
          name={name}
          onDashboard
          colors={colors}
          selected={typeof selected === 'string' ? [selected] : undefined}
          onCrossFilter={enabled ? (filter) => crossFilter(id, filter) : undefined}
          ownState={ownState ?? {}}
          setOwnState={(next) => setOwnState(id, next)}
        />
      )}
    </div>
  );
}

/** The colours of a chart's labels, which they have in all charts. */
function useColors(id: number): LabelColors {
  const palette = useDashboard((state) => state.palette);
  const own = useDashboard(
    (state) => state.dashboard.charts.find((chart) => chart.id === id)?.form_data.color_scheme,
  );
  return useMemo(() => palette.of(id, typeof own === 'string' ? own : undefined), [palette, id, own]);
}

/** Shape of a chart on its way; a slow one can be stopped. */
function Ghost({ onStop }: { onStop: () => void }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 4_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.ghost}>
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
      {slow && (
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}

/** What filters this chart, whether its rows were cut, by small marks beside the title. */
function Marks({ id, tile }: { id: number; tile: TileState | undefined }) {
  const applied = useDashboard((state) => state.applied);
  const scopes = useDashboard((state) => state.scopes);
  const dashboard = useDashboard((state) => state.dashboard);
  const rejected = new Set(
    (tile?.results ?? []).flatMap((result) =>
      (result.rejected_filters ?? []).map((each) => String(each.column)),
    ),
  );
  const active = Object.entries(applied).filter(([filter, mask]) => {
    if (
      !scopes.get(filter)?.includes(id) ||
      !mask.extraFormData ||
      Object.keys(mask.extraFormData).length === 0
    )
      return false;
    const columns = (mask.extraFormData.filters ?? []).map((each) => String(each.col));
    return columns.length === 0 || columns.some((column) => !rejected.has(column));
  });
  const limit = Number(tile?.form.row_limit);
  // In a frame of another site nobody is told of it unless the page around wants that.
  const isTold = !bootstrap.embedded || hasUiBit('rowLimit');
  const cut =
    isTold && limit >= LIMIT_BY_ACCIDENT && (tile?.results ?? []).some((result) => result.rowcount === limit);
  const nameOf = (filter: string) =>
    dashboard.metadata.native_filter_configuration?.find((each) => each.id === filter)?.name ??
    dashboard.charts.find((chart) => String(chart.id) === filter)?.slice_name ??
    filter;
  return (
    <>
      {active.length > 0 && (
        <Popover
          title={`Applied filters (${active.length})`}
          content={
            <ul className={styles.appliedList}>
              {active.map(([filter, mask]) => (
                <li key={filter}>
                  <b>{nameOf(filter)}</b>: {String(mask.filterState?.label ?? mask.filterState?.value ?? '')}
                </li>
              ))}
            </ul>
          }
        >
          <Button
            size="small"
            type="text"
            icon={<FilterOutlined aria-hidden />}
            aria-label={`Applied filters (${active.length})`}
          >
            {active.length}
          </Button>
        </Popover>
      )}
      {cut && (
        <Tooltip title="The number of results displayed is limited by the row limit of the chart.">
          <WarningOutlined className={styles.warning} aria-label="Row limit reached" />
        </Tooltip>
      )}
    </>
  );
}

/** Whether an element is within one screen of the window; once near, it stays. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || near) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: '100% 0px',
      },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}
