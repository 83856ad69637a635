import type { NativeFilter } from '@chartroom/model';
import { useMemo, useRef } from 'react';
import { FilterValue, FilterWaiting } from '../../shared/filter-values/filter-value.tsx';
import type { FilterValueProps } from '../../shared/filter-values/filter-value-props.ts';
import { isMissing } from '../../shared/filter-values/value-masks.ts';
import { useNear } from '../../shared/use-near.ts';
import { useChartsStarted } from './bar/charts-started.ts';
import { DataExtent } from './bar/data-extent.tsx';
import { FilterName } from './bar/filter-name.tsx';
import { useAsked, usePointing } from './bar/pointing.ts';
import styles from './filter-bar.module.css';
import { useDashboard, useDashboardStore } from './store/dashboard-context.ts';

/** One filter of the bar: its name, and its value once it is near. */
export function FilterField({ filter }: { filter: NativeFilter }) {
  const chosen = useDashboard((state) => state.chosen);
  const { choose } = useDashboardStore().getState();
  const frame = useRef<HTMLFieldSetElement>(null);
  const isNear = useNear(frame);
  const isAsked = useAsked(filter.id, frame);
  const hasStarted = useChartsStarted();
  const pointing = usePointing(filter.id);
  const missing = isMissing(filter, chosen[filter.id]);
  return (
    <fieldset
      ref={frame}
      className={styles.field}
      data-missing={missing}
      data-filter={filter.id}
      aria-labelledby={`label-${filter.id}`}
      {...pointing}
    >
      <FilterName filter={filter} />
      <div data-value>
        {(isNear && hasStarted) || isAsked ? (
          <BoardFilterValue
            filter={filter}
            mask={chosen[filter.id]}
            parents={chosen}
            onChange={(mask) => choose(filter.id, mask)}
          />
        ) : (
          <FilterWaiting filter={filter} />
        )}
      </div>
      {missing && <div className={styles.problem}>Filter value is required</div>}
    </fieldset>
  );
}

/** Chooses the value of a filter of the dashboard that is open. */
export function BoardFilterValue(props: Omit<FilterValueProps, 'source' | 'timeHint'>) {
  const { info, datasets } = useDashboard(({ dashboard }) => dashboard);
  const source = useMemo(() => ({ dashboardId: info.id, datasets }), [info.id, datasets]);
  return (
    <FilterValue
      {...props}
      source={source}
      timeHint={(choose) => <DataExtent filter={props.filter} onChoose={choose} />}
    />
  );
}
