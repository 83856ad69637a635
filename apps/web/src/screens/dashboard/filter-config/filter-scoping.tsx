import {
  alikePlaces,
  chartIdOf,
  chartsInScope,
  type Layout,
  ROOT_ID,
  type Scope,
  scopeOf,
} from '@chartroom/model';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo } from 'react';
import { useDashboard } from '../store/dashboard-context.ts';

/** Which charts a filter reaches: tabs and charts to choose from (contract/ui.md C5). */
export function FilterScoping({
  scope,
  onChange,
}: {
  scope: Scope | undefined;
  onChange: (scope: Scope) => void;
}) {
  const layout = useDashboard((state) => state.layout);
  const tree = useMemo(
    () => [{ key: ROOT_ID, title: 'All panels', children: nodesBelow(layout, ROOT_ID) }],
    [layout],
  );
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
function nodesBelow(layout: Layout, id: string): TreeDataNode[] {
  return (layout[id]?.children ?? []).flatMap((child) => {
    const item = layout[child];
    if (!item) return [];
    if (item.type === 'CHART') {
      const title = item.meta.sliceNameOverride || item.meta.sliceName || `Chart ${item.meta.chartId ?? ''}`;
      return [{ key: child, title }];
    }
    const below = nodesBelow(layout, child);
    if (item.type !== 'TAB') return below;
    return [{ key: child, title: item.meta.text || item.meta.defaultText || 'Tab title', children: below }];
  });
}
