import { WarningOutlined } from '@ant-design/icons';
import {
  alikePlaces,
  chartIdOf,
  chartsInScope,
  type Layout,
  type LayoutItem,
  ROOT_ID,
  type Scope,
  scopeOf,
} from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Tree, type TreeDataNode } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useDashboard } from '../store/dashboard-context.ts';
import styles from './filter-config.module.css';

export interface FilterScopingProps {
  scope: Scope | undefined;
  /** Id of the dataset that a filter asks: charts of others are marked. */
  dataset?: number | undefined;
  onChange: (scope: Scope) => void;
}

/** Which charts a filter reaches: tabs and charts to choose from (contract/ui.md C5). */
export function FilterScoping({ scope, dataset, onChange }: FilterScopingProps) {
  const layout = useDashboard((state) => state.layout);
  const { charts, datasets } = useDashboard((state) => state.dashboard);
  const tree = useMemo(() => {
    const asked = datasets.find(({ id }) => id === dataset)?.uid;
    const isOther = (chart: number | undefined) =>
      asked !== undefined &&
      charts.some(({ id, form_data }) => id === chart && form_data.datasource !== asked);
    const titleOf = (item: LayoutItem) => chartTitle(item, isOther(chartIdOf(item)));
    return [{ key: ROOT_ID, title: 'All panels', children: nodesBelow(layout, ROOT_ID, titleOf) }];
  }, [layout, charts, datasets, dataset]);
  const reached = new Set(chartsInScope(scope, layout));
  const checked = Object.values(layout).flatMap((item) => {
    const chart = chartIdOf(item);
    return chart !== undefined && reached.has(chart) ? [item.id] : [];
  });
  return (
    <Tree
      checkable
      defaultExpandAll
      selectable={false}
      treeData={tree}
      checkedKeys={checked}
      onCheck={(keys) => {
        const chosen = (Array.isArray(keys) ? keys : keys.checked).map(String);
        onChange(scopeOf(alikePlaces(chosen, checked, layout), layout));
      }}
    />
  );
}

/** Tabs and charts below a component; what else stands between is passed over. */
function nodesBelow(layout: Layout, id: string, titleOf: (item: LayoutItem) => ReactNode): TreeDataNode[] {
  return (layout[id]?.children ?? []).flatMap((child) => {
    const item = layout[child];
    if (!item) return [];
    if (item.type === 'CHART') return [{ key: child, title: titleOf(item) }];
    const below = nodesBelow(layout, child, titleOf);
    if (item.type !== 'TAB') return below;
    return [{ key: child, title: item.meta.text || item.meta.defaultText || 'Tab title', children: below }];
  });
}

/** The name of a chart; one of other data is marked, for the filter may not fit it. */
function chartTitle(item: LayoutItem, isOther: boolean): ReactNode {
  if (item.type !== 'CHART') return null;
  const name = item.meta.sliceNameOverride || item.meta.sliceName || `Chart ${item.meta.chartId ?? ''}`;
  if (!isOther) return name;
  return (
    <>
      {name}{' '}
      <Hint title="This chart might be incompatible with the filter (datasets don't match)">
        <WarningOutlined className={styles.warning} aria-label="Other dataset" />
      </Hint>
    </>
  );
}
