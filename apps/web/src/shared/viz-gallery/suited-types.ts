import { columnsOf, metricsOf, textOf } from '@chartroom/charts';
import { type ChartFormData, type DatasetColumn, type DatasourceData, GenericType } from '@chartroom/model';

/** As many as a row of the gallery shows. */
const MOST = 6;

/** What is read of the dataset. */
interface Dataset extends Pick<DatasourceData, 'main_dttm_col'> {
  columns: readonly Pick<DatasetColumn, 'column_name' | 'is_dttm' | 'type_generic'>[];
}

/** What a question is made of, and what its dataset has. */
interface Shape {
  metrics: number;
  dimensions: number;
  hasTime: boolean;
  hasPlaces: boolean;
  hasCountry: boolean;
  isRaw: boolean;
}

/** Which chart types tell a shape, the best first. */
const RULES: readonly (readonly [fits: (shape: Shape) => boolean, types: readonly string[]])[] = [
  [({ isRaw }) => isRaw, ['table', 'histogram_v2', 'ag-grid-table']],
  [({ hasPlaces }) => hasPlaces, ['deck_scatter', 'deck_hex']],
  [({ hasCountry }) => hasCountry, ['world_map']],
  [
    ({ metrics, dimensions, hasTime }) => metrics >= 1 && dimensions === 0 && hasTime,
    ['big_number', 'echarts_timeseries_line', 'cal_heatmap', 'big_number_total', 'pop_kpi', 'echarts_area'],
  ],
  [
    ({ metrics, dimensions, hasTime }) => metrics === 1 && dimensions === 0 && !hasTime,
    ['big_number_total', 'gauge_chart', 'bullet', 'table'],
  ],
  [
    ({ metrics, dimensions, hasTime }) => metrics >= 1 && dimensions === 1 && hasTime,
    [
      'echarts_timeseries_line',
      'echarts_timeseries_bar',
      'echarts_area',
      'horizon',
      'box_plot',
      'mixed_timeseries',
    ],
  ],
  [
    ({ metrics, dimensions }) => metrics === 1 && dimensions === 1,
    ['echarts_timeseries_bar', 'pie', 'table', 'funnel', 'treemap_v2', 'word_cloud'],
  ],
  [({ metrics, dimensions }) => metrics >= 3 && dimensions === 1, ['bubble_v2', 'radar', 'para', 'table']],
  [
    ({ metrics, dimensions }) => metrics === 1 && dimensions === 2,
    ['heatmap_v2', 'pivot_table_v2', 'sankey_v2', 'chord', 'sunburst_v2', 'treemap_v2'],
  ],
  [
    ({ metrics, dimensions }) => metrics >= 1 && dimensions > 2,
    ['pivot_table_v2', 'sunburst_v2', 'treemap_v2'],
  ],
  [({ metrics, dimensions }) => metrics > 1 && dimensions <= 1, ['echarts_timeseries_bar', 'table', 'radar']],
  [() => true, ['table', 'echarts_timeseries_bar', 'pivot_table_v2']],
];

/** Chart types that tell what is being asked, among those that are offered. */
export function suitedTypes(form: ChartFormData, datasource: Dataset, offered: readonly string[]): string[] {
  const shape = shapeOf(form, datasource);
  const fitting = RULES.filter(([fits]) => fits(shape)).flatMap(([, types]) => types);
  return [...new Set(fitting)].filter((type) => offered.includes(type)).slice(0, MOST);
}

function shapeOf(form: ChartFormData, { columns, main_dttm_col: main }: Dataset): Shape {
  const isTime = (name: string) =>
    columns.some(
      (each) => each.column_name === name && (each.is_dttm || each.type_generic === GenericType.TEMPORAL),
    );
  const axis = textOf(form.x_axis);
  const dimensions = [...columnsOf(form.groupby), ...columnsOf(form.columns), ...columnsOf(form.series)];
  const isGrouped = form.query_mode !== 'raw';
  const named = columns.map((each) => each.column_name.toLowerCase());
  const has = (pattern: RegExp) => named.some((name) => pattern.test(name));
  return {
    metrics: [...metricsOf(form.metrics), ...metricsOf(form.metric)].length,
    dimensions: isGrouped ? dimensions.length + (axis && !isTime(axis) ? 1 : 0) : 0,
    hasTime: axis === undefined ? Boolean(main) : isTime(axis),
    hasPlaces: has(/^lat(itude)?$/) && has(/^(lon|lng|long|longitude)$/),
    hasCountry: has(/^country(_code|_name)?$/),
    isRaw: !isGrouped || (metricsOf(form.metrics).length === 0 && metricsOf(form.metric).length === 0),
  };
}
