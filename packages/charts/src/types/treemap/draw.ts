import type { TreemapSeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { measureOf } from '../../draw/measure.ts';
import { largestNote, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { amountOf } from '../../draw/row-names.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import {
  largestNodes,
  nodeFilter,
  nodeFinder,
  nodeLabel,
  nodeOpacity,
  nodePoint,
  shareOf,
  type TreeNode,
  treeOfRows,
} from '../../draw/tree-of-rows.ts';
import { formColors, type LabelColors } from '../../format/label-colors.ts';
import { laterNumbers, type NumberFormatter } from '../../format/number.ts';
import { columnsOf, metricsOf, textOf } from '../../question/read-form.ts';

type Item = NonNullable<TreemapSeriesOption['data']>[number];

const FONT_SIZE = 12;
const GAP = 2;
/** Rectangles that are drawn, and pixels that each has at least on average: more of them are dots. */
const MOST = 300;
const LEAST_AREA = 600;
/** Pixels of a rectangle below which a heading of its own would leave no room for what lies in it. */
const HEADED_AREA = 4_000;
const percentText = laterNumbers('.2%');

interface NodeEvent {
  value?: unknown;
  data?: unknown;
}

/** Rectangles within rectangles, as large as their share of the metric. */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, results, theme } = input;
  const dimensions = columnsOf(form.groupby);
  const [metric] = metricsOf(form.metric);
  const { column, name: whole, format } = measureOf(input, metric);
  const nodes = treeOfRows(results[0], {
    dimensions,
    metric: column,
    timeFormat: textOf(form.date_format),
    whole,
  });
  const nodeOf = nodeFinder(nodes);
  const largest = largestNodes(nodes, Math.min(MOST, Math.ceil((input.width * input.height) / LEAST_AREA)));
  const notes = largestNote(largest.drawn, largest.all, 'rectangle');
  const color = input.colors ?? formColors(form);
  const total = sum(largest.nodes.map(({ value }) => Math.max(0, value)));
  const areaOf = (value: number) => shareOf(value, total) * input.width * input.height;
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, notes),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => {
          const event: NodeEvent = (Array.isArray(given) ? given[0] : given) ?? {};
          return tooltip(event, nodes, nodeOf, whole, format);
        },
      },
      series: [
        {
          ...seriesOf(input),
          ...(notes.length > 0 && { bottom: NOTE_ROOM }),
          ...labelsOf(input, nodeOf, format),
          data: [
            {
              name: whole,
              itemStyle: frame(theme.colorBackground, color(column)),
              upperLabel: { show: false },
              children: largest.nodes.map((node) => itemOf(node, input, color, areaOf)),
            },
          ],
        },
      ],
    },
    crossFilter: ({ data }) => nodeFilter(dimensions, nodeOf(data)),
    pointAt: ({ data }) => nodePoint(input, dimensions, 'groupby', nodeOf(data)),
  };
}

function seriesOf({ form, theme, onDashboard }: DrawInput): TreemapSeriesOption {
  return {
    type: 'treemap',
    left: 0,
    top: 0,
    right: 0,
    bottom: 0,
    // A wheel over a board turns the board.
    roam: !onDashboard && !form.dashboardId,
    nodeClick: false,
    breadcrumb: { show: false },
    // The outermost rectangle is seen where there is nothing to divide it by.
    levels: [
      {
        label: { show: false },
        upperLabel: { show: false },
        itemStyle: { ...frame(theme.colorBackground, theme.colorPrimary), borderWidth: 0, gapWidth: 0 },
      },
    ],
  };
}

function labelsOf(
  { form, theme }: DrawInput,
  nodeOf: (item: unknown) => TreeNode | undefined,
  format: NumberFormatter,
): TreemapSeriesOption {
  const shown = Boolean(form.show_upper_labels);
  const formatter = (event: NodeEvent & { name: string }) =>
    nodeLabel(form.label_type, event.name, format(amountIn(event, nodeOf)));
  return {
    label: {
      show: Boolean(form.show_labels),
      position: 'insideTopLeft',
      fontSize: FONT_SIZE,
      fontFamily: theme.fontFamily,
      // Dark or light, as the colour beneath needs it.
      color: undefined,
      formatter,
    },
    upperLabel: {
      show: shown,
      fontSize: FONT_SIZE,
      fontFamily: theme.fontFamily,
      color: theme.colorText,
      formatter,
    },
    emphasis: { upperLabel: { show: shown, color: theme.colorText } },
  };
}

function itemOf(
  node: TreeNode,
  input: DrawInput,
  color: LabelColors,
  areaOf: (value: number) => number,
): Item {
  const style = {
    ...frame(input.theme.colorBackground, color(node.name)),
    opacity: nodeOpacity(node, input.selected),
  };
  return {
    id: node.key,
    name: node.name,
    value: node.value,
    itemStyle: style,
    ...(node.children.length === 0
      ? {}
      : {
          ...(areaOf(node.value) < HEADED_AREA && { upperLabel: { show: false } }),
          children: node.children.map((child) => itemOf(child, input, color, areaOf)),
        }),
  };
}

function frame(borderColor: string, color: string) {
  return { color, borderColor, borderWidth: GAP, gapWidth: GAP };
}

/** The drawing library knows no amounts below zero; ours are those of the answer. Only the whole has no node. */
function amountIn(event: NodeEvent, nodeOf: (item: unknown) => TreeNode | undefined): number {
  return nodeOf(event.data)?.value ?? amountOf(event.value) ?? Number.NaN;
}

/** The path to the node, its value and its share of what it lies in. */
function tooltip(
  event: NodeEvent,
  nodes: readonly TreeNode[],
  nodeOf: (item: unknown) => TreeNode | undefined,
  whole: string,
  format: NumberFormatter,
): string {
  const node = nodeOf(event.data);
  const value = amountIn(event, nodeOf);
  const parent = node && nodeOf({ id: JSON.stringify(node.values.slice(0, -1)) });
  const outer = node ? (parent?.value ?? sum(nodes.map((each) => each.value))) : value;
  return tooltipMarkup(node?.names.join(' ▸ ') ?? '', [
    { name: whole, values: [format(value), percentText(shareOf(value, outer))] },
  ]);
}
