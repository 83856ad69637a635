import {
  type ChartFormData,
  type DatasetColumn,
  type DatasourceData,
  type ExploreAnswer,
  GenericType,
  hasSavedMetricsOnly,
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

/** Names of numbers that nobody adds up, in the languages of most files: what things are called by, and when they were. */
const NO_AMOUNT =
  /(^|[_ .-])(ids?|uid|key|code|zip|zipcode|plz|postcode|nr|no|index|rank|year|jahr|ann[eé]e|anno|a[nñ]o|jaar|month|monat|mois|mes|week|woche|day|tag|jour|hour|stunde|epoch|timestamp|unixtime|ts|time|at|phone|telefon|tel|fax|lat|lon|lng|long|latitude|longitude)$|[_ ](number|num)$|nummer$|postleitzahl$|(timestamp|epoch)(_?m?s)?$/;
/** Types of columns that tell how long something took, which is no moment. */
const LENGTH_OF_TIME = /^interval/i;
const LATITUDE = /^lat(itude)?$/i;
const LONGITUDE = /^(lon|lng|long|longitude)$/i;

/** Names of words that are different in every row. */
const NO_KIND = /(^|[_ ])(id|key|code|uuid|name|title|email|phone|url|link|address|text|description)$/i;
/** Dimensions by which bars are suggested. */
const BARS = 2;

/** A chart that says something of a dataset of which nothing is known but its columns. */
export interface Suggestion {
  /** What it shows, in a few words. */
  words: string;
  form: Partial<ChartFormData> & { viz_type: string };
}

/**
 * First charts that suit a dataset, the best first: its amounts over time, its places, its amounts by its first words,
 * those that tell kinds before those that tell single things, its amount as one number, its rows. Types that the installation does not offer are left out, as long as another one is left.
 */
export function firstCharts(
  datasource: DatasourceData,
  offered: readonly string[],
): [Suggestion, ...Suggestion[]] {
  const { columns } = datasource;
  const time =
    columns.find((column) => column.column_name === datasource.main_dttm_col) ??
    columns.find((column) => column.is_dttm && !LENGTH_OF_TIME.test(column.type ?? ''));
  const words = columns.filter((column) => column.groupby && column.type_generic === GenericType.STRING);
  const kinds = words.filter((column) => !NO_KIND.test(column.column_name));
  const bars = [...new Set([...kinds, ...words])].slice(0, BARS);
  const amounts = columns.filter(isAmount);
  const numbers = columns.filter((column) => column.type_generic === GenericType.NUMERIC);
  const [lat, lon] = [LATITUDE, LONGITUDE].map((name) => numbers.find((each) => name.test(each.column_name)));
  const metric = firstMetric(datasource);
  const amount = amounts[0] ? nameOf(amounts[0]) : 'rows';
  const one = metric && {
    words: `${amount} in one number`,
    form: { viz_type: 'big_number_total', metric },
  };
  // Where there is nothing but one number, it says it all.
  const isAllOne = columns.length === 1 && amounts.length === 1;
  const [rest] = offered;
  const rows = {
    viz_type: 'table',
    query_mode: 'raw',
    all_columns: namesOf(columns.slice(0, 20)),
    row_limit: 1000,
  };
  const suited = [
    time && metric && { words: `${amount} over ${nameOf(time)}`, form: lineOver(time, metric) },
    lat && lon && { words: 'places on a map', form: mapOf(lat, lon) },
    ...bars.map(
      (column) => metric && { words: `${amount} by ${nameOf(column)}`, form: barBy(column, metric) },
    ),
    isAllOne && one,
    { words: 'its rows', form: rows },
    !isAllOne && amounts.length > 0 && one,
  ].flatMap((each) => (each && offered.includes(each.form.viz_type) ? [each] : []));
  const [first, ...others] = suited;
  return first
    ? [first, ...others]
    : [{ words: 'its rows', form: rest === undefined ? rows : { viz_type: rest } }];
}

function nameOf({ verbose_name, column_name }: DatasetColumn): string {
  return verbose_name || column_name;
}

function namesOf(columns: readonly DatasetColumn[]): string[] {
  return columns.map((column) => column.column_name);
}

function lineOver({ column_name: x_axis }: DatasetColumn, metric: MetricRef): Suggestion['form'] {
  return { viz_type: 'echarts_timeseries_line', x_axis, metrics: [metric] };
}

function mapOf(lat: DatasetColumn, lon: DatasetColumn): Suggestion['form'] {
  const spatial = { type: 'latlong', lonCol: lon.column_name, latCol: lat.column_name };
  return { viz_type: 'deck_scatter', spatial };
}

function barBy({ column_name: x_axis }: DatasetColumn, metric: MetricRef): Suggestion['form'] {
  return { viz_type: 'echarts_timeseries_bar', x_axis, metrics: [metric], row_limit: 50, order_desc: true };
}

/** Whether a column holds numbers that are added up. */
export function isAmount({ type_generic, column_name }: DatasetColumn): boolean {
  // `orderId` is `order_id`.
  const name = column_name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return type_generic === GenericType.NUMERIC && !NO_AMOUNT.test(name);
}

function firstMetric({ columns, metrics, extra }: DatasourceData): MetricRef | undefined {
  const amount = hasSavedMetricsOnly(extra) ? undefined : columns.find(isAmount);
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
