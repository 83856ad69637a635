import { metricLabel } from '@chartroom/model';
import type { DrawInput, TableDrawing, TableModel, TableModelCell } from '../../chart-type.ts';
import { crossFilterOf } from '../../draw/cross-filter.ts';
import { amountOf } from '../../draw/row-names.ts';
import { colorRules, readableOn, ruleBackground } from '../../format/conditional-colors.ts';
import { currencyOf, valueFormatter } from '../../format/currency.ts';
import { savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import { SMART_NUMBER } from '../../format/number.ts';
import { metricsOf, textOf } from '../../question/read-form.ts';
import { isFraction, type PivotValue } from './aggregators.ts';
import { type AxisLine, axisLines, orderedKeys } from './axis-order.ts';
import { type AxisKey, keyId, type Level, METRIC, type PivotData, pivotData } from './pivot-data.ts';

/** Rows and columns of dimensions and metrics (contract, pivot table: draw). */
export function draw(input: DrawInput): TableDrawing {
  return { kind: 'table', table: pivotTable(input, new Set()) };
}

interface PivotContext {
  input: DrawInput;
  data: PivotData;
  rowLines: AxisLine[];
  columnLines: AxisLine[];
  cell(row: AxisKey, column: AxisKey): TableModelCell;
}

/**
 * The pivot table as a model.
 *
 * @param collapsed identities of the groups of rows that are shown as one line
 */
export function pivotTable(input: DrawInput, collapsed: ReadonlySet<string>): TableModel {
  const { form } = input;
  const data = pivotData(input);
  const metrics = metricsOf(form.metrics).map(metricLabel);
  const rowKeys = orderedKeys({
    keys: data.rowKeys,
    levels: data.rows,
    order: form.rowOrder,
    metrics,
    grouped: Boolean(form.rowSubTotals),
    total: (key) => data.value(key, []),
  });
  const columnKeys = orderedKeys({
    keys: data.columnKeys,
    levels: data.columns,
    order: form.colOrder,
    metrics,
    grouped: Boolean(form.colSubTotals),
    total: (key) => data.value([], key),
  });
  const total: AxisLine = { key: [], collapsed: false };
  const context: PivotContext = {
    input,
    data,
    rowLines: axisLines(rowKeys, data.rows.length, {
      subtotals: Boolean(form.rowSubTotals),
      first: form.rowSubtotalPosition === true,
      collapsed,
    }),
    columnLines: [
      ...(data.columns.length === 0
        ? []
        : axisLines(columnKeys, data.columns.length, {
            subtotals: Boolean(form.colSubTotals),
            first: form.colSubtotalPosition === true,
            collapsed: new Set(),
          })),
      ...(form.rowTotals || data.columns.length === 0 ? [total] : []),
    ],
    cell: cellPainter(input, data),
  };
  return modelOf(context);
}

function modelOf(context: PivotContext): TableModel {
  const { input, data, rowLines, columnLines, cell } = context;
  const headerColumns = Math.max(data.rows.length, 1);
  const totalText = `Total (${data.aggregation})`;
  const labelOf = (key: readonly { text: string }[]): string => {
    if (key.length === 0) return totalText;
    return key.length === data.columns.length ? (key.at(-1)?.text ?? '') : 'Subtotal';
  };
  const totalRow: TableModelCell[] = [
    {
      value: null,
      text: totalText,
      bold: true,
      isRowHeader: true,
      ...(headerColumns > 1 ? { span: headerColumns } : {}),
    },
    ...columnLines.map(({ key }) => ({ ...cell([], key), bold: true })),
  ];
  const plainRows = data.rows.length === 0 ? [totalRow] : rowLines.map((_, index) => rowOf(context, index));
  const headers = headersOf(context, headerColumns);
  const labels = data.rows.length === 0 ? [''] : data.rows.map((level) => level.label);
  return {
    columns: [
      ...labels.map((label, index) => ({
        key: `row ${index}`,
        label,
        align: 'left' as const,
        numeric: false,
        isRowHeader: true,
      })),
      ...columnLines.map(({ key }) => ({
        key: keyId(key),
        label: labelOf(key),
        align: 'right' as const,
        numeric: true,
      })),
    ],
    rows: plainRows,
    ...(input.form.colTotals && data.rows.length > 0 ? { totals: totalRow } : {}),
    ...(headers.length > 0 ? { headers } : {}),
    rowCount: plainRows.length,
  };
}

function rowOf({ data, rowLines, columnLines, cell }: PivotContext, index: number): TableModelCell[] {
  const line = rowLines[index];
  if (!line) return [];
  const { key, collapsed } = line;
  const depth = data.rows.length;
  const headers = key.flatMap((part, level): TableModelCell[] => {
    const rowSpan = runLength(rowLines, index, level);
    if (rowSpan === 0) return [];
    const group = key.slice(0, level + 1);
    return [
      {
        value: part.value,
        text: part.text,
        isRowHeader: true,
        ...(rowSpan > 1 ? { rowSpan } : {}),
        ...(level + 1 < depth
          ? { group: { key: keyId(group), collapsed: collapsed && level + 1 === key.length } }
          : {}),
        ...pointsAt(pairsOf(data.rows, group)),
      },
    ];
  });
  const isGroup = key.length < depth;
  if (isGroup)
    headers.push({
      value: null,
      text: collapsed ? '' : 'Subtotal',
      isRowHeader: true,
      bold: true,
      span: depth - key.length,
    });
  const cells = columnLines.map((column) => {
    const painted = cell(key, column.key);
    return isGroup || column.key.length < data.columns.length ? { ...painted, bold: true } : painted;
  });
  return [...headers, ...cells];
}

/** How many lines from this one on share its values up to a level; 0 when it is not the first of them. */
function runLength(lines: readonly AxisLine[], index: number, level: number): number {
  const idAt = (at: number) => {
    const key = lines[at]?.key;
    return key === undefined || key.length <= level ? undefined : keyId(key.slice(0, level + 1));
  };
  const id = idAt(index);
  if (id === idAt(index - 1)) return 0;
  let length = 1;
  while (idAt(index + length) === id) length += 1;
  return length;
}

/** The levels of the columns above the last one; the corner says what they are. */
function headersOf(
  { data, columnLines }: PivotContext,
  headerColumns: number,
): NonNullable<TableModel['headers']> {
  return data.columns.slice(0, -1).map((level, at) => {
    const last = at === data.columns.length - 2 ? data.columns.at(-1)?.label : undefined;
    const cells = columnLines.flatMap(({ key }, index) => {
      const part = key[at];
      if (part === undefined) return [{ text: '', span: 1 }];
      const span = runLength(columnLines, index, at);
      return span === 0
        ? []
        : [{ text: part.text, span, ...pointsAt(pairsOf(data.columns, key.slice(0, at + 1))) }];
    });
    return [
      { text: last === undefined ? level.label : `${level.label} / ${last}`, span: headerColumns },
      ...cells,
    ];
  });
}

type Pair = readonly [column: string, value: unknown];

/** The dimensions of an axis down to a group, with their values there; metrics are none. */
function pairsOf(levels: readonly Level[], key: AxisKey): Pair[] {
  const pairs = key.map((part, index): Pair => [levels[index]?.column ?? METRIC, part.value]);
  return pairs.filter(([column]) => column !== METRIC);
}

/** What a cell stands for; of its dimensions a click filters by the innermost alone (docs/contract/ui.md C9). */
function pointsAt(
  stands: readonly Pair[],
  innermost = stands.at(-1),
): Pick<TableModelCell, 'crossFilter' | 'stands'> {
  if (!innermost) return {};
  const [column, value] = innermost;
  const filter = crossFilterOf([column], [value], JSON.stringify(innermost));
  return { stands, ...(filter && { crossFilter: filter }) };
}

function cellPainter(input: DrawInput, data: PivotData): PivotContext['cell'] {
  const { form, results, theme } = input;
  const write = valueWriter(input, data);
  const amountsOf = (metric: string) =>
    (results[0]?.data ?? []).map((row) => amountOf(row[metric])).filter((amount) => amount !== null);
  const rules = colorRules(form.conditional_formatting, theme, amountsOf);
  return (row, column) => {
    const value = data.value(row, column);
    const metric = metricOf(data.rows, row) ?? metricOf(data.columns, column);
    const isTotal =
      (row.length === 0 && data.rows.length > 0) || (column.length === 0 && data.columns.length > 0);
    const background =
      typeof value === 'number' && metric !== undefined && !isTotal
        ? ruleBackground(rules, metric, value)
        : undefined;
    const [rows, columns] = [pairsOf(data.rows, row), pairsOf(data.columns, column)];
    const { stands, crossFilter } = pointsAt([...rows, ...columns], rows.at(-1) ?? columns.at(-1));
    // Sums stand for what they sum up, but a click on them filters by nothing.
    const isSum = row.length < data.rows.length || column.length < data.columns.length;
    return {
      value,
      text: value === null ? '' : write(value, metric),
      ...(background === undefined
        ? {}
        : { background, color: readableOn(background, theme.colorBackground, theme.dark) }),
      ...(stands && value !== null && { stands }),
      ...(crossFilter && value !== null && !isSum && { crossFilter }),
    };
  };
}

function metricOf(levels: readonly Level[], key: AxisKey): string | undefined {
  const at = levels.findIndex((level) => level.column === METRIC);
  const part = key[at];
  return part === undefined ? undefined : String(part.value);
}

/** The saved format and currency of a metric go before those of the chart; counts are plain, fractions percentages. */
function valueWriter(
  { form, datasource }: DrawInput,
  { aggregation }: PivotData,
): (value: PivotValue, metric: string | undefined) => string {
  const [formats, currencies] = [savedFormats(datasource), savedCurrencies(datasource)];
  const chosen = textOf(form.valueFormat);
  const currency = currencyOf(form.currency_format);
  const measured = !isFraction(aggregation) && !aggregation.startsWith('Count');
  const fallback =
    isFraction(aggregation) && (chosen === undefined || chosen === SMART_NUMBER) ? '.1%' : chosen;
  return (value, metric) => {
    if (typeof value === 'string') return value;
    const saved =
      measured && metric !== undefined
        ? { format: formats[metric], currency: currencies[metric] }
        : undefined;
    return valueFormatter(
      saved?.format ?? fallback,
      measured ? (saved?.currency ?? currency) : undefined,
    )(value);
  };
}
