import type { GridArea, RecordColumn } from '@chartroom/ui';
import { type CopyForm, copiedText, plainText } from './copy-forms.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Marked cells as they are copied by keys: of one alone its value, of more of them their names, too. */
export function areaText(columns: readonly RecordColumn[], rows: Rows, area: GridArea): string {
  const [only] = area.columns;
  if (area.from !== area.to || area.columns.length > 1) return rowsText(columns, rows, area, 'tsv');
  const key = columns[only ?? -1]?.key;
  return key === undefined ? '' : plainText(rows[area.from]?.[key]);
}

/** Rows and columns in sight as they are copied; those that are marked alone where an area is given. */
export function rowsText(
  columns: readonly RecordColumn[],
  rows: Rows,
  area: GridArea | undefined,
  form: CopyForm,
): string {
  const taken = area ? area.columns.flatMap((at) => columns[at] ?? []) : columns;
  const lines = area ? rows.slice(area.from, area.to + 1) : rows;
  return copiedText(
    {
      columns: taken.map(({ label, numeric }) => ({ name: label, isNumber: numeric === true })),
      rows: lines.map((row) => taken.map(({ key }) => row[key])),
    },
    form,
  );
}
