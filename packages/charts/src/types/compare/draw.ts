import type { ChartFormData } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { legendOption } from '../../draw/legend.ts';
import { linePoint } from '../../draw/line-point.ts';
import { linesOverTime } from '../../draw/lines-over-time.ts';
import { noteOption } from '../../draw/note.ts';
import {
  momentWriter,
  olderFrame,
  olderTimeAxis,
  olderValueAxis,
  pointedMoment,
} from '../../draw/older-axes.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors, type LabelColors } from '../../format/label-colors.ts';
import { savedFormats } from '../../format/metric-format.ts';
import { numberFormatter, SMART_NUMBER } from '../../format/number.ts';
import { textOf } from '../../question/read-form.ts';
import { type ChangeLine, changesSince, nearestMoment } from './changes.ts';

/** How a change is written where the chart does not say. */
const CHANGE_FORMAT = ',.1~%';

/** How much series have changed since their first moment, or the one to which a reader moves the line. */
export function draw(input: DrawInput): EChartsDrawing {
  return drawnFrom(input, undefined);
}

function drawnFrom(input: DrawInput, place: number | undefined): EChartsDrawing {
  const { theme } = input;
  const lines = linesOverTime(input);
  const since = nearestMoment(lines, place);
  const changes = since === undefined ? [] : changesSince(lines, since);
  const drawn = changes.filter(({ factors }) => factors.some(({ y }) => y !== null));
  const form: ChartFormData = {
    ...input.form,
    show_legend: drawn.length > 1,
    legendOrientation: 'top',
  };
  const write = changeFormatter(input);
  const color = input.colors ?? formColors(input.form);
  const pointAt = (name: string | undefined, index: number | undefined) => {
    const line = drawn.find((change) => change.line.name === name)?.line;
    return line && linePoint(input, line, line.points[index ?? -1]?.x);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...(place === undefined ? {} : { animation: false }),
      ...noteOption(input, notesOf(changes, drawn)),
      legend: legendOption({ form, names: drawn.map(({ line }) => line.name), theme, selector: true }),
      grid: olderFrame(form),
      xAxis: olderTimeAxis(form, theme),
      yAxis: olderValueAxis(form, theme, (factor) => write(Number(factor) - (form.y_log_scale ? 1 : 0))),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'axis',
        formatter: (events) => tooltip(input, drawn, write, pointedMoment(events)),
      },
      series: drawn.map((change, index) => ({
        ...seriesOf(input, change, color),
        ...(index === 0 && since !== undefined ? { markLine: sinceLine(input, since) } : {}),
      })),
    },
    crossFilter: ({ seriesName }) => pointAt(seriesName, undefined)?.crossFilter,
    pointAt: ({ seriesName, dataIndex = -1 }) => pointAt(seriesName, dataIndex),
    seenFrom: ([x]) => drawnFrom(input, x),
  };
}

/** On a scale of powers, values are how many times those of then they are, for changes may be below nought. */
function seriesOf({ form, selected }: DrawInput, { line, factors }: ChangeLine, color: LabelColors) {
  const isLog = Boolean(form.y_log_scale);
  const own = line.shift === undefined ? line.name : line.name.slice(0, -`, ${line.shift}`.length);
  const points = factors.map(({ x, y }) => [x, y === null || (isLog && y <= 0) ? null : y - (isLog ? 0 : 1)]);
  return {
    type: 'line' as const,
    name: line.name,
    data: points,
    // A point alone has no line.
    showSymbol: points.filter(([, y]) => y !== null).length === 1,
    symbolSize: 6,
    lineStyle: {
      width: 1.5,
      type: line.shift === undefined ? ('solid' as const) : ('dashed' as const),
      opacity: selectionOpacity(line.name, selected),
    },
    itemStyle: {
      color: color(own),
      opacity: selectionOpacity(line.name, selected) * (line.shift === undefined ? 1 : 0.7),
    },
    emphasis: { focus: 'series' as const },
  };
}

function notesOf(all: readonly ChangeLine[], drawn: readonly ChangeLine[]): string[] {
  const left = all.length - drawn.length;
  if (left === 0) return [];
  const names = `${grouped(left)} of ${grouped(all.length)} series`;
  return [`Not drawn: ${names} that are 0 at the moment compared with`];
}

function changeFormatter({ form }: DrawInput) {
  const format = textOf(form.y_axis_format);
  return numberFormatter(format === undefined || format === SMART_NUMBER ? CHANGE_FORMAT : format);
}

/** The moment that all are compared with. */
function sinceLine({ theme, form }: DrawInput, since: number) {
  return {
    symbol: 'none',
    silent: true,
    animation: false,
    lineStyle: { color: theme.colorTextSecondary, type: 'dashed' as const, width: 1 },
    label: {
      color: theme.colorTextSecondary,
      fontFamily: theme.fontFamily,
      position: 'end' as const,
      rotate: 0,
      formatter: `since ${momentWriter(form)(since)}`,
    },
    data: [{ xAxis: since }],
  };
}

function tooltip(
  { form, datasource }: DrawInput,
  changes: readonly ChangeLine[],
  write: (change: number) => string,
  at: number,
): string {
  const formats = savedFormats(datasource);
  const rows = changes.flatMap(({ line, factors }) => {
    const index = factors.findIndex(({ x }) => x === at);
    const [factor, value] = [factors[index]?.y ?? null, line.points[index]?.y ?? null];
    if (factor === null || value === null) return [];
    return [{ name: line.name, values: [write(factor - 1), numberFormatter(formats[line.metric])(value)] }];
  });
  return tooltipMarkup(Number.isNaN(at) ? '' : momentWriter(form)(at), rows);
}
