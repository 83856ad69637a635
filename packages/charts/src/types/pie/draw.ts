import { type ChartFormData, type DataRow, type MetricRef, metricLabel } from '@chartroom/model';
import type { PieSeriesOption } from 'echarts';
import type { DataPoint, DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { legendOption, legendRoom } from '../../draw/legend.ts';
import { measureOf } from '../../draw/measure.ts';
import { countOf, largestNote, largestOf, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { amountOf, rowNamer } from '../../draw/row-names.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { type TooltipRow, tooltipMarkup } from '../../draw/tooltip.ts';
import { totalText } from '../../draw/total-text.ts';
import { formColors } from '../../format/label-colors.ts';
import { laterNumbers, type NumberFormatter } from '../../format/number.ts';
import { columnsOf, metricsOf, numberOf, textOf } from '../../question/read-form.ts';

const OTHER = 'Other';
/** Slices that are drawn by themselves: more of them are hairs. */
const MOST = 100;
/** Slices beyond which only a hair stands between them, in pixels: more would hide the smallest. */
const MANY = 50;
const HAIR = 0.2;
/** Small slices that a tooltip tells. */
const TOLD = 20;
const OTHER_COLOR = '#888888';
/** Pixels of a picture's width below which labels beside a pie have no room, and percent of it that the pie takes then. */
const NARROW = 240;
const CROWDED_RADIUS = 48;
const percentText = laterNumbers('.2%');

interface Slice {
  name: string;
  value: number;
  row?: DataRow;
  /** The slices that were too small to be drawn. */
  members?: Slice[];
}

interface SliceEvent {
  name?: string | undefined;
  value?: unknown;
  percent?: number | undefined;
}

/** A pie, a donut or a rose; small slices may be drawn as one. */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, results, theme, selected } = input;
  const [metric] = metricsOf(form.metric);
  const dimensions = columnsOf(form.groupby);
  const [result] = results;
  const nameOf = rowNamer(dimensions, result ?? { colnames: [], coltypes: [] }, textOf(form.date_format));
  const all = result?.data.length ?? 0;
  const slices = slicesOf(result?.data ?? [], metric, nameOf, numberOf(form.threshold_for_other) ?? 0);
  const own = slices.filter((slice) => slice.members === undefined).length;
  const notes = own < MOST ? [] : largestNote(own, all, 'slice');
  const { name: label, format } = measureOf(input, metric);
  const color = input.colors ?? formColors(form);
  const names = slices.map((slice) => slice.name);
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      legend: legendOption({ form, names, theme }),
      graphic: [
        ...(form.show_total ? [totalText(theme, `Total: ${format(total)}`, totalPlace(form))] : []),
        ...[noteOption(input, notes).graphic ?? []].flat(),
      ],
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => tooltip(Array.isArray(event) ? event[0] : event, slices, label, format, total),
      },
      series: [
        {
          ...series(input, slices.length),
          ...(notes.length > 0 && { bottom: NOTE_ROOM }),
          ...legendMargins(form),
          label: labelOption(input, format),
          data: slices.map((slice) => ({
            name: slice.name,
            value: slice.value,
            isOther: slice.members === undefined ? undefined : true,
            itemStyle: {
              color: slice.members === undefined ? color(slice.name) : OTHER_COLOR,
              opacity: selectionOpacity(slice.name, selected),
            },
          })),
        },
      ],
    },
    crossFilter: ({ name }) => slicePoint(input, sliceOf(slices, name))?.crossFilter,
    pointAt: ({ name }) => slicePoint(input, sliceOf(slices, name)),
  };
}

function sliceOf(slices: readonly Slice[], name: string | undefined): Slice | undefined {
  return slices.find((each) => each.name === name);
}

/** What a slice stands for; the one of the small slices stands for nothing. */
function slicePoint(input: DrawInput, slice: Slice | undefined): DataPoint | undefined {
  return slice?.row && rowPoint(input, slice.row, slice.name);
}

function slicesOf(
  rows: readonly DataRow[],
  metric: MetricRef | undefined,
  nameOf: (row: DataRow) => string,
  threshold: number,
): Slice[] {
  if (metric === undefined) return [];
  const column = metricLabel(metric);
  const slices = rows.map((row): Slice => ({ name: nameOf(row), value: amountOf(row[column]) ?? 0, row }));
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const isSmall = (slice: Slice) => threshold > 0 && total !== 0 && (slice.value / total) * 100 < threshold;
  const large = slices.filter((slice) => !isSmall(slice));
  const own = largestOf(large, (slice) => slice.value, MOST);
  if (own.length === slices.length) return slices;
  const members = slices.filter((slice) => !own.includes(slice));
  const value = members.reduce((sum, slice) => sum + slice.value, 0);
  return [...own, { name: OTHER, value, members }];
}

