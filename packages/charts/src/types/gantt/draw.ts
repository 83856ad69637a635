import type {
  CustomSeriesOption,
  GridComponentOption,
  LineSeriesOption,
  XAXisComponentOption,
  YAXisComponentOption,
} from 'echarts';
import type { DataPoint, DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { legendOption, legendRoom } from '../../draw/legend.ts';
import { longestWidth } from '../../draw/measure-text.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { formColors } from '../../format/label-colors.ts';
import { axisMoments, SMART_DATE, timeFormatter } from '../../format/time.ts';
import { listed, membersOf, numberOf, textOf } from '../../question/read-form.ts';
import { zoomOf } from '../timeseries/layout.ts';
import { type Bar, type GanttData, ganttData } from './bars.ts';
import { barKey, barPoint } from './point.ts';
import { barTooltip } from './tooltip.ts';

const PADDING = 20;
const FONT_SIZE = 12;
/** Room for the slider below the axis. */
const ZOOM_ROOM = 60;
/** Names at the left take at most this part of the width. */
const LABEL_SHARE = 0.3;
/** Part of its row that a bar fills. */
const BAR_SHARE = 0.85;
/** Series that have a colour of their own; nobody tells more of them apart. */
const MOST_SERIES = 100;
const REST = 'Others';
const REST_COLOR = '#888888';
/** Pixels between names below each other, and between lines. */
const NAME_DISTANCE = 13;
const LINE_DISTANCE = 4;

/** Bars from a start to an end, a row for each name (contract, Gantt). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const data = ganttData(input);
  const groups = barGroups(input, data);
  const names = groups.length > 1 ? groups.map(({ name }) => name) : [];
  const barAt = (item: unknown) => data.bars[Number(membersOf(item).id)];
  const pointAt = (item: unknown): DataPoint | undefined => {
    const bar = barAt(item);
    return bar && barPoint(input, bar);
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, data.notes),
      grid: gridOf(input, data),
      xAxis: timeAxis(input, data),
      yAxis: rowAxis(input, data),
      legend: legendOption({ form, names, theme, selector: names.length > 1 }),
      ...(form.zoomable ? { dataZoom: zoomOf({ form, horizontal: false, zoomable: true }, theme) } : {}),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => {
          const bar = barAt(membersOf(Array.isArray(given) ? given[0] : given).data);
          return bar ? barTooltip(input, bar) : '';
        },
      },
      series: [
        ...groups.map((group) => barSeries(input, data, group)),
        separators(input, data),
        categoryNames(input, data),
      ],
    },
    crossFilter: ({ data: item }) => pointAt(item)?.crossFilter,
    pointAt: ({ data: item }) => pointAt(item),
  };
}

function nameRoom({ width }: DrawInput, { categories }: GanttData): number {
  const longest = longestWidth(
    categories.map(({ name }) => name),
    FONT_SIZE,
  );
  return Math.min(longest, width * LABEL_SHARE);
}

function gridOf(input: DrawInput, data: GanttData): GridComponentOption {
  const { form } = input;
  const grid = { top: PADDING, right: PADDING, bottom: PADDING + 16, left: 12 + nameRoom(input, data) };
  const legend = legendRoom(form);
  if (legend) grid[legend.side] += legend.pixels;
  if (textOf(form.x_axis_title)) grid.bottom += numberOf(form.x_axis_title_margin) ?? 0;
  if (textOf(form.y_axis_title)) grid.left += numberOf(form.y_axis_title_margin) ?? 0;
  if (form.zoomable) grid.bottom += ZOOM_ROOM - PADDING;
  if (data.notes.length > 0) grid.bottom += NOTE_ROOM;
  return grid;
}

/** Pixels of a row of the picture. */
function rowHeight(input: DrawInput, data: GanttData): number {
  const { top, bottom } = gridOf(input, data);
  return Math.max(0, input.height - Number(top) - Number(bottom)) / Math.max(1, data.rows);
}

function timeAxis({ form, theme }: DrawInput, { bars }: GanttData): XAXisComponentOption {
  const pattern = textOf(form.x_axis_time_format) ?? SMART_DATE;
  const write = timeFormatter(pattern);
  const formatter = pattern === SMART_DATE ? axisMoments() : (value: number) => write(value);
  return {
    type: 'time',
    name: textOf(form.x_axis_title) ?? '',
    nameLocation: 'middle',
    nameGap: 16 + (numberOf(form.x_axis_title_margin) ?? 15),
    nameTextStyle: { color: theme.colorTextSecondary, fontFamily: theme.fontFamily },
    axisLine: { lineStyle: { color: theme.colorBorder } },
    axisTick: { lineStyle: { color: theme.colorBorder } },
    splitLine: { show: false },
    axisLabel: {
      hideOverlap: true,
      color: theme.colorTextSecondary,
      fontFamily: theme.fontFamily,
      ...(formatter && { formatter }),
    },
    ...clockBounds(form.x_axis_time_bounds, bars),
  };
}

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const DAY = 86_400_000;

/** The axis from a time of day of the earliest start to one of the earliest end, where both are set. */
function clockBounds(value: unknown, bars: readonly Bar[]): { min?: number; max?: number } {
  const [from, to] = listed(value).map(timeOfDay);
  if (from === undefined || to === undefined || bars.length === 0) return {};
  const dayOf = (moment: number) => Math.floor(moment / DAY) * DAY;
  const earliest = (moments: readonly number[]) => moments.reduce((a, b) => Math.min(a, b));
  const min = dayOf(earliest(bars.map(({ start }) => start))) + from;
  const max = dayOf(earliest(bars.map(({ end }) => end))) + to;
  return max > min ? { min, max } : {};
}

function timeOfDay(value: unknown): number | undefined {
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(String(value ?? '')) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** Rows are counted from the bottom, as the axis goes upwards; their names are drawn apart. */
function rowAxis(input: DrawInput, data: GanttData): YAXisComponentOption {
  const { form, theme } = input;
  return {
    type: 'value',
    name: textOf(form.y_axis_title) ?? '',
    nameLocation: 'middle',
    nameGap: nameRoom(input, data) + (numberOf(form.y_axis_title_margin) ?? 30) / 2,
    nameTextStyle: { color: theme.colorTextSecondary, fontFamily: theme.fontFamily },
    min: 0,
    max: data.rows,
    axisLabel: { show: false },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
  };
}

/** The bars of a series, each with its place among all. */
interface BarGroup {
  name: string;
  color: string;
  bars: { bar: Bar; index: number }[];
}

/** The series by name, coloured in order of appearance; of very many the later ones are one without a colour of its own. */
function barGroups(input: DrawInput, data: GanttData): BarGroup[] {
  const color = input.colors ?? formColors(input.form);
  const known = new Map(data.series.slice(0, MOST_SERIES).map((name) => [name, color(name)]));
  const all = data.bars.map((bar, index) => ({ bar, index }));
  const groups = Map.groupBy(all, ({ bar }) => (known.has(bar.series) ? bar.series : REST));
  return [...groups]
    .map(([name, bars]) => ({ name, color: known.get(name) ?? REST_COLOR, bars }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function barSeries(input: DrawInput, data: GanttData, { name, color, bars }: BarGroup): CustomSeriesOption {
  const columns = input.results[0]?.colnames ?? [];
  const opacities = bars.map(({ bar }) => selectionOpacity(barKey(bar), input.selected));
  return {
    type: 'custom',
    name,
    clip: true,
    itemStyle: { color },
    encode: { x: [0, 1] },
    renderItem: (params, api) => {
      const place = data.rows - Number(api.value(2));
      const [left = 0, top = 0] = api.coord([api.value(0), place]);
      const [right = left, bottom = top] = api.coord([api.value(1), place - 1]);
      const height = (bottom - top) * BAR_SHARE;
      return {
        type: 'rect',
        shape: {
          x: left,
          y: top + (bottom - top - height) / 2,
          width: Math.max(2, right - left),
          height: Math.max(1, height),
        },
        style: { fill: color, opacity: opacities[params.dataIndex] ?? 1 },
      };
    },
    data: bars.map(({ bar, index }) => ({
      id: String(index),
      value: [bar.start, bar.end, bar.place, data.rows, ...columns.map((column) => written(bar.row[column]))],
    })),
  };
}

function written(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value ?? '-');
}

/** Lines below each category, while there is room between them. */
function separators(input: DrawInput, data: GanttData): LineSeriesOption {
  const { theme } = input;
  const ends = data.categories.map(({ first, rows }) => ({ yAxis: data.rows - first - rows }));
  return {
    type: 'line',
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      label: { show: false },
      lineStyle: { color: theme.colorSplit, type: 'dashed' },
      data: spaced(ends, rowHeight(input, data), LINE_DISTANCE),
    },
  };
}

/** Names in the middle of their rows, while there is room between them. */
function categoryNames(input: DrawInput, data: GanttData): LineSeriesOption {
  const { theme } = input;
  const names = data.categories.map(({ name, first, rows }) => ({
    yAxis: data.rows - first - rows / 2,
    name,
  }));
  return {
    type: 'line',
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      label: {
        show: true,
        position: 'start',
        formatter: '{b}',
        color: theme.colorText,
        fontFamily: theme.fontFamily,
        fontSize: FONT_SIZE,
        width: Math.max(1, nameRoom(input, data)),
        overflow: 'truncate',
      },
      lineStyle: { width: 0 },
      data: spaced(names, rowHeight(input, data), NAME_DISTANCE),
    },
  };
}

/** Those that are far enough from the one before, from the top. */
function spaced<T extends { yAxis: number }>(marks: readonly T[], height: number, distance: number): T[] {
  let last = Number.POSITIVE_INFINITY;
  return marks.filter(({ yAxis }) => {
    if ((last - yAxis) * height < distance) return false;
    last = yAxis;
    return true;
  });
}
