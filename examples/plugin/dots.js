/**
 * A sample of a chart type of one's own: every group as a dot on a line, which stands where its metric is. docs/charts.md says
 * how it is served, and how an installation is told of it.
 *
 * It brings no library along: the kit hands over what it needs, and what it draws is an option of ECharts.
 */
export default ({ controls, queryContext, form: read, draw: help, format }) => ({
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],

  about: {
    category: 'Ranking',
    tags: ['Categorical', 'Comparison'],
    description: 'Every group as a dot on a line: where it stands says how much.',
    thumbnail:
      '<svg viewBox="0 0 96 64" fill="currentColor"><path opacity=".3" d="M12 15h72v2H12zM12 31h72v2H12zM12 47h72v2H12z"/><circle cx="70" cy="16" r="6"/><circle cx="46" cy="32" r="6"/><circle cx="28" cy="48" r="6"/></svg>',
  },

  controls: {
    sections: [
      {
        label: 'Query',
        tab: 'data',
        expanded: true,
        ...controls.rows(
          { ...controls.groupby, ...controls.required },
          controls.oneMetric,
          controls.filters,
          controls.rowLimit(50),
        ),
      },
      {
        label: 'Chart Options',
        tab: 'customize',
        expanded: true,
        ...controls.rows(
          controls.colorScheme,
          controls.numberFormat('number_format', 'Number format'),
          ...controls.redrawing(
            controls.slider('dot_size', 'Dot size', 16, { min: 4, max: 40, step: 1 }),
            controls.checkbox('show_lines', 'Show lines', true),
          ),
        ),
      },
    ],
  },

  // The largest first.
  question: (form, { force }) =>
    queryContext(form, {
      force,
      shape: (base) => [{ ...base, orderby: form.metric ? [[form.metric, false]] : [] }],
    }),

  draw: (input) => {
    const { form, results, theme, selected } = input;
    const [result] = results;
    const [metric] = read.metricsOf(form.metric);
    const measure = help.measureOf(input, metric);
    const nameOf = help.rowNamer(read.columnsOf(form.groupby), result);
    const colors = input.colors ?? format.colors(form);
    const dots = result.data.map((row) => {
      const name = nameOf(row);
      return { name, row, value: help.amountOf(row[measure.column]) };
    });
    const rowOf = new Map(dots.map(({ name, row }) => [name, row]));
    const pointAt = ({ name }) => {
      const row = rowOf.get(name);
      return row && help.rowPoint(input, row, name);
    };
    return {
      kind: 'echarts',
      option: {
        ...help.baseOption(theme),
        grid: { left: 8, right: 24, top: 8, bottom: 8, containLabel: true },
        tooltip: {
          ...help.baseTooltip(theme),
          trigger: 'item',
          formatter: ({ name, value }) =>
            help.tooltipMarkup(name, [{ name: measure.name, values: [measure.format(value[0])] }]),
        },
        xAxis: {
          type: 'value',
          axisLabel: { color: theme.colorTextSecondary, formatter: (value) => measure.format(value) },
          splitLine: { lineStyle: { color: theme.colorSplit } },
        },
        yAxis: {
          type: 'category',
          inverse: true,
          data: dots.map(({ name }) => name),
          axisLabel: { color: theme.colorText },
          axisTick: { show: false },
          axisLine: { show: false },
          splitLine: { show: Boolean(form.show_lines), lineStyle: { color: theme.colorSplit } },
        },
        series: [
          {
            type: 'scatter',
            name: measure.name,
            symbolSize: read.numberOf(form.dot_size) ?? 16,
            data: dots.map(({ name, value }) => ({
              name,
              value: [value, name],
              itemStyle: { color: colors(name), opacity: help.selectionOpacity(name, selected) },
            })),
          },
        ],
      },
      crossFilter: (mark) => pointAt(mark)?.crossFilter,
      pointAt,
    };
  },
});
