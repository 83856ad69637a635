import { nextSort } from '@chartroom/ui';
import { useMemo, useState } from 'react';
import type { ViewProps } from '../../chart-type.ts';
import { fillDefaults } from '../../controls/panel.ts';
import { linesOverTime } from '../../draw/lines-over-time.ts';
import { type GridSort, TableGrid } from '../../view/table-grid.tsx';
import { arrangedRows } from '../table/row-order.ts';
import { controls } from './controls.ts';
import { type Controls, comparisonTable } from './draw.ts';

/** The table of comparisons: a click on a group compares the others with it. */
export function PairedTestView({ form, results, datasource, width, height, theme }: ViewProps) {
  const [sort, setSort] = useState<GridSort>();
  const [chosen, setChosen] = useState<Controls>(new Map());
  const input = useMemo(
    () => ({ form: fillDefaults(controls, form), results, datasource, width, height, theme }),
    [form, results, datasource, width, height, theme],
  );
  const table = useMemo(() => comparisonTable(input, chosen), [input, chosen]);
  const sorted = useMemo(() => ({ ...table, rows: arrangedRows(table, '', sort) }), [table, sort]);
  const choose = (column: string) => {
    const metric = linesOverTime(input).find((line) => line.column === column)?.metric;
    if (metric !== undefined) setChosen(new Map([...chosen, [metric, column]]));
  };
  return (
    <TableGrid
      table={sorted}
      label="Paired t-test"
      theme={theme}
      sort={sort}
      onSort={(key) => setSort((old) => nextSort(old, key))}
      onChoose={choose}
      markup={false}
    />
  );
}
