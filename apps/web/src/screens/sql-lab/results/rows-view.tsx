import type { ResultColumn } from '@chartroom/model';
import { copyText } from '@chartroom/ui';
import { useMemo, useState } from 'react';
import { toast } from '../../../base/toasts.tsx';
import { CellViewer, type ViewedCell } from './cell-viewer.tsx';
import { areaText } from './copied-area.ts';
import { gridColumns } from './grid-columns.ts';
import { ResultGrid } from './result-grid.tsx';
import { plainView, viewedColumns, viewedRows } from './result-rows.ts';

export interface RowsViewProps {
  label: string;
  columns: readonly ResultColumn[];
  data: readonly Readonly<Record<string, unknown>>[];
}

/** Rows to look at, with columns that can be sorted, filtered, moved and hidden. */
export function RowsView({ label, columns, data }: RowsViewProps) {
  const shown = useMemo(() => gridColumns(columns, undefined), [columns]);
  const [view, setView] = useState(() => plainView(shown));
  const [cell, setCell] = useState<ViewedCell>();
  const rows = useMemo(() => viewedRows(data, shown, view, ''), [data, shown, view]);
  const seen = () => viewedColumns(shown, view).columns;
  return (
    <>
      <ResultGrid
        label={label}
        columns={shown}
        rows={rows}
        view={view}
        onView={setView}
        search=""
        onCopy={(area) =>
          void copyText(areaText(seen(), rows, area)).then(() => toast.success('Copied to clipboard!'))
        }
        onOpen={(row, at) => {
          const column = columns.find(({ column_name }) => column_name === seen()[at]?.key);
          if (column)
            setCell({ column: column.name, type: column.type, value: rows[row]?.[column.column_name] });
        }}
      />
      {cell && <CellViewer cell={cell} onClose={() => setCell(undefined)} />}
    </>
  );
}
