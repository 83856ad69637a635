import { type DataMasks, dashboardTitle, ROOT_ID, subtreeOf } from '@chartroom/model';
import { AskAgainContext, EmptyState, ErrorAlert, loadable, scopedCss } from '@chartroom/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, errorsOf, errorText } from '../../api/client.ts';
import { keepFilterState } from '../../api/dashboards.ts';
import { logVisit } from '../../api/log.ts';
import { standaloneOf } from '../../base/standalone.ts';
import { useThingTitle } from '../../base/title.ts';
import { toast } from '../../base/toasts.tsx';
import { useNarrow } from '../../shared/use-narrow.ts';
import { Anchored } from './anchored.tsx';
import { useAutoRefresh } from './auto-refresh.ts';
import styles from './dashboard.module.css';
import { DashboardHeader } from './dashboard-header.tsx';
import { KeptContext } from './explore-context.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ChartAlone } from './framed/chart-alone.tsx';
import { useKeptColors } from './kept-colors.ts';
import { LayoutNotice } from './layout-notice.tsx';
import { LayoutView } from './layout-view.tsx';
import { mayEdit } from './may-edit.ts';
import { isDashboardAddress, leaveDashboard, openDashboardQuery, storeOf } from './open-dashboard.ts';
import { OwnTheme } from './own-theme.tsx';
import { isPlainLook } from './plain-look.ts';
import { DashboardContext, useDashboard, useDashboardStore } from './store/dashboard-context.ts';
import type { DashboardStore } from './store/dashboard-store.ts';
import { chartAlone, hasUiBit } from './ui-config.ts';
import { useBoardPlace } from './use-board-place.ts';
import { useLastState } from './views/keep-last-state.ts';

const EditMode = loadable(
  async () => (await import('./edit/edit-mode.tsx')).EditMode,
  () => <Skeleton className={styles.skeleton} active paragraph={{ rows: 14 }} />,
);

/** `/superset/dashboard/{id or slug}/`: charts side by side, with filters for all of them. */
export function DashboardScreen() {
  const { idOrSlug } = useParams({ strict: false });
  return <DashboardPage idOrSlug={String(idOrSlug)} />;
}

/** A dashboard; `framed` in a page of another site, for a guest who goes nowhere from there. */
export function DashboardPage({
  idOrSlug,
  framed = false,
  onOpen,
  onRefused,
}: {
  idOrSlug: string;
  framed?: boolean;
  onOpen?: (store: DashboardStore) => void;
  onRefused?: (error: unknown) => void;
}) {
  const location = useLocation();
  const search = new URLSearchParams(location.searchStr);
  const opened = useQuery(openDashboardQuery(idOrSlug, location.searchStr));
  const data = opened.data;
  const [store, setStore] = useState<DashboardStore>();
  useEffect(() => {
    // While another page is being opened, this screen may be made once more, under the address of that page.
    if (!data || !(framed || isDashboardAddress())) return;
    const own = storeOf(data);
    setStore(own);
    onOpen?.(own);
    return () => {
      setStore(undefined);
      leaveDashboard(data);
    };
  }, [data, framed, onOpen]);
  useEffect(() => {
    if (opened.error) onRefused?.(opened.error);
  }, [opened.error, onRefused]);
  const openId = data?.dashboard.info.id;
  useEffect(() => {
    if (!framed && openId !== undefined) logVisit({ event_name: 'mount_dashboard', dashboard_id: openId });
  }, [framed, openId]);
  if (opened.isError)
    return <Refused error={opened.error} framed={framed} retry={() => void opened.refetch()} />;
  if (!store) return <Skeleton className={styles.skeleton} active paragraph={{ rows: 14 }} />;
  return (
    <DashboardContext value={store}>
      <AskedAgain>
        <Title />
        <AutoRefresh />
        {!framed && <KeptFilters />}
        {!framed && <LastState />}
        {!framed && <KeptColors />}
        {!framed && <KeptContext />}
        <Anchored />
        <Body
          framed={framed}
          showFilters={search.get('show_filters') !== 'false' && search.get('show_filters') !== '0'}
          expand={search.get('expand_filters') !== 'false'}
          standalone={standaloneOf(search)}
          edit={search.get('edit') === 'true'}
        />
      </AskedAgain>
    </DashboardContext>
  );
}

/** All charts, and what else has failed, are asked again when somebody has let the server into a database. */
function AskedAgain({ children }: { children: ReactNode }) {
  const store = useDashboardStore();
  const others = useContext(AskAgainContext);
  const askAgain = useCallback(() => {
    void store.getState().refresh('all', true);
    others();
  }, [store, others]);
  return <AskAgainContext value={askAgain}>{children}</AskAgainContext>;
}

/** The charts asked again from time to time. */
function AutoRefresh() {
  useAutoRefresh();
  return null;
}

/** The filters and tabs of the person looking, kept for the next time. */
function LastState() {
  useLastState();
  return null;
}

/** The colours that labels were given. */
function KeptColors() {
  useKeptColors();
  return null;
}

/** The title of the page. */
function Title() {
  useThingTitle(useDashboard((state) => dashboardTitle(state.dashboard.info)));
  return null;
}

interface BodyProps {
  framed: boolean;
  showFilters: boolean;
  expand: boolean;
  standalone: number;
  /** Whether the address wants it opened for editing. */
  edit: boolean;
}

