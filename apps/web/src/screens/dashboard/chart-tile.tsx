import { FilterOutlined, WarningOutlined } from '@ant-design/icons';
import type { DatasourceData } from '@chartroom/model';
import { EmptyState, ErrorAlert } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button, Popover, Skeleton, Tooltip } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { ChartPicture } from '../../shared/chart/chart-picture.tsx';
import { ChartMenu } from './chart-menu.tsx';
import styles from './dashboard.module.css';
import { useDrawTime } from './draw-time.ts';
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

export interface ChartTileProps {
  id: number;
  name: string;
  /** The component that it stands in: a chart may stand in several. */
  placement: string;
  /** What stands in place of its title. */
  heading?: ReactNode;
}

/** One chart on the dashboard: title, marks of what filters it, menu, picture. */
export function ChartTile({ id, name, placement, heading }: ChartTileProps) {
  const tile = useDashboard((state) => state.tiles[id]);
  const chart = useDashboard((state) => state.dashboard.charts.find((each) => each.id === id));
  const full = useDashboard((state) => state.fullSize === placement);
  const pageId = useDashboard((state) => state.pageId);
  const [described, setDescribed] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const isNear = useNear(frame, TILE_NEAR, full) !== undefined;
  useLeaveByEscape(full);
  if (!chart) {
    return (
      <article ref={frame} className={styles.tile} aria-label={name}>
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
      ref={frame}
      className={`${styles.tile} dashboard-chart-id-${id}`}
      data-full={full}
      aria-label={name || chart.slice_name}
      data-status={tile?.status ?? 'waiting'}
    >
      <header className={styles.tileHead}>
        <h3 title={name}>
          {heading ??
            (may('can_explore', 'Superset') ? (
              <Link to="/explore/" search={{ dashboard_page_id: pageId, slice_id: String(id) }}>
                {name || chart.slice_name}
              </Link>
            ) : (
              name || chart.slice_name
            ))}
        </h3>
        {isNear && <Marks id={id} tile={tile} />}
        {isNear && !hasUiBit('chartControls') && (
          <ChartMenu
            chart={chart}
            placement={placement}
            tile={tile}
            described={described}
            onDescribe={() => setDescribed(!described)}
          />
        )}
      </header>
      {described && chart.description_markeddown && <DescriptionText html={chart.description_markeddown} />}
      <div className={styles.tileBody}>
        {isNear && <TileBody id={id} tile={tile} name={name || chart.slice_name} full={full} />}
      </div>
    </article>
  );
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

interface TileBodyProps {
  id: number;
  tile: TileState | undefined;
  name: string;
  full: boolean;
}

function TileBody({ id, tile, name, full }: TileBodyProps) {
  const dataset = useDashboard((state) =>
    state.dashboard.datasets.find((each) => each.uid === tile?.form.datasource),
  );
  const selected = useDashboard((state) => state.applied[id]?.filterState?.key);
  const ownState = useDashboard((state) => state.applied[id]?.ownState);
  const enabled = useDashboard((state) => state.dashboard.metadata.cross_filters_enabled !== false);
  const { crossFilter, setOwnState, refresh, stop } = useDashboardStore().getState();
  const frame = useRef<HTMLDivElement>(null);
  const nearSince = useNear(frame, PICTURE_NEAR, full);
  useDrawTime(id, frame, nearSince);
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
      {nearSince !== undefined && drawable && (
        <ChartPicture
          type={drawable.type}
          form={drawable.form}
          results={drawable.results}
          datasource={dataset ?? NO_DATASET}
          name={name}
          onDashboard
          selected={typeof selected === 'string' ? [selected] : undefined}
          onCrossFilter={enabled ? (filter) => crossFilter(id, filter) : undefined}
          ownState={ownState ?? {}}
          setOwnState={(next) => setOwnState(id, next)}
        />
      )}
    </div>
  );
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

/** How far from what is in view pictures are drawn, what else belongs to a tile is there, and all of it goes again (contract/ui.md B5). */
const PICTURE_NEAR = '100% 0px';
const TILE_NEAR = '300% 0px';
const FAR = '400% 0px';

/**
 * Since when an element is near what is in view of the dashboard, by `performance.now()`; undefined while it is far. In a
 * frame of another site, what was near stays, and so does what fills the window.
 */
function useNear(
  element: React.RefObject<HTMLElement | null>,
  margin: string,
  stays: boolean,
): number | undefined {
  const [since, setSince] = useState<number>();
  const near = since !== undefined;
  useEffect(() => {
    if (!element.current || (near && (stays || bootstrap.embedded))) return;
    const changed = (entries: IntersectionObserverEntry[]) => {
      const isNear = entries.at(-1)?.isIntersecting ?? false;
      setSince((before) => (isNear ? (before ?? performance.now()) : undefined));
    };
    const observer = new IntersectionObserver(changed, {
      root: element.current.closest('[data-picture="dashboard"]'),
      rootMargin: near ? FAR : margin,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near, margin, stays]);
  return since;
}
