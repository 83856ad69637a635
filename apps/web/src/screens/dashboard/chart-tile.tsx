import { WarningOutlined } from '@ant-design/icons';
import { type CrossFilter, type LabelColors, matrixOf } from '@chartroom/charts';
import type { DatasourceData } from '@chartroom/model';
import { EmptyState, ErrorAlert, Hint, loadable, useTurn } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { ChartPicture, type ChartPictureProps } from '../../shared/chart/chart-picture.tsx';
import { rowsRead } from '../../shared/chart/rows-read.ts';
import { useDimmed } from './bar/pointing.ts';
import { ChartMenu } from './chart-menu.tsx';
import styles from './dashboard.module.css';
import { useDrawTime } from './draw-time.ts';
import type { Drill } from './drill/drill.ts';
import { Pointed } from './drill/pointed.tsx';
import { useWay } from './drill/use-way.ts';
import { AppliedFilters } from './indicators/applied-filters.tsx';
import { keepDescribed } from './kept-descriptions.ts';
import { PICTURE_NEAR, TILE_NEAR, useNearSince } from './near-since.ts';
import type { TileState } from './store/chart-answers.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import { hasUiBit } from './ui-config.ts';

const Drilling = loadable(async () => (await import('./drill/drilling.tsx')).Drilling);

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
  const [described, describe] = useDescribed(id);
  const [drill, setDrill] = useState<Drill>();
  const dimmed = useDimmed(id);
  const frame = useRef<HTMLElement>(null);
  const drawsAll = useDashboard((state) => state.drawsAll);
  const isNear = useNearSince(frame, TILE_NEAR, full) !== undefined || drawsAll;
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
      data-dimmed={dimmed}
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
        {isNear && <AppliedFilters id={id} tile={tile} />}
        {isNear && <CutMark tile={tile} />}
        {isNear && !hasUiBit('chartControls') && (
          <ChartMenu
            chart={chart}
            placement={placement}
            tile={tile}
            described={described}
            onDescribe={describe}
            onDrill={setDrill}
          />
        )}
      </header>
      {described && chart.description_markeddown && <DescriptionText html={chart.description_markeddown} />}
      <Pointed
        name={name || chart.slice_name}
        className={styles.tileBody}
        hasFocus={tile?.type?.view !== undefined}
      >
        {isNear && (
          <TileBody
            id={id}
            tile={tile}
            name={name || chart.slice_name}
            full={full}
            onMenu={(point, at) => setDrill({ kind: 'menu', point, at })}
          />
        )}
      </Pointed>
      {drill && <Drilling id={id} name={name || chart.slice_name} drill={drill} onDrill={setDrill} />}
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

interface TileBodyProps extends Pick<ChartPictureProps, 'onMenu'> {
  id: number;
  tile: TileState | undefined;
  name: string;
  full: boolean;
}

function TileBody({ id, tile, name, full, onMenu }: TileBodyProps) {
  const dataset = useDashboard((state) =>
    state.dashboard.datasets.find((each) => each.uid === tile?.form.datasource),
  );
  const selected = useDashboard((state) => state.applied[id]?.filterState?.key);
  const ownState = useDashboard((state) => state.applied[id]?.ownState);
  const enabled = useDashboard((state) => state.dashboard.metadata.cross_filters_enabled !== false);
  const isEdited = useDashboard((state) => state.editing !== undefined);
  const way = useWay(id);
  const { crossFilter, setOwnState, refresh, stop } = useDashboardStore().getState();
  const frame = useRef<HTMLDivElement>(null);
  const nearSince = useNearSince(frame, PICTURE_NEAR, full);
  useDrawTime(id, frame, nearSince);
  const drawsAll = useDashboard((state) => state.drawsAll);
  const colors = useColors(id);
  const loading = !tile || tile.status === 'loading' || tile.status === 'waiting';
  const isEnded = tile?.status === 'failed' || tile?.status === 'stopped';
  const drawable = !isEnded && tile?.type && isAnswered(tile) ? { ...tile, type: tile.type } : undefined;
  const isAwaited = !isEnded && !drawable;
  const isTurn = useTurn(frame, nearSince !== undefined && drawable !== undefined);
  const mark = enabled ? (filter: CrossFilter | undefined) => crossFilter(id, filter) : undefined;
  const onPress: ChartPictureProps['onCrossFilter'] = way
    ? (_, point) => point && way.follow(point.detail)
    : mark;
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
      {(isTurn || drawsAll) && drawable && (
        <ChartPicture
          type={drawable.type}
          form={drawable.answeredForm}
          results={drawable.results}
          datasource={dataset ?? NO_DATASET}
          name={name}
          onDashboard
          isForced={drawable.isForced}
          isWaiting={loading}
          colors={colors}
          selected={typeof selected === 'string' ? [selected] : undefined}
          onCrossFilter={onPress}
          ownState={ownState ?? {}}
          setOwnState={(next) => setOwnState(id, next)}
          onMenu={isEdited ? undefined : onMenu}
        />
      )}
    </div>
  );
}

/** Whether there is something to be drawn; a chart that is made of others, or repeated, may have no answer of its own. */
function isAnswered({ type, answeredForm, results, fetchedAt }: TileState): boolean {
  const isMany = type?.parts !== undefined || (type && matrixOf(type, answeredForm) !== undefined);
  return results.length > 0 || (isMany === true && fetchedAt > 0);
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

/** Tells that rows were cut. */
function CutMark({ tile }: { tile: TileState | undefined }) {
  const limit = Number(tile?.form.row_limit);
  // In a frame of another site nobody is told of it unless the page around wants that.
  const isTold = !bootstrap.embedded || hasUiBit('rowLimit');
  const cut =
    isTold && limit >= LIMIT_BY_ACCIDENT && (tile?.results ?? []).some((result) => rowsRead(result) >= limit);
  if (!cut) return null;
  return (
    <Hint title="The number of results displayed is limited by the row limit of the chart.">
      <WarningOutlined className={styles.warning} aria-label="Row limit reached" />
    </Hint>
  );
}
