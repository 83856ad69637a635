import { type DataPoint, type DrillFilter, type DrillStep, matrixOf } from '@chartroom/charts';
import { useNavigate } from '@tanstack/react-router';
import type { MenuProps } from 'antd';
import { may } from '../../../base/bootstrap.ts';
import type { PagePlace } from '../../../shared/chart/chart-picture.tsx';
import { alertItems } from '../../../shared/email-report/alert-items.tsx';
import { MenuAt } from '../../../shared/menu-at.tsx';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { ColumnList } from './column-list.tsx';
import styles from './drill.module.css';
import type { Drill, DrilledChart } from './drill.ts';
import { entryLabel } from './drill-entries.tsx';
import {
  mayDrillBy,
  mayDrillToDetail,
  whyNoCrossFilter,
  whyNoDetail,
  whyNoDetailBy,
  whyNoDrillBy,
} from './drill-rules.ts';
import { useWay, type Way } from './use-way.ts';

type Items = NonNullable<MenuProps['items']>;

export interface PointMenuProps {
  chart: DrilledChart;
  point: DataPoint | undefined;
  at: PagePlace;
  onDrill: (drill: Drill) => void;
  onClose: () => void;
}

/** What can be done with what lies under the pointer over a chart (contract/ui.md C10). */
export function PointMenu({ chart, point, at, onDrill, onClose }: PointMenuProps) {
  const crossing = useCrossFilterItems(chart, point);
  const way = useWay(chart.id);
  const navigate = useNavigate();
  // What one of many small charts is taken apart by would take all of them apart.
  const offersDrillBy = mayDrillBy(may) && !matrixOf(chart.type, chart.form);
  const items = [
    ...(way ? [wayItem(way, point?.detail ?? [])] : []),
    ...crossing,
    ...(mayDrillToDetail(may) ? detailItems(chart, point, onDrill) : []),
    ...(offersDrillBy ? drillByItems(chart, point, [], (step) => onDrill({ kind: 'by', step })) : []),
    ...alertItems({ id: chart.id, form: chart.form }, point, (address) => void navigate(address)),
  ];
  return <MenuAt items={items} at={at} onClose={onClose} />;
}

export interface DrillByMenuProps extends Omit<PointMenuProps, 'onDrill'> {
  /** Columns that stand for something already. */
  used: readonly string[];
  onStep: (step: DrillStep) => void;
}

/** How a chart that was taken apart is taken further apart. */
export function DrillByMenu({ chart, point, at, used, onStep, onClose }: DrillByMenuProps) {
  return <MenuAt items={drillByItems(chart, point, used, onStep)} at={at} onClose={onClose} />;
}

function useCrossFilterItems({ id, type }: DrilledChart, point: DataPoint | undefined): Items {
  const { crossFilter } = useDashboardStore().getState();
  const isCrossing = useDashboard((state) => state.dashboard.metadata.cross_filters_enabled !== false);
  const active = useDashboard((state) => state.applied[id]?.filterState?.key);
  const isActive = active !== undefined && (!point?.crossFilter || point.crossFilter.key === active);
  const because = isActive && isCrossing ? undefined : whyNoCrossFilter(type, point, isCrossing);
  return [
    {
      key: 'cross_filter',
      disabled: because !== undefined,
      label: entryLabel(isActive ? 'Remove cross-filter' : 'Add cross-filter', because),
      onClick: () => crossFilter(id, isActive ? undefined : point?.crossFilter),
    },
  ];
}

function wayItem(way: Way, filters: readonly DrillFilter[]) {
  const because = way.whyNot(filters);
  return {
    key: 'way',
    disabled: because !== undefined,
    label: entryLabel(`Go to ${way.label}`, because),
    onClick: () => way.follow(filters),
  };
}

function detailItems(
  chart: DrilledChart,
  point: DataPoint | undefined,
  onDrill: (drill: Drill) => void,
): Items {
  const filters = point?.detail ?? [];
  const because = whyNoDetail(chart);
  const becauseBy = whyNoDetailBy(chart, filters);
  const by = 'Drill to detail by';
  return [
    {
      key: 'detail',
      disabled: because !== undefined,
      label: entryLabel('Drill to detail', because),
      onClick: () => onDrill({ kind: 'detail', filters: [] }),
    },
    becauseBy !== undefined
      ? { key: 'detail_by', disabled: true, label: entryLabel(by, becauseBy) }
      : {
          key: 'detail_by',
          label: by,
          children: [
            ...filters.map((filter, index) => ({
              key: `detail_by_${index}`,
              label: (
                <span className={styles.value}>
                  {by} <b>{filter.text}</b>
                </span>
              ),
              onClick: () => onDrill({ kind: 'detail', filters: [filter] }),
            })),
            ...(filters.length > 1
              ? [
                  {
                    key: 'detail_by_all',
                    label: `${by} all`,
                    onClick: () => onDrill({ kind: 'detail', filters }),
                  },
                ]
              : []),
          ],
        },
  ];
}

function drillByItems(
  chart: DrilledChart,
  point: DataPoint | undefined,
  used: readonly string[],
  onStep: (step: DrillStep) => void,
): Items {
  const because = whyNoDrillBy(chart.type, point);
  const place = point?.drillBy;
  if (because !== undefined || !place)
    return [{ key: 'drill_by', disabled: true, label: entryLabel('Drill by', because) }];
  return [
    {
      key: 'drill_by',
      label: 'Drill by',
      children: [],
      popupRender: () => (
        <ColumnList
          chart={chart}
          field={place.field}
          used={used}
          onChoose={(column) => onStep({ ...place, column })}
        />
      ),
    },
  ];
}