function Body({ framed, showFilters, expand, standalone, edit }: BodyProps) {
  const dashboard = useDashboard((state) => state.dashboard);
  const narrow = useNarrow();
  const filters = dashboard.metadata.native_filter_configuration ?? [];
  const [barOpen, setBarOpen] = useState(expand && !narrow && filters.length > 0);
  const isAsked = useDashboard((state) => state.askedFilter !== undefined);
  useEffect(() => {
    if (isAsked) setBarOpen(true);
  }, [isAsked]);
  const horizontal = dashboard.metadata.filter_bar_orientation === 'HORIZONTAL' && !narrow;
  // A report is a picture: it has nothing to press.
  const isReport = standalone === 3;
  const alone = chartAlone();
  const bar = showFilters && !isReport && alone === undefined && (
    <FilterBar
      filters={filters}
      horizontal={horizontal}
      open={horizontal || barOpen}
      onToggle={() => setBarOpen(!barOpen)}
    />
  );
  const content = useRef<HTMLDivElement>(null);
  useBoardPlace(content, !framed && !edit && window.location.search === '');
  const isPlain = isPlainLook();
  const css = isPlain ? null : dashboard.info.css;
  return (
    <div className={styles.frame} data-own-css={Boolean(css)}>
      {css && <OwnCss css={css} />}
      {isPlain && (dashboard.info.css || dashboard.info.theme) && <PlainNotice />}
      <OwnTheme theme={isPlain ? null : dashboard.info.theme}>
        <div
          className={styles.page}
          id={PAGE_ID}
          data-tabs={isReport || hasUiBit('tabs') ? 'hidden' : 'shown'}
        >
          {edit && !framed && mayEdit(dashboard.info) ? (
            <EditMode />
          ) : (
            <>
              {standalone < 2 && alone === undefined && (framed ? <FramedTitle /> : <DashboardHeader />)}
              <div className={styles.body} data-horizontal={horizontal}>
                {bar}
                <div
                  ref={content}
                  className={styles.content}
                  data-picture="dashboard"
                  data-alone={alone !== undefined}
                >
                  {!framed && !isReport && <LayoutNotice />}
                  {alone === undefined ? <Board framed={framed} /> : <ChartAlone id={alone} />}
                </div>
              </div>
            </>
          )}
        </div>
      </OwnTheme>
    </div>
  );
}

/** Says that the address leaves out how the dashboard looks. */
function PlainNotice() {
  const location = useLocation();
  const navigate = useNavigate();
  const dress = () => {
    const search = new URLSearchParams(window.location.search);
    search.delete('css');
    void navigate({ to: location.pathname, search: Object.fromEntries(search), replace: true });
  };
  return (
    <Alert
      banner
      type="info"
      title="This dashboard is shown without its own theme and CSS, as the address says."
      action={
        <Button size="small" onClick={dress}>
          Show them
        </Button>
      }
    />
  );
}

/** The charts, or what to do where there are none. */
function Board({ framed }: { framed: boolean }) {
  const isEmpty = useDashboard(({ layout }) => subtreeOf(layout, ROOT_ID).length <= 2);
  const isEditor = useDashboard(({ dashboard }) => mayEdit(dashboard.info));
  const location = useLocation();
  const navigate = useNavigate();
  if (!isEmpty) return <LayoutView />;
  return (
    <EmptyState
      size="large"
      title="There are no charts added to this dashboard"
      description={isEditor ? 'Go to the edit mode to configure the dashboard and add charts' : null}
      action={
        !framed &&
        isEditor && (
          <Button
            type="primary"
            onClick={() => void navigate({ to: location.pathname, search: { edit: 'true' } })}
          >
            Edit the dashboard
          </Button>
        )
      }
    />
  );
}

/** What the CSS of a dashboard styles. */
const PAGE_ID = 'dashboard-page';

/** The dashboard's own CSS, which styles the dashboard and nothing around it. */
function OwnCss({ css }: { css: string }) {
  const scoped = useMemo(() => scopedCss(css, `#${PAGE_ID}`), [css]);
  return (
    <style nonce={document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce}>
      {scoped}
    </style>
  );
}

/** The title alone, unless the page around leaves it out. */
function FramedTitle() {
  const title = useDashboard((state) => dashboardTitle(state.dashboard.info));
  if (hasUiBit('title')) return null;
  return (
    <header className={styles.header}>
      <h1 title={title}>{title}</h1>
    </header>
  );
}

/** A dashboard that does not open: what is wrong, and a way on. */
function Refused({ error, framed, retry }: { error: unknown; framed: boolean; retry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        size="large"
        title="This dashboard does not exist"
        description="It may have been deleted, or you may not have access to it."
        action={framed ? undefined : <Button href="/dashboard/list/">See all dashboards</Button>}
      />
    );
  }
  return (
    <div className={styles.skeleton}>
      <ErrorAlert errors={errorsOf(error)} action={<Button onClick={retry}>Try again</Button>} />
    </div>
  );
}

/** Keeps applied filters on the server half a second after a change, and their key in the address. */
function KeptFilters() {
  const applied = useDashboard((state) => state.applied);
  const id = useDashboard((state) => state.dashboard.info.id);
  const [first, setFirst] = useState<DataMasks>();
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (first === undefined) {
      setFirst(applied);
      return;
    }
    if (applied === first) return;
    const timer = setTimeout(async () => {
      const search = new URLSearchParams(window.location.search);
      try {
        const key = await keepFilterState(id, applied, search.get('native_filters_key') ?? undefined);
        search.delete('native_filters');
        search.delete('permalink_key');
        search.set('native_filters_key', key);
        setFirst(applied);
        if (window.location.pathname === location.pathname)
          await navigate({ to: location.pathname, search: Object.fromEntries(search), replace: true });
      } catch (error) {
        toast.warning(`The link could not be kept up to date: ${errorText(error)}`);
      }
    }, 500);
    return () => clearTimeout(timer);
  }, [applied, first, id, location.pathname, navigate]);
  return null;
}
