import { columnsOf, listed, membersOf, metricsOf } from '@chartroom/charts';
import {
  type ChartDataResult,
  type ChartFormData,
  columnLabel,
  GenericType,
  metricLabel,
} from '@chartroom/model';

/** A column whose look can be set, by the key under which its settings are kept. */
export interface ConfigurableColumn {
  key: string;
  type: GenericType;
}

/** What the three comparing numbers of a chart with one value are called. */
const COMPARED_VALUES = ['Previous value', 'Delta', 'Percent change'];
/** What a table shows of a metric that it compares with another time (contract/charts.md §3.25). */
const COMPARED_PARTS = ['Main', '#', '△', '%'];

/** The columns of a chart whose look can be set: those of its last answer, or of what it will ask. */
export function configurableColumns(
  form: ChartFormData,
  results: readonly Pick<ChartDataResult, 'colnames' | 'coltypes'>[],
): ConfigurableColumn[] {
  if (form.viz_type === 'pop_kpi') return numbers(COMPARED_VALUES);
  const metrics = metricsOf(form.metrics).map(metricLabel);
  if (form.viz_type === 'radar') return numbers(metrics);
  const compares = form.query_mode !== 'raw' && listed(form.time_compare).length > 0;
  const columns = answered(results) ?? asked(form);
  const plain = columns.filter(({ key }) => !compares || (!key.includes('__') && !metrics.includes(key)));
  const parts = compares
    ? metrics.flatMap((metric) => COMPARED_PARTS.map((part) => `${part} ${metric}`))
    : [];
  const known = new Set([...plain.map(({ key }) => key), ...parts]);
  // What is set of a column that is gone can be looked at and taken away.
  const gone = Object.keys(membersOf(form.column_config)).filter((key) => !known.has(key));
  return [...plain, ...numbers(parts), ...gone.map((key) => ({ key, type: GenericType.STRING }))];
}

function numbers(keys: readonly string[]): ConfigurableColumn[] {
  return keys.map((key) => ({ key, type: GenericType.NUMERIC }));
}

function answered(
  results: readonly Pick<ChartDataResult, 'colnames' | 'coltypes'>[],
): ConfigurableColumn[] | undefined {
  const [result] = results;
  return result?.colnames.map((key, at) => ({ key, type: result.coltypes[at] ?? GenericType.STRING }));
}

function asked(form: ChartFormData): ConfigurableColumn[] {
  const columns = columnsOf(form.query_mode === 'raw' ? form.all_columns : form.groupby).map(columnLabel);
  const shares = metricsOf(form.percent_metrics).map((metric) => `%${metricLabel(metric)}`);
  const strings = columns.map((key) => ({ key, type: GenericType.STRING }));
  return [...strings, ...numbers([...metricsOf(form.metrics).map(metricLabel), ...shares])];
}
