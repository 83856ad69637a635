import type { DataRow } from '@chartroom/model';
import type { DrawInput, TableDrawing, TableModel, TableModelCell } from '../../chart-type.ts';
import { crossFilterOf } from '../../draw/cross-filter.ts';
import { amountOf } from '../../draw/row-names.ts';
import {
  type ColorRule,
  colorRules,
  readableOn,
  ruleBackground,
  withOpacity,
} from '../../format/conditional-colors.ts';
import { metricsOf, numberOf } from '../../question/read-form.ts';
import { type BarLook, barRange, cellBar } from './cell-bars.ts';
import { type ShownColumn, shownColumns } from './columns.ts';
import { percentMetrics, tableMode } from './settings.ts';

const GAIN_OPACITY = 0.2;

/** The table as a model of texts, colours and bars (contract, table: draw). */
export function draw(input: DrawInput): TableDrawing {
  const rows = input.results[0]?.data ?? [];
  const columns = shownColumns(input);
  const painters = columnPainters(input, columns, rows);
  const totals = totalsOf(input, columns);
  return {
    kind: 'table',
    table: {
      columns: columns.map((column) => ({
        key: column.key,
        label: column.label,
        align: column.config.align ?? (column.numeric ? 'right' : 'left'),
        numeric: column.numeric,
        ...(column.config.width === undefined ? {} : { width: column.config.width }),
        ...descriptionOf(input, column),
      })),
      rows: rows.map((row) => painters.map((paint) => paint(row))),
      ...(totals === undefined ? {} : { totals }),
      ...headersOf(columns),
      rowCount: rowCount(input, rows.length),
    },
  };
}

function descriptionOf({ datasource }: DrawInput, { key }: ShownColumn): { description?: string } {
  const column = datasource.columns.find((each) => each.column_name === key);
  const metric = datasource.metrics.find((each) => each.metric_name === key);
  const description = column?.description ?? metric?.description;
  return description ? { description } : {};
}

/** Compared metrics stand below a heading of their own. */
function headersOf(columns: readonly ShownColumn[]): Pick<TableModel, 'headers'> {
  if (!columns.some((column) => column.group !== undefined)) return {};
  const headers: { text: string; span: number }[] = [];
  let last: string | undefined;
  for (const { group } of columns) {
    const current = headers.at(-1);
    if (current && group !== undefined && group === last) current.span += 1;
    else headers.push({ text: group ?? '', span: 1 });
    last = group;
  }
  return { headers: [headers] };
}

/** The server counts the rows when it pages; else all are here. */
function rowCount({ form, results }: DrawInput, here: number): number {
  if (!form.server_pagination) return here;
  const counted = results.find((result) => result.colnames.length === 1 && result.colnames[0] === 'rowcount');
  return numberOf(counted?.data[0]?.rowcount) ?? here;
}

type Painter = (row: DataRow) => TableModelCell;

function columnPainters(
  input: DrawInput,
  columns: readonly ShownColumn[],
  rows: readonly DataRow[],
): Painter[] {
  const { form, theme } = input;
  const amountsOf = (column: ShownColumn | undefined) =>
    column ? rows.map((row) => amountOf(column.read(row))) : [];
  const rules = colorRules(form.conditional_formatting, theme, (key) =>
    amountsOf(columns.find((column) => column.key === key)).filter((amount) => amount !== null),
  );
  const plain = rules.length === 0;
  return columns.map((column) => {
    const bars = plain && column.numeric && hasBars(input, column) ? barLook(input, column) : undefined;
    const range = bars && barRange(amountsOf(column), bars.aligned);
    return (row) => {
      const value = column.read(row);
      const amount = column.numeric ? amountOf(value) : null;
      const change = changeLook(input, column, rules, row);
      const background =
        change?.background ?? (amount === null ? undefined : ruleBackground(rules, column.key, amount));
      const filter = column.filters
        ? crossFilterOf([column.key], [value], `${column.key}=${String(value)}`)
        : undefined;
      return {
        value,
        text: `${change?.arrow ?? ''}${column.write(value)}`,
        ...(value === null ? { color: theme.colorTextSecondary } : {}),
        ...(background === undefined
          ? {}
          : { background, color: readableOn(background, theme.colorBackground, theme.dark) }),
        ...(amount !== null && bars && range && background === undefined
          ? { bar: cellBar(amount, range, bars) }
          : {}),
        ...(filter ? { crossFilter: filter } : {}),
      };
    };
  });
}

/** Bars stand behind metrics, and behind the numbers of raw rows. */
function hasBars({ form }: DrawInput, { kind, config }: ShownColumn): boolean {
  return (
    (config.cellBars ?? Boolean(form.show_cell_bars)) && (kind !== 'dimension' || tableMode(form) === 'raw')
  );
}

function barLook({ form, theme }: DrawInput, { config }: ShownColumn): BarLook {
  return {
    aligned: config.alignSigns ?? Boolean(form.align_pn),
    signed: config.colorSigns ?? Boolean(form.color_pn),
    colors: { gain: theme.colorSuccess, loss: theme.colorError, plain: theme.dark ? '#9aa7b4' : '#5c6670' },
  };
}

/** Colour and arrow of a compared value: the whole table's setting, or a rule that names a direction. */
function changeLook(
  { form, theme }: DrawInput,
  column: ShownColumn,
  rules: readonly ColorRule[],
  row: DataRow,
): { background: string; arrow: string } | undefined {
  const change = column.change?.(row);
  if (change === undefined || change === 0) return undefined;
  const rule = rules.findLast((each) => each.column === column.key && each.comparison !== undefined);
  const named = form.comparison_color_scheme === 'Red' ? 'Red' : 'Green';
  const whole = form.comparison_color_enabled ? named : undefined;
  const scheme = rule?.comparison ?? whole;
  if (scheme === undefined) return undefined;
  const good = scheme === 'Green' ? change > 0 : change < 0;
  const direction = change > 0 ? '↑ ' : '↓ ';
  const arrow = column.part === 'Main' ? direction : '';
  return { background: withOpacity(good ? theme.colorSuccess : theme.colorError, GAIN_OPACITY), arrow };
}

/** The last answer, when a summary is wanted: its first cell says so where no metric stands. */
function totalsOf(
  { form, results }: DrawInput,
  columns: readonly ShownColumn[],
): TableModelCell[] | undefined {
  if (
    !form.show_totals ||
    tableMode(form) === 'raw' ||
    metricsOf(form.metrics).length + percentMetrics(form).length === 0
  )
    return undefined;
  const row = results.length > 1 ? results.at(-1)?.data[0] : undefined;
  if (!row) return undefined;
  return columns.map((column, index) => {
    const value = column.kind === 'metric' ? column.read(row) : null;
    const heading = index === 0 ? 'Summary' : '';
    const text = column.kind === 'metric' ? column.write(value) : heading;
    return { value, text, bold: true };
  });
}
