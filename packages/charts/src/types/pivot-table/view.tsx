import { useCallback, useMemo, useState } from 'react';
import type { TableModelCell, ViewProps } from '../../chart-type.ts';
import { fillDefaults } from '../../controls/panel.ts';
import { TableGrid } from '../../view/table-grid.tsx';
import { controls } from './controls.ts';
import { pivotTable } from './draw.ts';
import styles from './pivot-view.module.css';
import { pivotPoint } from './point.ts';

/** The pivot table: groups of rows open and close, cells and headings filter. */
export function PivotTableView({
  form: given,
  results,
  datasource,
  width,
  height,
  theme,
  selected,
  onDashboard,
  onCrossFilter,
  onPoint,
}: ViewProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const table = useMemo(() => {
    const form = fillDefaults(controls, given);
    return pivotTable({ form, results, datasource, width, height, theme }, collapsed);
  }, [given, results, datasource, width, height, theme, collapsed]);
  const pointAt = useCallback(
    (cell: TableModelCell) => pivotPoint(fillDefaults(controls, given), results[0], cell),
    [given, results],
  );
  return (
    <div className={styles.view}>
      <TableGrid
        table={table}
        label="Pivot table"
        theme={theme}
        selected={selected}
        markup={given.allow_render_html !== false}
        onFilter={
          onDashboard
            ? (filter, point) => onCrossFilter(selected?.includes(filter.key) ? undefined : filter, point)
            : undefined
        }
        onPoint={onPoint}
        pointAt={pointAt}
        onToggle={(key) =>
          setCollapsed((old) =>
            old.has(key) ? new Set([...old].filter((each) => each !== key)) : new Set([...old, key]),
          )
        }
      />
    </div>
  );
}
