import {
  type Bounds,
  type ChartFormData,
  type DataRow,
  isJsonObject,
  type QueryContext,
} from '@chartroom/model';
import { type Cell, type ColumnKind, Decimal, type Frame, type FrameColumn } from '@chartroom/query';

/**
 * The rows of a chart as the browser shows them (contract/query.md §1.14): a pivot table with its headings in the
 * first column and its totals, a table with its number formats. Other charts show the rows themselves.
 * @throws ChartroomError 400 when the rows lack what the chart names, and when the table would have too many cells
 */
export async function postProcessed(
  frame: Frame,
  context: Pick<QueryContext, 'form_data' | 'datasource'>,
  { MAX_STEP_CELLS }: Bounds,
): Promise<Frame> {
  const form = formOf(context);
  if (frame.length === 0 || (form.viz_type !== 'pivot_table_v2' && form.viz_type !== 'table')) return frame;
  const { pivotText, tableText } = await import('@chartroom/charts');
  const rows = rowsOf(frame);
  if (form.viz_type === 'table') return written(frame, tableText(form, rows));
  const { columns, index, rows: cells } = pivotText(form, rows, MAX_STEP_CELLS);
  const headings = columnOf('', index.map(heading));
  return {
    length: index.length,
    columns: [
      headings,
      ...columns.map((levels, place) =>
        columnOf(
          heading(levels),
          cells.map((line) => cellOf(line[place])),
        ),
      ),
    ],
  };
}

function formOf({ form_data, datasource }: Pick<QueryContext, 'form_data' | 'datasource'>): ChartFormData {
  const form = isJsonObject(form_data) ? form_data : {};
  const viz_type = typeof form.viz_type === 'string' ? form.viz_type : '';
  return { ...form, viz_type, datasource: `${datasource.id}__table` };
}

function rowsOf({ columns, length }: Frame): DataRow[] {
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, plain(values[row] ?? null)])),
  );
}

function plain(cell: Cell): DataRow[string] {
  if (cell instanceof Decimal || typeof cell === 'bigint') return Number(String(cell));
  return cell;
}

/** Columns that a format made texts of; the others keep their values. */
function written(frame: Frame, rows: readonly DataRow[]): Frame {
  const columns = frame.columns.map((column) => {
    const texts = rows.map((row) => row[column.name] ?? null);
    const isWritten =
      column.kind !== 'string' &&
      texts.some((text, row) => typeof text === 'string' && text !== column.values[row]);
    return isWritten ? columnOf(column.name, texts.map(cellOf)) : column;
  });
  return { ...frame, columns };
}

function heading(levels: readonly unknown[]): string {
  return levels
    .map((level) => (level === null ? '' : String(level)))
    .join(' ')
    .trim();
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

function columnOf(name: string, values: Cell[]): FrameColumn {
  const isNumeric = values.every((value) => value === null || typeof value === 'number');
  const isWhole = values.every((value) => value === null || Number.isInteger(value));
  const numberKind: ColumnKind = isWhole ? 'int' : 'float';
  const kind = isNumeric ? numberKind : 'string';
  return { name, kind, generic: isNumeric ? 0 : 1, nativeType: '', values };
}
