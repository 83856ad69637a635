import {
  type ChartFormData,
  type DatasetColumn,
  type DatasourceData,
  type ExploreAnswer,
  GenericType,
  type MetricRef,
} from '@chartroom/model';

/** What the server says of every chart, whether somebody has begun it or not. */
const SAID_OF_ALL = new Set(['adhoc_filters', 'applied_time_extras', 'datasource', 'url_params', 'viz_type']);

/**
 * A chart that nobody has begun, without the empty list of filters that the server says of it: its panel begins with a
 * temporal filter where its dataset has a time (contract/ui.md D6). Other charts stay as they are.
 */
export function withoutNoFilters(answer: ExploreAnswer): ExploreAnswer {
  const { adhoc_filters: filters, ...rest } = answer.form_data;
  const isBegun = Object.keys(rest).some((key) => !SAID_OF_ALL.has(key));
  if (answer.slice || isBegun || (Array.isArray(filters) && filters.length > 0)) return answer;
  return { ...answer, form_data: rest };
}

/** Names of numbers that nobody adds up. */
const NO_AMOUNT = /(^|[_ ])(id|key|code|zip|year|month|day|lat|lon|latitude|longitude)$/i;

/**
 * A first chart of a dataset that says something: its amounts over time; without time, by its first words; without
 * words, its rows. Types that the installation does not offer are left out, as long as another one is left.
 */
export function firstChart(
  datasource: DatasourceData,
  offered: readonly string[],
): Partial<ChartFormData> & { viz_type: string } {
  const { columns } = datasource;
  const time =
    columns.find((column) => column.column_name === datasource.main_dttm_col) ??
    columns.find((column) => column.is_dttm);
  const metric = firstMetric(datasource);
  const may = (type: string) => offered.includes(type);
  if (time && metric && may('echarts_timeseries_line'))
    return { viz_type: 'echarts_timeseries_line', x_axis: time.column_name, metrics: [metric] };
  const words = columns.find((column) => column.groupby && column.type_generic === GenericType.STRING);
  if (words && metric && may('echarts_timeseries_bar')) {
    return {
      viz_type: 'echarts_timeseries_bar',
      x_axis: words.column_name,
      metrics: [metric],
      row_limit: 50,
      order_desc: true,
    };
  }
  const all = columns.slice(0, 20).map((column) => column.column_name);
  const [other] = offered;
  if (!may('table') && other !== undefined) return { viz_type: other };
  return { viz_type: 'table', query_mode: 'raw', all_columns: all, row_limit: 1000 };
}

function firstMetric({ columns, metrics }: DatasourceData): MetricRef | undefined {
  const amount = columns.find(
    (column) => column.type_generic === GenericType.NUMERIC && !NO_AMOUNT.test(column.column_name),
  );
  if (amount) return sumOf(amount);
  return (metrics.find((metric) => metric.metric_name === 'count') ?? metrics[0])?.metric_name;
}

function sumOf({ column_name }: DatasetColumn): MetricRef {
  return {
    expressionType: 'SIMPLE',
    column: { column_name },
    aggregate: 'SUM',
    label: `SUM(${column_name})`,
    hasCustomLabel: false,
  };
}
