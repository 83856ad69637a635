import { grouped } from '@chartroom/model';
import type { ScatterSeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { textWidth } from '../../draw/measure-text.ts';
import { countOf, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { NO_VALUE } from '../../draw/row-names.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { metricFormatter, savedCurrencies, savedFormats } from '../../format/metric-format.ts';
import type { NumberFormatter } from '../../format/number.ts';
import { sequentialScale, sequentialScheme } from '../../format/sequential.ts';
import { SMART_DATE, timeFormatter } from '../../format/time.ts';
import { grainFormatter } from '../../format/time-by-grain.ts';
import { membersOf, metricsOf, textOf, wholeOf } from '../../question/read-form.ts';
import { type Calendar, calendarOf } from './blocks.ts';
import { type Layout, layoutOf, PADDING } from './layout.ts';
import { type Domain, GRAINS } from './units.ts';

const SMALL = 10;
/** Pixels of a square of the legend. */
const SWATCH = 10;
/** Steps of colour beyond which none is told from the next. */
const MOST_STEPS = 50;

/** How the beginning of a block is written below it. */
const BLOCK_NAMES: Readonly<Record<Domain, string>> = {
  hour: '%H:%M',
  day: '%b %d',
  week: '%b %d',
  month: '%b',
  year: '%Y',
};

/** Something in the picture: where it is, what it looks like and what is told about it. */
type Item = NonNullable<ScatterSeriesOption['data']>[number] & object;

/** A calendar for each metric: blocks of cells, coloured by the step that their value is in (contract, calendar heatmap). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme, width, height } = input;
  const calendar = calendarOf(input);
  const notes = notesOf(calendar);
  const layout = layoutOf(calendar.blocks, {
    width,
    height: height - (notes.length > 0 ? NOTE_ROOM : 0),
    cell: Math.min(200, wholeOf(form.cell_size, 10)),
    padding: Math.min(50, wholeOf(form.cell_padding, 2)),
    withNames: Boolean(form.show_metric_name),
    withColors: Boolean(form.show_legend),
    calendars: calendar.metrics.length,
  });
  const drawn =
    calendar.blocks.length === 0
      ? []
      : calendar.metrics.map((_, at) => oneCalendar(input, calendar, layout, at));
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      // Pixels are the unit of both axes.
      grid: { left: 0, top: 0, right: 0, bottom: 0 },
      xAxis: { type: 'value', show: false, min: 0, max: width },
      yAxis: { type: 'value', show: false, min: 0, max: height, inverse: true },
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => {
          const { title, name, text } = membersOf(membersOf(Array.isArray(event) ? event[0] : event).data);
          return typeof text === 'string'
            ? tooltipMarkup(String(title), [{ name: String(name), values: [text] }])
            : '';
        },
      },
      ...noteOption(input, notes),
      series: drawn.flat(),
    },
  };
}

/** Of very many blocks only the newest are drawn. */
function notesOf({ domain, blocks, leftOut }: Calendar): string[] {
  const all = countOf(blocks.length + leftOut, domain);
  return leftOut === 0 ? [] : [`Drawn: the newest ${grouped(blocks.length)} of ${all}`];
}

/** The cells of one metric, and the texts and the colours around them. */
function oneCalendar(
  input: DrawInput,
  calendar: Calendar,
  layout: Layout,
  at: number,
): ScatterSeriesOption[] {
  const { form, datasource, theme } = input;
  const { label = '', values = new Map<number, number>() } = calendar.metrics[at] ?? {};
  const name = datasource.verbose_map[label] ?? label;
  const format = metricFormatter({
    metrics: metricsOf(form.metrics),
    metricFormats: savedFormats(datasource),
    metricCurrencies: savedCurrencies(datasource),
    format: textOf(form.y_axis_format),
    key: label,
  });
  const steps = colorSteps(input, [...values.values()]);
  const top = at * layout.pitch;
  const cells = cellItems(input, calendar, layout, { top, name, values, format, steps });
  const names = form.show_metric_name ? [textItem(PADDING, top + PADDING, name, theme.colorText, 13)] : [];
  // By night the darkest cells, by day the lightest are told from the page by their edges.
  const edge = { opacity: 1, borderColor: theme.colorBorder, borderWidth: 0.5 };
  const legend = form.show_legend ? legendItems(steps, format, name, top + layout.colorsTop) : [];
  return [
    {
      type: 'scatter',
      name,
      symbol: squareOf(layout.cell, wholeOf(form.cell_radius, 0)),
      symbolSize: layout.cell,
      itemStyle: edge,
      label: {
        show: false,
        fontSize: valueSize(layout.cell),
        fontFamily: theme.fontFamily,
        formatter: ({ data }) => String(membersOf(data).text),
      },
      data: cells,
    },
    {
      type: 'scatter',
      name: '',
      symbol: 'rect',
      symbolSize: SWATCH,
      itemStyle: edge,
      data: legend,
    },
    {
      type: 'scatter',
      name: '',
      silent: true,
      symbolSize: 0,
      data: [...names, ...blockNames(input, calendar, layout, top)],
    },
  ];
}

/** Pixels of a value in a cell. */
function valueSize(cell: number): number {
  return Math.max(8, Math.round(cell * 0.4));
}

interface CellsOf {
  top: number;
  name: string;
  values: ReadonlyMap<number, number>;
  format: NumberFormatter;
  steps: ColorSteps;
}

function cellItems(
  { form, theme }: DrawInput,
  { subdomain }: Calendar,
  { placed, cell, step, blocksTop }: Layout,
  { top, name, values, format, steps }: CellsOf,
): Item[] {
  const pattern = textOf(form.x_axis_time_format) ?? SMART_DATE;
  const moments = pattern === SMART_DATE ? grainFormatter(GRAINS[subdomain]) : timeFormatter(pattern);
  // All values or none: where some were left out, they would seem to be missing.
  const isWritten =
    Boolean(form.show_values) &&
    [...values.values()].every((value) => textWidth(format(value), valueSize(cell)) <= step);
  return placed.flatMap(({ block, left, top: blockTop }) =>
    block.cells.map(({ start, column, row }) => {
      const value = values.get(start);
      const text = value === undefined ? NO_VALUE : format(value);
      return {
        value: [left + column * step + cell / 2, top + blocksTop + blockTop + row * step + cell / 2],
        itemStyle: { color: value === undefined ? theme.colorSplit : steps.colorOf(value) },
        title: moments(start),
        name,
        text,
        ...(isWritten && value !== undefined ? { label: { show: true } } : {}),
      };
    }),
  );
}

/** Colours by step, and where each step begins. */
interface ColorSteps {
  colorOf(value: number): string;
  list: { from: number; to: number; color: string }[];
}

function colorSteps({ form }: DrawInput, values: readonly number[]): ColorSteps {
  const count = Math.min(MOST_STEPS, Math.max(1, wholeOf(form.steps, 10)));
  const scale = sequentialScale(sequentialScheme(textOf(form.linear_color_scheme)), [
    0,
    Math.max(1, count - 1),
  ]);
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const width = (most - least) / count;
  const indexOf = (value: number) =>
    width > 0 ? Math.min(count - 1, Math.floor((value - least) / width)) : 0;
  // Where all values are alike there is one step.
  const list =
    values.length === 0
      ? []
      : Array.from({ length: width > 0 ? count : 1 }, (_, index) => ({
          from: least + index * width,
          to: least + (index + 1) * width,
          color: scale(index),
        }));
  return { colorOf: (value) => scale(indexOf(value)), list };
}

function legendItems({ list }: ColorSteps, format: NumberFormatter, name: string, top: number): Item[] {
  return list.map(({ from, to, color }, index) => ({
    value: [PADDING + index * (SWATCH + 2) + SWATCH / 2, top + SWATCH / 2],
    itemStyle: { color },
    title: '',
    name,
    text: from === to ? format(from) : `${format(from)} – ${format(to)}`,
  }));
}

/** What is written below blocks where there is room; the first of all, and of a year, with the year. */
function blockNames({ theme, width }: DrawInput, { domain }: Calendar, layout: Layout, top: number): Item[] {
  const write = timeFormatter(BLOCK_NAMES[domain]);
  const year = timeFormatter('%Y');
  let free = { line: -1, right: 0 };
  return layout.placed.flatMap(({ block, left, top: blockTop }, index) => {
    const isNewYear =
      domain !== 'year' && (index === 0 || year(block.start) !== year(layout.placed[index - 1]?.block.start));
    const text = isNewYear ? `${write(block.start)} ${year(block.start)}` : write(block.start);
    if (free.line === blockTop && left < free.right) return [];
    const right = left + textWidth(text, SMALL);
    if (right > width) return [];
    free = { line: blockTop, right: right + 4 };
    const below = top + layout.blocksTop + blockTop + block.rows * layout.step + 2;
    return [textItem(left, below, text, theme.colorTextSecondary, SMALL)];
  });
}

/** A text with its upper left corner at a place. */
function textItem(left: number, top: number, text: string, color: string, fontSize: number): Item {
  return {
    value: [left, top],
    label: { show: true, position: [0, 0], color, fontSize, formatter: () => text },
  };
}

/** A square with round corners, as the path of a symbol. */
function squareOf(size: number, radius: number): string {
  const r = Math.min(size / 2, Math.max(0, radius));
  if (r === 0) return 'rect';
  const side = size - 2 * r;
  const corner = (x: number, y: number) => `a${r},${r} 0 0 1 ${x},${y}`;
  return `path://M${r},0h${side}${corner(r, r)}v${side}${corner(-r, r)}h${-side}${corner(-r, -r)}v${-side}${corner(r, -r)}z`;
}
