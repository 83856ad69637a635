import type { ChordSeriesOption } from 'echarts';
import type { DataPoint, DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { type Link, linksOf, nodeNames } from '../../draw/links.ts';
import { type Measure, measureOf } from '../../draw/measure.ts';
import { longestWidth } from '../../draw/measure-text.ts';
import { countOf, largestNote, largestOf, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { formColors } from '../../format/label-colors.ts';
import { columnsOf, membersOf, metricsOf } from '../../question/read-form.ts';

const FONT_SIZE = 12;
/** More bands than these cannot be told apart: the largest are drawn. */
const MOST_BANDS = 500;
/** Names beside the circle take at most this part of the width, and of its radius below and above. */
const LABEL_SHARE = 0.2;
const BAND_OPACITY = 0.5;
/** Degrees between the arcs, while there are few. */
const GAP = 3;

/** A link whose amount is a width. */
type Band = Link & { amount: number };

/** Arcs round a circle, and bands between them as wide as what goes from one to the other (contract, chord). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme, results } = input;
  const [metric] = metricsOf(form.metric);
  const links = linksOf(results[0], {
    source: columnsOf(form.groupby)[0],
    target: columnsOf(form.columns)[0],
    metric,
  });
  const positive = links.filter(isBand);
  const bands = largestOf(positive, ({ amount }) => amount, MOST_BANDS);
  const missing = links.length - positive.length;
  const notes = [
    ...(missing > 0 ? [`Not drawn: ${countOf(missing, 'band')} without an amount above zero`] : []),
    ...largestNote(bands.length, positive.length, 'band'),
  ];
  const measure = measureOf({ ...input, form: { ...form, number_format: form.y_axis_format } }, metric);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) =>
          tooltip(membersOf(Array.isArray(given) ? given[0] : given).data, bands, measure),
      },
      // Without any band there is no circle.
      series: bands.length === 0 ? [] : [seriesOf(input, bands, notes.length > 0)],
    },
    crossFilter: ({ data }) => pointOf(input, bands, data)?.crossFilter,
    pointAt: ({ data }) => pointOf(input, bands, data),
  };
}

function isBand(link: Link): link is Band {
  return link.amount !== null && link.amount > 0;
}

function seriesOf(input: DrawInput, bands: readonly Band[], hasNote: boolean): ChordSeriesOption {
  const { form, theme, width, height, selected } = input;
  const names = nodeNames(bands);
  const color = input.colors ?? formColors(form);
  const longest = longestWidth(names, FONT_SIZE);
  const label = Math.min(longest, width * LABEL_SHARE);
  const high = height - (hasNote ? NOTE_ROOM : 0);
  const radius = Math.max(10, Math.min(width / 2 - label - 12, high / 2 - FONT_SIZE - 10));
  const strengthOf = (name: string) => selectionOpacity(name, selected);
  return {
    type: 'chord',
    center: [width / 2, high / 2],
    radius: [radius * 0.92, radius],
    padAngle: Math.min(GAP, 120 / names.length),
    label: {
      show: true,
      position: 'outside',
      formatter: '{b}',
      color: theme.colorText,
      fontFamily: theme.fontFamily,
      fontSize: FONT_SIZE,
      width: label,
      overflow: 'truncate',
    },
    labelLayout: { hideOverlap: true },
    lineStyle: { color: 'source', opacity: BAND_OPACITY },
    emphasis: { focus: 'adjacency' },
    data: names.map((name) => ({ name, itemStyle: { color: color(name), opacity: strengthOf(name) } })),
    links: bands.map(({ source, target, amount }) => ({
      source,
      target,
      value: amount,
      lineStyle: { opacity: BAND_OPACITY * bandStrength(source, target, selected) },
    })),
  };
}

/** A band is seen while nothing is selected, and when it or one of its ends is. */
function bandStrength(source: string, target: string, selected: readonly string[] | undefined): number {
  return Math.max(...[source, target, bandKey(source, target)].map((key) => selectionOpacity(key, selected)));
}

function bandKey(source: string, target: string): string {
  return `${source} → ${target}`;
}

function bandAt(bands: readonly Band[], data: unknown): Band | undefined {
  const { source, target } = membersOf(data);
  return bands.find((band) => band.source === source && band.target === target);
}

/** An arc stands for its name where that came first, a band for both of its ends. */
function pointOf(input: DrawInput, bands: readonly Band[], data: unknown): DataPoint | undefined {
  const [source, target] = [columnsOf(input.form.groupby), columnsOf(input.form.columns)].map((columns) =>
    columns.slice(0, 1),
  );
  const band = bandAt(bands, data);
  if (band) {
    const columns = [...(source ?? []), ...(target ?? [])];
    return rowPoint(input, band.row, bandKey(band.source, band.target), { columns, field: 'groupby' });
  }
  const name = String(membersOf(data).name);
  const first = bands.find((each) => each.source === name || each.target === name);
  if (!first) return undefined;
  return first.source === name
    ? rowPoint(input, first.row, name, { columns: source ?? [], field: 'groupby' })
    : rowPoint(input, first.row, name, { columns: target ?? [], field: 'columns' });
}

/** Of a band its amount and what goes back; of an arc what leaves it and what arrives there. */
function tooltip(data: unknown, bands: readonly Band[], { name: metric, format }: Measure): string {
  const total = (those: readonly Band[]) => format(sum(those.map(({ amount }) => amount)));
  const band = bandAt(bands, data);
  if (band) {
    const back = bands.filter(({ source, target }) => source === band.target && target === band.source);
    const isLoop = band.source === band.target;
    return tooltipMarkup(bandKey(band.source, band.target), [
      { name: metric, values: [format(band.amount)] },
      ...(back.length === 0 || isLoop
        ? []
        : [{ name: bandKey(band.target, band.source), values: [total(back)] }]),
    ]);
  }
  const name = String(membersOf(data).name ?? '');
  return tooltipMarkup(name, [
    { name: `${metric} from ${name}`, values: [total(bands.filter(({ source }) => source === name))] },
    { name: `${metric} to ${name}`, values: [total(bands.filter(({ target }) => target === name))] },
  ]);
}
