import { grouped } from '@chartroom/model';
import type { CustomSeriesOption, DataZoomComponentOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { axisLook, axisText } from '../../draw/axis-look.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { linePoint } from '../../draw/line-point.ts';
import { linesOverTime } from '../../draw/lines-over-time.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { numberFormatter } from '../../format/number.ts';
import { axisMoments, timeFormatter } from '../../format/time.ts';
import { membersOf, numberOf } from '../../question/read-form.ts';
import { type Fold, type FoldedLine, foldedLines } from './bands.ts';

const USUAL_HEIGHT = 25;
const LOWEST = 6;
const HIGHEST = 400;
/** Pixels below the rows for the axis of time, and beside them for scrolling. */
const AXIS_ROOM = 24;
const SCROLL_ROOM = 16;
/** Pixels before the names of the rows. */
const NAME_PLACE = 4;
/** Rows that one picture scrolls through. */
const MOST_ROWS = 1_000;

/** Series below each other, each folded into bands of colour; what there is no room for is scrolled to. */
export function draw(input: DrawInput): EChartsDrawing {
  const { theme, form } = input;
  const all = linesOverTime(input);
  const lines = foldedLines(all.slice(0, MOST_ROWS), form.horizon_color_scale);
  const place = placeOf(input, lines.length, all.length);
  const pointAt = (value: unknown) => {
    const [, , row, , at]: unknown[] = Array.isArray(value) ? value : [];
    const line = all[Number(row)];
    return line && linePoint(input, line, lines[Number(row)]?.folds[Number(at)]?.from);
  };
  const formatter = axisMoments();
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notesOf(lines.length, all.length)),
      grid: { left: 4, right: place.scrolls ? SCROLL_ROOM + 4 : 4, top: 2, height: place.height },
      xAxis: {
        ...axisLook(theme),
        type: 'time',
        splitLine: { show: false },
        axisLabel: { ...axisText(theme), hideOverlap: true, ...(formatter && { formatter }) },
      },
      // Rows are counted from above; their names are drawn with them.
      yAxis: { type: 'value', inverse: true, min: 0, max: Math.max(1, lines.length), show: false },
      ...(place.scrolls ? { dataZoom: scrolling(input, place.rows) } : {}),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => tooltip(lines, membersOf(event).value),
      },
      series: [foldSeries(lines, input.selected), nameSeries(input, lines)],
    },
    crossFilter: ({ value }) => pointAt(value)?.crossFilter,
    pointAt: ({ value }) => pointAt(value),
  };
}

/** How many rows there is room for at their height. */
function placeOf({ form, height }: DrawInput, count: number, all: number) {
  const each = Math.min(HIGHEST, Math.max(LOWEST, numberOf(form.series_height) ?? USUAL_HEIGHT));
  const room = Math.max(each, height - AXIS_ROOM - (count < all ? NOTE_ROOM : 0));
  const rows = Math.max(1, Math.floor(room / each));
  return { rows, height: Math.min(room, each * Math.min(rows, Math.max(1, count))), scrolls: count > rows };
}

function notesOf(drawn: number, all: number): string[] {
  return drawn < all ? [`Drawn: the first ${grouped(drawn)} of ${grouped(all)} series`] : [];
}

/** Names stand at the beginning of their rows, readable on every colour. */
function nameSeries({ theme, width }: DrawInput, lines: readonly FoldedLine[]): CustomSeriesOption {
  const data = lines.map(({ folds }, row) => [folds[0]?.from ?? 0, row, row + 1]);
  return {
    type: 'custom',
    silent: true,
    animation: false,
    clip: true,
    z: 5,
    encode: { x: 0, y: [1, 2] },
    renderItem: ({ coordSys }, api) => {
      const [, top = 0] = api.coord([0, api.value(1)]);
      const [, bottom = 0] = api.coord([0, api.value(2)]);
      return {
        type: 'text',
        // Labels of the axis may take room at the left.
        x: (numberOf(membersOf(coordSys).x) ?? 0) + NAME_PLACE,
        y: (top + bottom) / 2,
        style: {
          text: lines[Number(api.value(1))]?.name ?? '',
          fill: theme.colorText,
          stroke: theme.colorBackground,
          lineWidth: 3,
          fontFamily: theme.fontFamily,
          fontSize: 12,
          verticalAlign: 'middle',
          width: width / 2,
          overflow: 'truncate',
        },
      };
    },
    data,
  };
}

function scrolling({ theme }: DrawInput, rows: number): DataZoomComponentOption[] {
  const shared = { yAxisIndex: 0, startValue: 0, endValue: rows, filterMode: 'weakFilter' as const };
  return [
    {
      type: 'slider',
      ...shared,
      zoomLock: true,
      right: 2,
      width: SCROLL_ROOM - 4,
      brushSelect: false,
      showDetail: false,
      showDataShadow: false,
      borderColor: theme.colorBorder,
      fillerColor: theme.colorSplit,
      handleSize: 0,
    },
    { type: 'inside', ...shared, zoomOnMouseWheel: false, moveOnMouseWheel: true },
  ];
}

/** Every value is a strip of two bands at most: one that it fills, and one that it reaches into. */
function foldSeries(lines: readonly FoldedLine[], selected: DrawInput['selected']): CustomSeriesOption {
  const data = lines.flatMap(({ folds }, row) =>
    folds.map((fold, at) => [fold.from, fold.to, row, row + 1, at]),
  );
  return {
    type: 'custom',
    clip: true,
    animation: false,
    encode: { x: [0, 1], y: [2, 3] },
    renderItem: (_params, api) => {
      const line = lines[Number(api.value(2))];
      const fold = line?.folds[Number(api.value(4))];
      const [left = 0, top = 0] = api.coord([api.value(0), api.value(2)]);
      const [right = left, bottom = top] = api.coord([api.value(1), api.value(3)]);
      const opacity = selectionOpacity(line?.name ?? '', selected);
      const children = fold ? strips(fold, left, right, top, bottom - top, opacity) : [];
      return { type: 'group', children };
    },
    data,
  };
}

function strips(
  { full, reached, share, hangs }: Fold,
  left: number,
  right: number,
  top: number,
  height: number,
  opacity: number,
) {
  // Neighbours touch, whatever their pixels are rounded to.
  const width = Math.max(1, right - left + 0.5);
  const strip = (fill: string, y: number, tall: number) => ({
    type: 'rect' as const,
    shape: { x: left, y, width, height: tall },
    style: { fill, opacity },
  });
  const row = height - 1;
  const tall = row * share;
  return [
    ...(full === undefined ? [] : [strip(full, top, row)]),
    strip(reached, hangs ? top : top + row - tall, tall),
  ];
}

function tooltip(lines: readonly FoldedLine[], value: unknown): string {
  const [, , row, , at]: unknown[] = Array.isArray(value) ? value : [];
  const line = lines[Number(row)];
  const fold = line?.folds[Number(at)];
  if (!line || !fold) return '';
  const write = numberFormatter(undefined);
  const change = fold.amount === fold.value ? [] : [{ name: 'change', values: [write(fold.amount)] }];
  const moment = timeFormatter('smart_date_verbose')(fold.from);
  return tooltipMarkup(line.name, [{ name: moment, values: [write(fold.value)] }, ...change]);
}
