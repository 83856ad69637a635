import { type DataRow, GenericType, metricLabel } from '@chartroom/model';
import type { DrawInput } from '../../chart-type.ts';
import { amountOf, columnTypes } from '../../draw/row-names.ts';
import { metricsOf } from '../../question/read-form.ts';
import { type CellWriter, cellWriter } from './cell-text.ts';
import {
  type ColumnConfig,
  columnConfig,
  comparedTimes,
  dimensionLabels,
  percentColumn,
  percentMetrics,
  shiftedColumn,
  tableMode,
} from './settings.ts';

export type ColumnKind = 'dimension' | 'metric' | 'share';

/** What a column of a compared metric shows: its value now and then, the difference and its share of the value then. */
export const COMPARED_PARTS = ['Main', '#', '△', '%'] as const;
export type ComparedPart = (typeof COMPARED_PARTS)[number];

/** One column of the table. */
export interface ShownColumn {
  /** Column of the answer, or `Main m`, `# m`, `△ m`, `% m` of a compared metric. */
  key: string;
  label: string;
  /** Heading that the columns of a compared metric share. */
  group: string | undefined;
  kind: ColumnKind;
  numeric: boolean;
  /** A click on its cells filters the dashboard. */
  filters: boolean;
  part: ComparedPart | undefined;
  /** What the values now and then differ by; undefined when nothing is compared. */
  change: ((row: DataRow) => number | undefined) | undefined;
  config: ColumnConfig;
  read(row: DataRow): DataRow[string];
  write: CellWriter;
}

/** The columns that a table shows, in the order of its answer (contract, table: draw). */
export function shownColumns(input: DrawInput): ShownColumn[] {
  const { form, results } = input;
  const [result] = results;
  if (!result) return [];
  const types = columnTypes(result);
  const raw = tableMode(form) === 'raw';
  const metrics = raw ? [] : metricsOf(form.metrics).map(metricLabel);
  const shares = percentMetrics(form).map(metricLabel);
  const offsets = raw ? [] : comparedTimes(form);
  const isShift = (name: string) =>
    [...metrics, ...shares].some((metric) => offsets.some((offset) => isShiftOf(name, metric, offset)));
  return result.colnames
    .filter((name) => !isShift(name) && (metrics.includes(name) || !shares.includes(name)))
    .flatMap((name) => {
      const share = shares.find((metric) => percentColumn(metric) === name);
      const plainKind: ColumnKind = metrics.includes(name) ? 'metric' : 'dimension';
      const kind: ColumnKind = share === undefined ? plainKind : 'share';
      const [offset] = offsets;
      const request: ColumnRequest = { input, name, metric: share ?? name, kind, type: types.get(name) };
      return offset !== undefined && kind !== 'dimension'
        ? comparedColumns(request, offset)
        : [plainColumn(request)];
    })
    .filter((column) => column.config.visible);
}

function isShiftOf(name: string, metric: string, offset: string): boolean {
  return name === shiftedColumn(metric, offset) || name === percentColumn(shiftedColumn(metric, offset));
}

interface ColumnRequest {
  input: DrawInput;
  name: string;
  metric: string;
  kind: ColumnKind;
  type: GenericType | undefined;
}

function labelOf({ input, metric, kind }: ColumnRequest): string {
  const label = input.datasource.verbose_map[metric] ?? metric;
  return kind === 'share' ? percentColumn(label) : label;
}

function plainColumn(request: ColumnRequest): ShownColumn {
  const { input, name, kind, type } = request;
  const config = columnConfig(input.form, name);
  const numeric = type === GenericType.NUMERIC;
  const dimension = tableMode(input.form) === 'raw' ? !numeric : dimensionLabels(input.form).includes(name);
  return {
    key: name,
    label: config.label ?? labelOf(request),
    group: undefined,
    kind,
    numeric,
    filters: kind === 'dimension' && dimension,
    part: undefined,
    change: undefined,
    config,
    read: (row) => row[name] ?? null,
    write: cellWriter({ ...request, config, name: request.metric }),
  };
}

function comparedColumns(request: ColumnRequest, offset: string): ShownColumn[] {
  const { input, name, kind, metric } = request;
  const before =
    kind === 'share' ? percentColumn(shiftedColumn(metric, offset)) : shiftedColumn(metric, offset);
  const group = labelOf(request);
  const amounts = (row: DataRow) => [amountOf(row[name]) ?? 0, amountOf(row[before]) ?? 0] as const;
  const change = (row: DataRow) => {
    const [now, then] = amounts(row);
    return now - then;
  };
  const read = (part: ComparedPart, row: DataRow) => {
    if (part === 'Main') return row[name] ?? null;
    if (part === '#') return row[before] ?? null;
    return part === '△' ? change(row) : relativeChange(...amounts(row));
  };
  return COMPARED_PARTS.map((part) => {
    const config = columnConfig(input.form, `${part} ${name}`);
    return {
      key: `${part} ${name}`,
      label: config.label ?? part,
      group,
      kind,
      numeric: true,
      filters: false,
      part,
      change,
      config,
      read: (row) => read(part, row),
      write: cellWriter({
        input,
        config,
        name: metric,
        type: GenericType.NUMERIC,
        kind: part === '%' ? 'share' : kind,
      }),
    };
  });
}

/** The change as a share of the former value; something after nothing (or the reverse) is all of it. */
function relativeChange(now: number, before: number): number {
  if (now === 0 && before === 0) return 0;
  if (now === 0 || before === 0) return now !== 0 ? 1 : -1;
  return (now - before) / Math.abs(before);
}
