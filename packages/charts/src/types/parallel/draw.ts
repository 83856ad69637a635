import type { EChartsOption, ParallelSeriesOption } from 'echarts';
import type { DataPoint, DrawInput, DrawnMark, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { longestWidth } from '../../draw/measure-text.ts';
import { NULL_TEXT } from '../../draw/row-names.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { sequentialScale, sequentialScheme } from '../../format/sequential.ts';
import { columnsOf, membersOf, textOf } from '../../question/read-form.ts';
import { type ParallelData, parallelData, type Thread } from './threads.ts';
import { type ValuesTable, valuesTable } from './values-table.ts';

const PADDING = 16;
const FONT_SIZE = 12;
/** Names of things take at most this part of the width, beside their axis. */
const LABEL_SHARE = 0.25;
/** At the left of its axis; the drawing library knows the right only. */
const BESIDE = { margin: -8, align: 'right' as const };
/** Values are written beside axes that are so far apart. */
const NARROWEST = 50;
/** Lines that are drawn strongly; of more, each is fainter. */
const FEW = 50;

/** Lines across upright axes, one axis per metric (contract, parallel coordinates). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const data = parallelData(input);
  const table = form.show_datatable ? valuesTable(input, data) : undefined;
  const pointAt = ({ dataIndex }: DrawnMark): DataPoint | undefined => {
    const thread = data.threads[dataIndex ?? -1];
    return (
      thread && rowPoint(input, thread.row, thread.name, { columns: seriesColumns(input), field: 'series' })
    );
  };
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...(table ? { graphic: table.marks } : {}),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => {
          const thread = data.threads[Number(membersOf(Array.isArray(given) ? given[0] : given).dataIndex)];
          return thread ? tooltip(thread, data) : '';
        },
      },
      // Lines need axes to cross.
      ...(data.axes.length === 0
        ? { series: [] }
        : { ...axesOf(input, data, table), series: [seriesOf(input, data)] }),
    },
    crossFilter: (mark) => pointAt(mark)?.crossFilter,
    pointAt,
  };
}

function seriesColumns({ form }: DrawInput) {
  return columnsOf(form.series).slice(0, 1);
}

/** Whether the names of the lines have an axis of their own, before those of the metrics. */
function hasNames({ form }: DrawInput, { dimension }: ParallelData): boolean {
  return Boolean(form.include_series) && dimension !== undefined;
}

function nameSide(index: number, count: number): 'left' | 'right' | 'center' {
  if (index === 0) return 'left';
  return index === count - 1 ? 'right' : 'center';
}

function axesOf(input: DrawInput, data: ParallelData, table: ValuesTable | undefined): EChartsOption {
  const { theme, width } = input;
  const named = hasNames(input, data);
  const names = [...new Set(data.threads.map(({ name }) => name))];
  const longest = longestWidth(names, FONT_SIZE);
  const label = Math.min(longest, width * LABEL_SHARE);
  const count = data.axes.length + (named ? 1 : 0);
  const left = named ? label + PADDING : 3 * PADDING;
  const step = (width - left - 2 * PADDING) / Math.max(1, count - 1);
  const text = { color: theme.colorTextSecondary, fontFamily: theme.fontFamily, fontSize: FONT_SIZE };
  const category = {
    dim: 0,
    type: 'category' as const,
    name: data.dimension ?? '',
    data: names,
    axisLabel: { ...text, ...BESIDE, width: label, overflow: 'truncate' as const },
    axisTick: { show: false },
  };
  const values = data.axes.map(({ name, format }, index) => ({
    dim: index + (named ? 1 : 0),
    type: 'value' as const,
    name,
    // Names of the outermost axes would reach beyond the picture.
    nameTextStyle: { align: nameSide(index + (named ? 1 : 0), count) },
    scale: true,
    axisLabel: {
      ...text,
      ...BESIDE,
      // Lines run beneath them.
      textBorderColor: theme.colorBackground,
      textBorderWidth: 2,
      // Labels of these axes cannot be hidden.
      formatter: (value: number) => (step >= NARROWEST ? format(value) : ''),
    },
  }));
  return {
    parallel: {
      left,
      right: 2 * PADDING,
      top: 36,
      bottom: PADDING + (table?.height ?? 0),
      parallelAxisDefault: {
        nameTextStyle: { ...text, color: theme.colorText },
        nameTruncate: { maxWidth: Math.max(24, Math.min(160, step - 8)), ellipsis: '…' },
        axisLine: { lineStyle: { color: theme.colorTextSecondary } },
        axisTick: { length: -5, lineStyle: { color: theme.colorBorder } },
        // Lines between two marks of an axis are picked out by dragging along it.
        areaSelectStyle: { width: 16, color: theme.colorPrimary, opacity: 0.25 },
      },
    },
    parallelAxis: [...(named ? [category] : []), ...values],
  };
}

function seriesOf(input: DrawInput, data: ParallelData): ParallelSeriesOption {
  const { form, theme, selected } = input;
  const named = hasNames(input, data);
  const tints = data.threads.flatMap(({ tint }) => (tint === null ? [] : [tint]));
  const least = tints.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = tints.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const scale = sequentialScale(sequentialScheme(textOf(form.linear_color_scheme)), [
    least,
    most > least ? most : least + 1,
  ]);
  const plain = data.tinting === undefined ? theme.colorPrimary : theme.colorBorder;
  const strength = data.threads.length <= FEW ? 0.8 : Math.max(0.1, (0.8 * FEW) / data.threads.length);
  return {
    type: 'parallel',
    smooth: false,
    lineStyle: { width: data.threads.length <= FEW ? 2 : 1 },
    emphasis: { lineStyle: { width: 3, opacity: 1 } },
    inactiveOpacity: 0.05,
    activeOpacity: 0.9,
    data: data.threads.map(({ name, values, tint }) => ({
      name,
      value: [...(named ? [name] : []), ...values.map((value) => value ?? '-')],
      lineStyle: {
        color: tint === null ? plain : scale(tint),
        opacity: strength * selectionOpacity(name, selected),
      },
    })),
  };
}

/** Where a line crosses the axes, and what colours it. */
function tooltip({ name, values, tint }: Thread, { axes, tinting }: ParallelData): string {
  const text = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? NULL_TEXT : format(value);
  return tooltipMarkup(name, [
    ...axes.map((axis, index) => ({ name: axis.name, values: [text(values[index], axis.format)] })),
    ...(tinting && axes.every(({ column }) => column !== tinting.column)
      ? [{ name: tinting.name, values: [text(tint, tinting.format)] }]
      : []),
  ]);
}
