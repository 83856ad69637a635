import { AimOutlined, DoubleLeftOutlined, FilterOutlined } from '@ant-design/icons';
import type { NativeFilter } from '@chartroom/model';
import { EmptyState, Hint } from '@chartroom/ui';
import { Button, Tag } from 'antd';
import type { CSSProperties } from 'react';
import { bootstrap } from '../../base/bootstrap.ts';
import { isMissing } from '../../shared/filter-values/value-masks.ts';
import { useBarWidth, WidthHandle } from './bar/bar-width.tsx';
import { FilterItems, OutOfScope } from './bar/filter-items.tsx';
import { useFiltersInView } from './bar/in-view.ts';
import { LyingFilters } from './bar/lying-filters.tsx';
import styles from './filter-bar.module.css';
import { FilterBarMenu } from './filter-bar-menu.tsx';
import { mayEdit } from './may-edit.ts';
import { revealChart } from './reveal.ts';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';

export interface FilterBarProps {
  filters: NativeFilter[];
  horizontal: boolean;
  open: boolean;
  onToggle: () => void;
}

/** The dashboard's filters: chosen here, in force after Apply; cross-filters above them. */
export function FilterBar({ filters, horizontal, open, onToggle }: FilterBarProps) {
  const crossed = useCrossFilters();
  const isEditor = useDashboard((state) => mayEdit(state.dashboard.info));
  const isFramed = bootstrap.embedded !== undefined;
  const store = useDashboardStore();
  const [width, setWidth, keepWidth] = useBarWidth();
  const sized: CSSProperties & { '--bar-width': string } = { '--bar-width': `${width}px` };
  if (filters.length === 0 && crossed.length === 0 && (!isEditor || isFramed)) return null;
  if (!open) {
    return (
      <aside className={styles.closed}>
        <Hint title="Expand filters" placement="right">
          <Button
            type="text"
            icon={<FilterOutlined aria-hidden />}
            aria-label="Expand filters"
            onClick={onToggle}
          />
        </Hint>
      </aside>
    );
  }
  return (
    <aside className={styles.bar} data-horizontal={horizontal} aria-label="Filters" style={sized}>
      {!horizontal && (
        <header className={styles.head}>
          <h2>Filters</h2>
          {isEditor && !isFramed && <FilterBarMenu />}
          <Button
            type="text"
            size="small"
            icon={<DoubleLeftOutlined aria-hidden />}
            aria-label="Collapse filters"
            onClick={onToggle}
          />
        </header>
      )}
      {horizontal && isEditor && !isFramed && (
        <div className={styles.gear}>
          <FilterBarMenu />
        </div>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          store.getState().apply();
        }}
      >
        <div className={styles.fields}>
          {crossed.length > 0 && <CrossFilters crossed={crossed} />}
          {horizontal ? <LyingFilters filters={filters} /> : <StandingFilters filters={filters} />}
          {filters.length === 0 && crossed.length === 0 && (
            <EmptyState size="small" title="No global filters are currently added" description={null} />
          )}
        </div>
        <Actions filters={filters} horizontal={horizontal} hasMarks={crossed.length > 0} />
      </form>
      {!horizontal && <WidthHandle width={width} onWidth={setWidth} onEnd={keepWidth} />}
    </aside>
  );
}

function StandingFilters({ filters }: { filters: readonly NativeFilter[] }) {
  const { inView, outOfView } = useFiltersInView(filters);
  return (
    <>
      <FilterItems filters={inView} />
      <OutOfScope filters={outOfView} />
    </>
  );
}

interface ActionsProps {
  filters: NativeFilter[];
  horizontal: boolean;
  /** Whether charts filter others. */
  hasMarks: boolean;
}

function Actions({ filters, horizontal, hasMarks }: ActionsProps) {
  const applied = useDashboard((state) => state.applied);
  const chosen = useDashboard((state) => state.chosen);
  const { clearAll } = useDashboardStore().getState();
  const { inView } = useFiltersInView(filters);
  const state = (masks: typeof applied) =>
    JSON.stringify(
      filters.map((filter) => [
        masks[filter.id]?.extraFormData ?? {},
        masks[filter.id]?.filterState?.value ?? null,
      ]),
    );
  const changed = state(applied) !== state(chosen);
  const missing = inView.some(
    (filter) => filter.type === 'NATIVE_FILTER' && isMissing(filter, chosen[filter.id]),
  );
  const isWrong = filters.some(({ id }) => chosen[id]?.filterState?.validateStatus === 'error');
  const empty =
    !hasMarks && filters.every((filter) => (chosen[filter.id]?.filterState?.value ?? null) === null);
  return (
    <div className={styles.actions}>
      <Button type="primary" htmlType="submit" block={!horizontal} disabled={!changed || missing || isWrong}>
        {horizontal ? 'Apply' : 'Apply filters'}
      </Button>
      <Button block={!horizontal} disabled={empty} onClick={clearAll}>
        Clear all
      </Button>
    </div>
  );
}

interface Crossed {
  chart: number;
  name: string;
  label: string;
}

function useCrossFilters(): Crossed[] {
  const applied = useDashboard((state) => state.applied);
  const { charts, datasets } = useDashboard((state) => state.dashboard);
  return Object.entries(applied).flatMap(([id, mask]) => {
    const chart = charts.find((each) => String(each.id) === id);
    if (!chart || !mask.extraFormData?.filters?.length) return [];
    const names = datasets.find(({ uid }) => uid === chart.form_data.datasource)?.verbose_map ?? {};
    const columns = mask.extraFormData.filters.map(({ col }) => names[String(col)] ?? String(col)).join(', ');
    return [
      { chart: chart.id, name: chart.slice_name, label: `${columns}: ${mask.filterState?.label ?? ''}` },
    ];
  });
}

function CrossFilters({ crossed }: { crossed: Crossed[] }) {
  const store = useDashboardStore();
  const { crossFilter } = store.getState();
  return (
    <section className={styles.cross} aria-label="Cross-filters">
      <b>Cross-filters</b>
      {crossed.map((each) => (
        <div key={each.chart}>
          <span className={styles.crossName}>{each.name}</span>
          <Button
            type="text"
            size="small"
            icon={<AimOutlined aria-hidden />}
            aria-label={`Locate the chart ${each.name}`}
            title="Locate the chart"
            onClick={() => revealChart(store, each.chart)}
          />
          <Tag
            closable
            closeIcon={<span title={`Remove cross-filter ${each.label}`}>×</span>}
            onClose={() => crossFilter(each.chart, undefined)}
          >
            {each.label}
          </Tag>
        </div>
      ))}
    </section>
  );
}
