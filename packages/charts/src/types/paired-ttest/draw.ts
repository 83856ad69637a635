import { columnLabel } from '@chartroom/model';
import type { DrawInput, TableDrawing, TableModel, TableModelCell } from '../../chart-type.ts';
import { formMetrics, type LineOverTime, linesOverTime } from '../../draw/lines-over-time.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { columnsOf, numberOf } from '../../question/read-form.ts';
import { type Comparison, comparison } from './comparison.ts';

/** Digits that a number may be written with. */
const MOST_DIGITS = 32;

/** By metric, the group that others are compared with, by its column of the answer. */
export type Controls = ReadonlyMap<string, string>;

/** A row per metric and group: how it differs from the first group of its metric. */
export function draw(input: DrawInput): TableDrawing {
  return { kind: 'table', table: comparisonTable(input, new Map()) };
}

/** The same with the groups that a reader has chosen to compare with. */
export function comparisonTable(input: DrawInput, chosen: Controls): TableModel {
  const lines = linesOverTime(input);
  const isSeveral = formMetrics(input).length > 1;
  const dimensions = columnsOf(input.form.groupby).map(columnLabel);
  const byMetric = Map.groupBy(lines, ({ metric }) => metric);
  const rows = [...byMetric].flatMap(([metric, groups]) => {
    const control = groups.find(({ column }) => column === chosen.get(metric)) ?? groups[0];
    const title = input.datasource.verbose_map[metric] ?? metric;
    return groups.map((group) => [
      ...(isSeveral ? [nameCell(title, group)] : []),
      ...dimensions.map((_name, index) => nameCell(group.parts[index] ?? '', group)),
      ...comparisonCells(input, group, control),
    ]);
  });
  return {
    columns: [
      ...(isSeveral ? [nameColumn('Metric', 'metric')] : []),
      ...dimensions.map((name, index) =>
        nameColumn(input.datasource.verbose_map[name] ?? name, `group ${index}`),
      ),
      ...['p-value', 'Lift %', 'Significant'].map((label) => ({
        key: label,
        label,
        align: 'right' as const,
        numeric: label !== 'Significant',
      })),
    ],
    rows,
    rowCount: rows.length,
  };
}

function nameColumn(label: string, key: string): TableModel['columns'][number] {
  return { key, label, align: 'left', numeric: false, isRowHeader: true };
}

function nameCell(text: string, { column }: LineOverTime): TableModelCell {
  return { value: text, text, isRowHeader: true, choice: column };
}

function comparisonCells(
  { form, theme }: DrawInput,
  group: LineOverTime,
  control: LineOverTime | undefined,
): TableModelCell[] {
  if (!control || group === control) {
    const cell = { value: null, text: 'control', color: theme.colorTextSecondary };
    return [cell, cell, cell];
  }
  const [own, other] = [group, control].map(({ points }) => points.map(({ y }) => y));
  const made: Comparison = comparison(own ?? [], other ?? []);
  const level = numberOf(form.significance_level) ?? 0.05;
  const isSignificant = made.p <= level;
  return [
    amountCell(made.p, form.pvalue_precision, 6),
    amountCell(made.lift, form.liftvalue_precision, 4),
    {
      value: Number.isNaN(made.p) ? null : isSignificant,
      text: Number.isNaN(made.p) ? NO_VALUE : String(isSignificant),
      ...(isSignificant ? { color: theme.colorSuccess, bold: true } : { color: theme.colorTextSecondary }),
    },
  ];
}

function amountCell(value: number, precision: unknown, usual: number): TableModelCell {
  if (!Number.isFinite(value)) return { value: null, text: NO_VALUE };
  const digits = Math.min(MOST_DIGITS, Math.max(0, Math.trunc(numberOf(precision) ?? usual)));
  return { value, text: value.toFixed(digits) };
}