/** Whether labels stand outside with next to no room beside the pie, which is smaller then. */
function isCrowded({ form, width }: DrawInput): boolean {
  return width < NARROW && Boolean(form.show_labels) && Boolean(form.labels_outside);
}

function series(input: DrawInput, count: number): PieSeriesOption {
  const { form, theme } = input;
  const rose = form.roseType;
  const outer = numberOf(form.outerRadius) ?? 70;
  return {
    type: 'pie',
    ...(rose === 'area' || rose === 'radius' ? { roseType: rose } : {}),
    radius: [
      `${form.donut ? (numberOf(form.innerRadius) ?? 30) : 0}%`,
      `${isCrowded(input) ? Math.min(outer, CROWDED_RADIUS) : outer}%`,
    ],
    center: ['50%', '50%'],
    avoidLabelOverlap: true,
    minShowLabelAngle: (numberOf(form.show_labels_threshold) ?? 0) * 3.6,
    labelLine: labelLine(form),
    itemStyle: { borderColor: theme.colorBackground, borderWidth: count > MANY ? HAIR : 1 },
    emphasis: { focus: 'none', label: { show: true, fontWeight: 'bold' } },
  };
}

/** Lines that are not drawn need no room: labels stand close to their slices. */
function labelLine(form: ChartFormData): PieSeriesOption['labelLine'] {
  return form.labels_outside && form.label_line ? { show: true } : { show: false, length: 6, length2: 2 };
}

function legendMargins(form: ChartFormData): PieSeriesOption {
  const room = legendRoom(form);
  return room === undefined ? {} : { [room.side]: room.pixels };
}

function labelOption(input: DrawInput, format: NumberFormatter): PieSeriesOption['label'] {
  const { form, theme } = input;
  const crowded = isCrowded(input);
  const outside = Boolean(form.labels_outside);
  return {
    show: Boolean(form.show_labels),
    // Two lines rather than an unreadable beginning; where these are lines of single letters, the beginning.
    overflow: crowded ? 'truncate' : 'break',
    ...(crowded && { fontSize: 10 }),
    position: outside ? 'outer' : 'inner',
    alignTo: 'none',
    bleedMargin: 5,
    color: outside ? theme.colorText : undefined,
    fontFamily: theme.fontFamily,
    formatter: (event: SliceEvent) => labelText(form, event, format),
  };
}

function labelText(form: ChartFormData, event: SliceEvent, format: NumberFormatter): string {
  const name = event.name ?? '';
  const value = format(amountOf(event.value));
  const percent = percentText((event.percent ?? 0) / 100);
  switch (form.label_type) {
    case 'value':
      return value;
    case 'percent':
      return percent;
    case 'key_value':
      return `${name}: ${value}`;
    case 'key_percent':
      return `${name}: ${percent}`;
    case 'key_value_percent':
      return `${name}: ${value} (${percent})`;
    case 'value_percent':
      return `${value} (${percent})`;
    case 'template':
      return fromTemplate(textOf(form.label_template) ?? '', { name, value, percent });
    default:
      return name;
  }
}

/** `{a}` is the series, which has no name of its own; `{b}{c}{d}` are older names of name, value and percent. */
function fromTemplate(
  template: string,
  { name, value, percent }: { name: string; value: string; percent: string },
): string {
  const values: Record<string, string> = { name, value, percent, a: name, b: name, c: value, d: percent };
  return template.replace(/\\n/g, '\n').replace(/\{(\w+)\}/g, (all, key: string) => values[key] ?? all);
}

function tooltip(
  event: SliceEvent | undefined,
  slices: readonly Slice[],
  label: string,
  format: NumberFormatter,
  total: number,
): string {
  const name = event?.name ?? '';
  const value = amountOf(event?.value);
  const members = slices.find((slice) => slice.name === name && slice.members !== undefined)?.members ?? [];
  const rows: TooltipRow[] = [
    { name: label, values: [format(value), percentText((event?.percent ?? 0) / 100)] },
  ];
  for (const member of members.slice(0, TOLD)) {
    rows.push({
      name: member.name,
      values: [format(member.value), percentText(total === 0 ? 0 : member.value / total)],
    });
  }
  if (members.length > TOLD)
    rows.push({ name: `and ${countOf(members.length - TOLD, 'more slice')}`, values: [] });
  return tooltipMarkup(name, rows);
}

/** The total stands in the hole of a donut, else above the pie, below a legend there. */
function totalPlace(form: ChartFormData): number | 'middle' {
  if (form.donut) return 'middle';
  return form.show_legend && form.legendOrientation === 'top' ? 24 : 0;
}
