import { AimOutlined } from '@ant-design/icons';
import type { NativeFilter } from '@chartroom/model';
import { Button, Tag } from 'antd';
import styles from '../filter-bar.module.css';
import { revealChart } from '../reveal.ts';
import { useDashboardStore } from '../store/dashboard-context.ts';
import { FilterItems, OutOfScope } from './filter-items.tsx';
import { useFiltersInView } from './in-view.ts';
import { LyingFilters } from './lying-filters.tsx';

/** A mark of a chart that filters others. */
export interface Crossed {
  chart: number;
  name: string;
  label: string;
}

interface FilterListsProps {
  filters: readonly NativeFilter[];
  crossed: readonly Crossed[];
  horizontal: boolean;
}

/** Cross-filters, and the fields of the dashboard's filters below them. */
export function FilterLists({ filters, crossed, horizontal }: FilterListsProps) {
  return (
    <>
      {crossed.length > 0 && <CrossFilters crossed={crossed} />}
      {horizontal ? <LyingFilters filters={filters} /> : <StandingFilters filters={filters} />}
    </>
  );
}

function StandingFilters({ filters }: Pick<FilterListsProps, 'filters'>) {
  const { inView, outOfView } = useFiltersInView(filters);
  return (
    <>
      <FilterItems filters={inView} />
      <OutOfScope filters={outOfView} />
    </>
  );
}

function CrossFilters({ crossed }: { crossed: readonly Crossed[] }) {
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
