import { type ChartType, chartType, loadChartType } from '@chartroom/charts';
import type { ExploreAnswer } from '@chartroom/model';
import { ErrorAlert, InPieces } from '@chartroom/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Skeleton, Splitter, Tabs } from 'antd';
import { useEffect, useRef } from 'react';
import { errorsOf, errorText } from '../../api/client.ts';
import { fetchExplore } from '../../api/explore.ts';
import { logVisit } from '../../api/log.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { standaloneOf } from '../../base/standalone.ts';
import { useThingTitle } from '../../base/title.ts';
import { toast } from '../../base/toasts.tsx';
import { preloadDrawingLibrary } from '../../shared/chart/drawing-library.ts';
import { useNarrow } from '../../shared/use-narrow.ts';
import { OFFERED_TYPES } from '../../shared/viz-gallery/offered-types.ts';
import { ChartAlone, ChartArea } from './chart-area.tsx';
import { ControlPanel, isReady } from './control-panel.tsx';
import { DatasetPane } from './dataset-pane.tsx';
import styles from './explore.module.css';
import { ExploreHeader } from './explore-header.tsx';
import { useExplore } from './explore-store.ts';
import { firstCharts, withoutNoFilters } from './first-chart.ts';
import { withDashboardFilters } from './from-dashboard.ts';
import { identityOf } from './identity.ts';
import { keepWidths, keptWidth } from './kept-sizes.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { SourceDialogs } from './source-menu.tsx';
import { useExploreKeys } from './use-explore-keys.ts';
import { useItem } from './use-item.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useQuickQuestions } from './use-quick-questions.ts';

preloadDrawingLibrary();

/** `/explore/`: one chart of one dataset, with everything that shapes it. */
export function ExploreScreen() {
  const location = useLocation();
  const search = new URLSearchParams(location.searchStr);
  const identity = identityOf(search);
  const answer = useQuery({
    queryKey: ['explore', identity],
    // While another page is being opened, its address is there before this screen is gone.
    enabled: location.pathname.startsWith('/explore'),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer = withoutNoFilters(await fetchExplore(search, signal));
      const opened = { ...answer, form_data: withDashboardFilters(answer.form_data, search) };
      const wanted = opened.form_data.viz_type ?? search.get('viz_type') ?? undefined;
      if (wanted !== undefined || opened.slice) {
        const viz_type = wanted ?? 'table';
        const type = await typeOf(viz_type);
        return { opened: { ...opened, form_data: { ...opened.form_data, viz_type } }, type };
      }
      const usual = bootstrap.conf.DEFAULT_VIZ_TYPE;
      const usualType = typeof usual === 'string' ? await typeOf(usual) : undefined;
      if (usualType) return { opened, type: usualType };
      const [{ form: first }] = firstCharts(
        opened.dataset,
        OFFERED_TYPES.map(({ key }) => key),
      );
      return {
        opened: { ...opened, form_data: { ...first, ...opened.form_data } },
        type: await loadChartType(first.viz_type),
      };
    },
  });
  const open = useExplore((state) => state.open);
  const shown = useExplore((state) => state.datasource);
  const slice = useExplore((state) => state.slice);
  const name = useExplore((state) => state.name);
  const justSaved =
    search.has('save_action') && slice !== null && String(slice.slice_id) === search.get('slice_id');
  const ownKey = useKeptForm();
  const key = search.get('form_data_key');
  const seen = useRef<typeof answer.data>(undefined);
  useEffect(() => {
    // An answer is opened once: what was changed and saved since is newer than it.
    if (!answer.data || answer.isPlaceholderData || seen.current === answer.data) return;
    seen.current = answer.data;
    // The address follows the panel: what it leads to is here already, with more than the server knows.
    const isOwn = key !== null && key === ownKey.current && isShown(answer.data.opened);
    if (justSaved || isOwn) return;
    open(answer.data.opened, answer.data.type);
    const sliceId = answer.data.opened.slice?.slice_id;
    if (sliceId !== undefined) logVisit({ event_name: 'mount_explorer', slice_id: sliceId });
    if (answer.data.opened.message) toast.warning(answer.data.opened.message);
    const { type, form, datasource, ask } = useExplore.getState();
    if (isReady(type, form, datasource)) void ask();
  }, [answer.data, answer.isPlaceholderData, open, justSaved, key, ownKey]);
  useExploreKeys();
  useQuickQuestions();
  const isOpen = shown !== null && (!answer.isPending || justSaved);
  useThingTitle(isOpen ? name || shown.table_name : undefined);
  if (answer.isError) {
    return (
      <div className={styles.failed}>
        <ErrorAlert title="The datasource couldn't be loaded" errors={errorsOf(answer.error)} />
      </div>
    );
  }
  const waiting = <Skeleton className={styles.failed} active paragraph={{ rows: 12 }} />;
  if (!isOpen) return waiting;
  if (standaloneOf(search) > 0) return <ChartAlone />;
  return (
    <InPieces before={waiting}>
      <Layout />
      <SourceDialogs />
      <LeaveGuard />
    </InPieces>
  );
}

/** The code of a chart type. Where a plugin does not come, the page opens without: another type can be chosen. */
async function typeOf(key: string): Promise<ChartType | undefined> {
  try {
    return await loadChartType(key);
  } catch (error) {
    if (!chartType(key)?.isPlugin) throw error;
    toast.error(errorText(error));
    return undefined;
  }
}

/** Whether the page shows the chart and the dataset of an answer. */
function isShown({ slice, dataset }: ExploreAnswer): boolean {
  const { datasource, form, slice: present } = useExplore.getState();
  if (present?.slice_id !== slice?.slice_id) return false;
  return datasource?.uid === dataset.uid && form.datasource === dataset.uid;
}

function Layout() {
  const datasource = useExplore((state) => state.datasource);
  const setType = useExplore((state) => state.setType);
  const useOne = useItem();
  const narrow = useNarrow();
  if (!datasource) return null;
  const choose = async (key: string) => {
    try {
      const type = await loadChartType(key);
      if (!type) return;
      setType(type);
      const { form, ask } = useExplore.getState();
      if (isReady(type, form, datasource)) void ask();
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const pane = <DatasetPane datasource={datasource} onUse={useOne} />;
  const area = <ChartArea onType={(key) => void choose(key)} />;
  if (narrow) {
    return (
      <div className={styles.page}>
        <ExploreHeader />
        <Tabs
          className={styles.narrowTabs}
          items={[
            { key: 'chart', label: 'Chart', children: <div className={styles.narrowArea}>{area}</div> },
            { key: 'controls', label: 'Controls', children: <ControlPanel /> },
            { key: 'data', label: 'Dataset', children: pane },
          ]}
        />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <ExploreHeader />
      <Splitter className={styles.columns} onResizeEnd={keepWidths}>
        <Splitter.Panel
          className={styles.side}
          defaultSize={keptWidth('datasource_width', 260)}
          min={200}
          max="33%"
          collapsible
        >
          {pane}
        </Splitter.Panel>
        <Splitter.Panel
          className={styles.side}
          defaultSize={keptWidth('controls_width', 320)}
          min={260}
          max="40%"
        >
          <InPieces before={<Skeleton className={styles.failed} active paragraph={{ rows: 12 }} />}>
            <ControlPanel />
          </InPieces>
        </Splitter.Panel>
        <Splitter.Panel min={320}>{area}</Splitter.Panel>
      </Splitter>
    </div>
  );
}
