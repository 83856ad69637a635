import { nextSort } from '@chartroom/ui';
import { useMemo, useState } from 'react';
import type { ViewProps } from '../../chart-type.ts';
import { fillDefaults } from '../../controls/panel.ts';
import { type GridSort, TableGrid } from '../../view/table-grid.tsx';
import { arrangedRows } from '../table/row-order.ts';
import { controls } from './controls.ts';
import { draw } from './draw.ts';

/** The table of series; a click on a heading sorts by what stands below it. */
export function TimeTableView({ form, results, datasource, width, height, theme }: ViewProps) {
  const [sort, setSort] = useState<GridSort>();
  const table = useMemo(
    () => draw({ form: fillDefaults(controls, form), results, datasource, width, height, theme }).table,
    [form, results, datasource, width, height, theme],
  );
  const sorted = useMemo(() => ({ ...table, rows: arrangedRows(table, '', sort) }), [table, sort]);
  return (
    <TableGrid
      table={sorted}
      label="Time-series table"
      theme={theme}
      sort={sort}
      onSort={(key) => setSort((old) => nextSort(old, key))}
      markup={false}
    />
  );
}
