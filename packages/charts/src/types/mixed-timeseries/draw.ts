import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { DrawInput, DrawnMark, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { legendOption } from '../../draw/legend.ts';
import { amountOf } from '../../draw/row-names.ts';
import { listed, textOf } from '../../question/read-form.ts';
import { annotationsOf } from '../timeseries/annotations.ts';
import { type AxesRequest, alongAxis, valueAxis } from '../timeseries/axes.ts';
import { formatsOf } from '../timeseries/formats.ts';
import { gridOf, toolboxOf, toolboxRoom, zoomOf } from '../timeseries/layout.ts';
import { markFilter, markPoint } from '../timeseries/point.ts';
import { axisForm } from './forms.ts';
import { type MixedPart, partsOf } from './parts.ts';
import { mixedSeries } from './series.ts';
import { tooltipFormatter } from './tooltip.ts';

/** Pixels above the second axis of values for its title, and between both. */
const TITLE_ROOM = 20;
const TITLE_GAP = 10;

/** Two questions along one axis, each with its own marks, on one or two axes of values (contract, mixed time series). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, results, theme } = input;
  const parts = partsOf(input);
  const [first] = parts;
  const { context } = first;
  const annotations = annotationsOf(context, results[0]?.annotation_data ?? {});
  const names = parts.flatMap(({ context: { table } }) => table.series.map((series) => series.name));
  const drawn = mixedSeries(parts);
  const settings = { ...context.settings, form: { ...form, ...axisForm(form, 0) } };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      grid: withSecondTitle(gridOf(settings), form),
      ...axesOf(input, parts),
      legend: legendOption({
        form,
        names: [...names, ...annotations.names],
        theme,
        selector: true,
        indent: 50,
        buttons: toolboxRoom(settings),
      }),
      tooltip: {
        ...baseTooltip(theme),
        trigger: form.rich_tooltip ? 'axis' : 'item',
        formatter: tooltipFormatter(form, parts, drawn),
      },
      toolbox: toolboxOf(settings, theme),
      dataZoom: zoomOf(settings, theme).filter((zoom) => zoom.type === 'slider'),
      series: [...drawn.map(({ series }) => series), ...annotations.series],
    },
    crossFilter: (mark) => {
      const part = partAt(parts, mark);
      return part && markFilter(part.context, mark);
    },
    pointAt: (mark) => pointOf(partAt(parts, mark) ?? first, mark),
  };
}

/** The question to which a series belongs; where both have one of its name, the first. */
function partAt(parts: readonly MixedPart[], { seriesName }: DrawnMark): MixedPart | undefined {
  return parts.find(({ context }) => context.table.series.some((series) => series.name === seriesName));
}

/** What a mark stands for; the second question has dimensions of its own to be taken apart by. */
function pointOf({ part, context }: MixedPart, mark: DrawnMark) {
  const point = markPoint(context, mark);
  if (part === 'A' || !point?.drillBy) return point;
  return { ...point, drillBy: { ...point.drillBy, field: 'groupby_b' } };
}

function axesOf(
  input: DrawInput,
  parts: readonly [MixedPart, MixedPart],
): { xAxis: XAXisComponentOption; yAxis: YAXisComponentOption[] } {
  const { theme } = input;
  const [first, second] = parts;
  const { settings, formats, table } = first.context;
  const request: AxesRequest = {
    settings,
    formats,
    table: { ...table, minPositive: undefined },
    theme,
    size: input,
  };
  const withBars = parts.some(({ context }) => context.settings.mark === 'bar');
  const along: AxesRequest = {
    ...request,
    settings: { ...settings, mark: withBars ? 'bar' : 'line' },
    table: { ...table, axis: [...table.axis, ...second.context.table.axis] },
  };
  const valuesOf = (index: 0 | 1) => valueAxis(valueRequest(input, parts, request, index));
  const isShared = first.axis === second.axis;
  return {
    xAxis: alongAxis(along),
    yAxis: [
      valuesOf(0),
      {
        ...valuesOf(1),
        nameLocation: 'end',
        nameGap: TITLE_GAP,
        splitLine: { show: false },
        minorSplitLine: { show: false },
        alignTicks: !isShared,
      },
    ],
  };
}

/** What an axis of values is made of: its own settings, and the metrics of the questions on it. */
function valueRequest(
  input: DrawInput,
  parts: readonly MixedPart[],
  request: AxesRequest,
  index: 0 | 1,
): AxesRequest {
  const form = { ...input.form, ...axisForm(input.form, index) };
  const metrics = parts.flatMap(({ axis, context }) => (axis === index ? context.settings.metrics : []));
  const [min, max] = listed(form.y_axis_bounds).map((bound) => amountOf(bound) ?? undefined);
  // Shares of the first question's stack fill its axis.
  const stack = index === 0 ? request.settings.stack : undefined;
  const settings = { ...request.settings, form, metrics, stack, valueBounds: { min, max } };
  return { ...request, settings, formats: formatsOf(settings, { ...input, form }) };
}

/** The title of the second axis stands above it. */
function withSecondTitle(
  grid: ReturnType<typeof gridOf>,
  form: DrawInput['form'],
): ReturnType<typeof gridOf> {
  if (!textOf(form.yAxisTitleSecondary) || typeof grid.top !== 'number') return grid;
  return { ...grid, top: grid.top + TITLE_ROOM };
}
