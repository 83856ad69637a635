import { type ChartType, chartType, controlsOf, type DataPoint, matrixOf, panelOf } from '@chartroom/charts';
import type { ChartFormData, DatasourceData } from '@chartroom/model';
import { EmptyState, ErrorAlert, Hint } from '@chartroom/ui';
import { useNavigate } from '@tanstack/react-router';
import { Button, Skeleton, Splitter, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { ownForm } from '../../api/charts.ts';
import { ChartPicture, type PagePlace } from '../../shared/chart/chart-picture.tsx';
import { alertItems } from '../../shared/email-report/alert-items.tsx';
import { mayHaveReports } from '../../shared/email-report/may-have-reports.ts';
import { MenuAt } from '../../shared/menu-at.tsx';
import { RunTimer } from '../../shared/run-timer.tsx';
import { OFFERED_TYPES } from '../../shared/viz-gallery/offered-types.ts';
import { suitedTypes } from '../../shared/viz-gallery/suited-types.ts';
import { VizGallery } from '../../shared/viz-gallery/viz-gallery.tsx';
import { isReady } from './control-panel.tsx';
import styles from './explore.module.css';
import { type ExploreState, type Run, staleControls, useExplore } from './explore-store.ts';
import { dashboardWords } from './from-dashboard.ts';
import { keepSplit, keptSplit } from './kept-sizes.ts';
import { ResultsPane } from './results-pane.tsx';
import { CutSeries, RowCount } from './row-count.tsx';
import { Suggestions } from './suggestions.tsx';
import { isAboutToAsk } from './use-quick-questions.ts';

/** Pixels of the picture and of its rows. */
const PICTURE_LEAST = 200;
const ROWS_LEAST = 65;
const CLOSED_ROWS = 38;

/** Chart types one click away (contract/ui.md D5). */
const FAST = [
  'echarts_timeseries_line',
  'echarts_timeseries_bar',
  'echarts_area',
  'table',
  'big_number_total',
  'pie',
].flatMap((key) => OFFERED_TYPES.find((each) => each.key === key) ?? []);

/** The picture with its pills above and its rows below. */
export function ChartArea({ onType }: { onType: (key: string) => void }) {
  const type = useExplore((state) => state.type);
  const vizType = useExplore((state) => state.form.viz_type);
  const hasSource = useExplore((state) => state.datasource !== null);
  const run = useExplore((state) => state.run);
  const ask = useExplore((state) => state.ask);
  const stale = useExplore(isBehind);
  const [gallery, setGallery] = useState(false);
  const [rowsOpen, setRowsOpen] = useState(() => localStorage.getItem('is_datapanel_open') === 'true');
  // The button that was pressed makes way for another one.
  const [toggled, setToggled] = useState(false);
  if (!hasSource) return null;
  const toggleRows = () => {
    setToggled(true);
    localStorage.setItem('is_datapanel_open', String(!rowsOpen));
    setRowsOpen(!rowsOpen);
  };
  return (
    <section className={styles.area} aria-label="Chart">
      <div className={styles.areaBar}>
        <div className={styles.fast}>
          {FAST.map(({ key, name }) => (
            <Button
              key={key}
              size="small"
              type={key === vizType ? 'primary' : 'default'}
              aria-pressed={key === vizType}
              onClick={() => onType(key)}
            >
              {name}
            </Button>
          ))}
          {type && !FAST.some(({ key }) => key === type.key) && (
            <Button size="small" type="primary">
              {type.name}
            </Button>
          )}
          <Button size="small" type="link" onClick={() => setGallery(true)}>
            View all charts
          </Button>
        </div>
        <Pills
          run={run}
          limit={Number(run.form?.row_limit) || undefined}
          isOne={!type || !run.form || matrixOf(type, run.form) === undefined}
          onForce={() => void ask({ force: true })}
        />
      </div>
      <FromDashboard />
      {!stale && <CutSeries />}
      <Suggestions />
      {stale && <StaleNote />}
      <Splitter layout="vertical" className={styles.split} onResizeEnd={keepSplit}>
        <Splitter.Panel min={PICTURE_LEAST}>
          <div className={styles.picture} data-status={run.status}>
            <Picture />
          </div>
        </Splitter.Panel>
        <Splitter.Panel
          key={String(rowsOpen)}
          {...(rowsOpen
            ? { defaultSize: keptSplit(), min: ROWS_LEAST }
            : { size: CLOSED_ROWS, min: CLOSED_ROWS, resizable: false })}
        >
          {rowsOpen ? (
            <div className={styles.rows}>
              <Button
                className={styles.rowsToggle}
                size="small"
                type="text"
                autoFocus={toggled}
                onClick={toggleRows}
              >
                Hide rows
              </Button>
              <ResultsPane />
            </div>
          ) : (
            <Button
              type="text"
              size="small"
              className={styles.rowsOpen}
              autoFocus={toggled}
              onClick={toggleRows}
            >
              Results and samples
            </Button>
          )}
        </Splitter.Panel>
      </Splitter>
      {gallery && <Gallery onClose={() => setGallery(false)} onType={onType} />}
    </section>
  );
}

/** Whether the picture shows what was asked before the panel was changed, and is not about to be asked for. */
function isBehind(state: ExploreState): boolean {
  const { run } = state;
  return (
    run.form !== null && run.status !== 'loading' && staleControls(state).length > 0 && !isAboutToAsk(state)
  );
}

function StaleNote() {
  const { type, form, datasource, ask } = useExplore();
  return (
    <div className={styles.stale} role="status">
      Your chart is not up to date. You updated the values in the control panel, but the chart was not updated
      automatically.
      <Button size="small" type="link" disabled={!isReady(type, form, datasource)} onClick={() => void ask()}>
        Update chart
      </Button>
    </div>
  );
}

/** All types there are, those that suit the data first. */
function Gallery({ onClose, onType }: { onClose: () => void; onType: (key: string) => void }) {
  const { form, datasource } = useExplore();
  const offered = OFFERED_TYPES.map(({ key }) => key);
  return (
    <VizGallery
      current={form.viz_type}
      suited={datasource ? suitedTypes(form, datasource, offered) : []}
      onClose={onClose}
      onChoose={(key) => {
        onClose();
        onType(key);
      }}
    />
  );
}

/** Says that filters of a dashboard are in force, and takes them away. */
function FromDashboard() {
  const { form, type, datasource, setForm, ask } = useExplore();
  const words = dashboardWords(form);
  if (words.length === 0) return null;
  const without = () => {
    const own = ownForm(form);
    setForm(own);
    if (isReady(type, own, datasource)) void ask();
  };
  return (
    <div className={styles.stale} role="status">
      Filters of the dashboard are in force here: {words.join(', ')}. They are not saved with the chart.
      <Button size="small" type="link" onClick={without}>
        Show it without them
      </Button>
    </div>
  );
}

/** The picture and nothing else, for frames and pictures of the page. */
export function ChartAlone() {
  const status = useExplore((state) => state.run.status);
  return (
    <section className={styles.alone} aria-label="Chart" data-picture="chart">
      <div className={styles.picture} data-status={status}>
        <Picture />
      </div>
    </section>
  );
}

function Picture() {
  const { type, form, datasource, run, ask } = useExplore();
  if (!datasource) return null;
  if (!type) return <Typeless vizType={form.viz_type} />;
  if (run.status === 'failed')
    return <ErrorAlert errors={run.errors} onAuthorized={() => void ask({ force: true })} />;
  // A chart that is made of others, or repeated, may have no answer of its own.
  const isMany = type.parts !== undefined || matrixOf(type, run.form ?? form) !== undefined;
  const isAnswered = run.results.length > 0 || (isMany && run.form !== null);
  if (run.status === 'loading' && !isAnswered) return <Waiting name={datasource.database.name} />;
  if (run.status === 'stopped' && !isAnswered)
    return <EmptyState title="Updating chart was stopped" description={null} />;
  if (!isAnswered) {
    return isReady(type, form, datasource) ? (
      <EmptyState
        title="Your chart is ready to go!"
        description={
          'Click on "Create chart" button in the control panel on the left to preview a visualization.'
        }
      />
    ) : (
      <EmptyState
        title="Add required control values to preview chart"
        description={
          'Select values in highlighted field(s) in the control panel. Then run the query by clicking on the "Create chart" button.'
        }
      />
    );
  }
  return <AskedPicture type={type} datasource={datasource} asked={run.form ?? form} />;
}

interface AskedPictureProps {
  type: ChartType;
  datasource: DatasourceData;
  /** The form that was asked last. */
  asked: ChartFormData;
}

/** What the menu over a picture says where there is no number. */
const NO_NUMBER = [
  { key: 'none', disabled: true, label: 'Right-click on a value to be told when it changes' },
];

/** The answer as the panel wants it drawn: what only redraws takes effect at once, the rest waits for the next answer. */
function AskedPicture({ type, datasource, asked }: AskedPictureProps) {
  const { form, name, run, ownState, setOwnState, slice } = useExplore();
  const navigate = useNavigate();
  const [menu, setMenu] = useState<{ point: DataPoint | undefined; at: PagePlace }>();
  const saved = { id: slice?.slice_id, form: asked };
  const offered = menu ? alertItems(saved, menu.point, (address) => void navigate(address)) : [];
  const items = offered.length > 0 ? offered : NO_NUMBER;
  const shown = useMemo(() => ({ ...form, ...askedOf(type, asked) }), [form, type, asked]);
  return (
    <>
      <ChartPicture
        type={type}
        form={shown}
        results={run.results}
        datasource={datasource}
        name={name || type.name}
        ownState={ownState}
        setOwnState={setOwnState}
        isForced={run.isForced}
        onMenu={slice && mayHaveReports() ? (point, at) => setMenu({ point, at }) : undefined}
      />
      {menu && <MenuAt items={items} at={menu.at} onClose={() => setMenu(undefined)} />}
    </>
  );
}

/** Settings that are answered by asking; one that was missing is missing still. */
function askedOf(type: ChartType, form: ChartFormData): Record<string, unknown> {
  const controls = controlsOf(panelOf(type)).filter((control) => !control.renderTrigger);
  return Object.fromEntries(controls.map(({ name }) => [name, form[name]]));
}

/** Why nothing is drawn: there is no such chart type, or its code has not come. */
function Typeless({ vizType }: { vizType: string }) {
  const plugin = chartType(vizType);
  return plugin ? (
    <EmptyState
      title={`The plugin "${plugin.name}" could not be loaded`}
      description="Choose another chart type above, or open the page anew to try again."
    />
  ) : (
    <EmptyState
      title="Unknown chart type"
      description={`There is no chart type "${vizType}". Choose another one above.`}
    />
  );
}

function Waiting({ name }: { name: string }) {
  return (
    <div className={styles.waiting} role="status">
      <Skeleton active title={false} paragraph={{ rows: 6 }} />
      <span>Waiting on {name}</span>
    </div>
  );
}

interface PillsProps {
  run: Run;
  limit: number | undefined;
  /** Whether what was asked is one chart, and not where many stand. */
  isOne: boolean;
  onForce: () => void;
}

function Pills({ run, limit, isOne, onForce }: PillsProps) {
  const first = run.results[0];
  // What is answered in a moment is not worth taking it away.
  const isShown = run.status === 'success' || (run.status === 'loading' && run.isByItself);
  return (
    <div className={styles.pills}>
      {first && isOne && isShown && <RowCount result={first} limit={limit} />}
      {first?.is_cached && (
        <Hint title={`Loaded data cached ${first.cached_dttm ?? ''}. Click to force-refresh`}>
          <button type="button" className={styles.tagButton} onClick={onForce}>
            <Tag color="blue">Cached</Tag>
          </button>
        </Hint>
      )}
      <Timer run={run} />
    </div>
  );
}

function Timer({ run }: { run: Run }) {
  const running = run.status === 'loading';
  const ended = run.status === 'success' ? 'success' : 'error';
  const color = running ? 'warning' : ended;
  return <RunTimer run={run} running={running} color={color} />;
}
