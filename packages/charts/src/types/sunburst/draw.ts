import type { SunburstSeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { type Measure, measureOf } from '../../draw/measure.ts';
import { largestNote, NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { totalText } from '../../draw/total-text.ts';
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
import { formColors } from '../../format/label-colors.ts';
import { laterNumbers } from '../../format/number.ts';
import { sequentialScale, sequentialScheme } from '../../format/sequential.ts';
import { columnsOf, metricsOf, numberOf, textOf } from '../../question/read-form.ts';
import { secondMetric } from './second-metric.ts';

type Item = NonNullable<SunburstSeriesOption['data']>[number];
type NodeColors = (node: TreeNode) => string;

/** Free room around the rings, in pixels. */
const PADDING = 12;
/** The hole within the rings, as a part of their radius. */
const HOLE = 0.3;
/** Arcs that are drawn in the outermost ring, and pixels that each has at least on average: more of them are hairs. */
const MOST = 200;
const NARROWEST = 4;
/** Arcs beyond which only a hair stands between them, in pixels: more would hide the smallest. */
const MANY = 50;
const HAIR = 0.2;
/** Pixels of a ring in which a label says something. */
const READABLE = 34;
const percentText = laterNumbers('.2%');

interface Sunburst {
  nodes: readonly TreeNode[];
  nodeOf: (item: unknown) => TreeNode | undefined;
  total: number;
  first: Measure;
  /** Colours the arcs by its ratio to the first one. */
  second: Measure | undefined;
}

/** Rings around each other, their arcs as long as their share of the metric. */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const dimensions = columnsOf(form.columns);
  const sunburst = sunburstOf(input);
  const { nodes, nodeOf, total, first } = sunburst;
  const colorOf = colorsOf(input, sunburst);
  const side = Math.max(0, Math.min(input.width, input.height) - 2 * PADDING);
  const largest = largestNodes(nodes, Math.min(MOST, Math.ceil((Math.PI * side) / NARROWEST)));
  const notes = largestNote(largest.drawn, largest.all, 'arc');
  const graphic = [
    ...(form.show_total ? [totalText(theme, `Total: ${first.format(total)}`)] : []),
    ...[noteOption(input, notes).graphic ?? []].flat(),
  ];
  const below = notes.length > 0 ? NOTE_ROOM : 0;
  const radius = Math.max(0, Math.min(side, input.height - below - 2 * PADDING) / 2);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...(graphic.length > 0 && { graphic }),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (event) => {
          const node = nodeOf(Array.isArray(event) ? event[0]?.data : event.data);
          return node ? tooltip(node, sunburst) : '';
        },
      },
      series: [
        {
          type: 'sunburst',
          radius: [radius * HOLE, radius],
          center: ['50%', below === 0 ? '50%' : (input.height - below) / 2],
          nodeClick: false,
          itemStyle: { borderColor: theme.colorBackground, borderWidth: largest.drawn > MANY ? HAIR : 1 },
          emphasis: { focus: 'ancestor' },
          label: labelOf(input, sunburst, (radius * (1 - HOLE)) / Math.max(1, dimensions.length)),
          data: largest.nodes.map((node) => itemOf(node, input, colorOf)),
        },
      ],
    },
    crossFilter: ({ data }) => nodeFilter(dimensions, nodeOf(data)),
    pointAt: ({ data }) => nodePoint(input, dimensions, 'columns', nodeOf(data)),
  };
}

function sunburstOf(input: DrawInput): Sunburst {
  const { form, results } = input;
  const [metric] = metricsOf(form.metric);
  const colouring = secondMetric(form);
  const first = measureOf(input, metric);
  const second = colouring === undefined ? undefined : measureOf(input, colouring);
  const nodes = treeOfRows(results[0], {
    dimensions: columnsOf(form.columns),
    metric: first.column,
    secondary: second?.column,
    timeFormat: textOf(form.date_format),
    whole: first.name,
  });
  const total = sum(nodes.map((node) => node.value));
  return { nodes, nodeOf: nodeFinder(nodes), total, first, second };
}

/** By name; where a second metric colours, by its ratio to the first one, from nothing to the largest. */
function colorsOf({ form, colors }: DrawInput, { nodes, first, second }: Sunburst): NodeColors {
  if (second === undefined) {
    const color = colors ?? formColors(form);
    // The whole has the first colour, as in a treemap.
    color(first.column);
    return (node) => color(node.name);
  }
  const ratios = nodes.flatMap(ratiosIn);
  const least = ratios.reduce((a, b) => Math.min(a, b), 0);
  const most = ratios.reduce((a, b) => Math.max(a, b), 0);
  const scale = sequentialScale(sequentialScheme(textOf(form.linear_color_scheme)), [
    least,
    most === least ? least + 1 : most,
  ]);
  return (node) => scale(ratioOf(node));
}

function ratioOf({ value, secondary }: TreeNode): number {
  return shareOf(secondary, value);
}

function ratiosIn(node: TreeNode): number[] {
  return [ratioOf(node), ...node.children.flatMap(ratiosIn)];
}

/** Labels lie along the radius and are cut where their ring ends. */
function labelOf(
  { form, theme }: DrawInput,
  { nodeOf, first }: Sunburst,
  ring: number,
): NonNullable<SunburstSeriesOption['label']> {
  return {
    show: Boolean(form.show_labels) && ring >= READABLE,
    minAngle: (numberOf(form.show_labels_threshold) ?? 0) * 3.6,
    rotate: 'radial',
    width: Math.max(0, ring - 8),
    overflow: 'truncate',
    fontFamily: theme.fontFamily,
    formatter: ({ name, data }) =>
      nodeLabel(form.label_type, name, first.format(nodeOf(data)?.value ?? null)),
  };
}

function itemOf(node: TreeNode, input: DrawInput, colorOf: NodeColors): Item {
  const opacity = nodeOpacity(node, input.selected);
  return {
    id: node.key,
    name: node.name,
    value: roomOf(node),
    itemStyle: { color: colorOf(node), opacity },
    ...(opacity === 1 ? {} : { label: { opacity } }),
    ...(node.children.length === 0
      ? {}
      : { children: node.children.map((child) => itemOf(child, input, colorOf)) }),
  };
}

/** What an arc takes: amounts below zero take nothing, so that no arc is shorter than what lies around it. */
function roomOf(node: TreeNode): number {
  return node.children.length === 0 ? Math.max(0, node.value) : sum(node.children.map(roomOf));
}

/** Its share of the whole and of what it lies around, its value and what colours it. */
function tooltip(node: TreeNode, { nodeOf, total, first, second }: Sunburst): string {
  const parent = nodeOf({ id: JSON.stringify(node.values.slice(0, -1)) });
  const row = (name: string, text: string) => ({ name, values: [text] });
  const ofParent = parent && parent !== node ? shareOf(node.value, parent.value) : undefined;
  return tooltipMarkup(node.names.join(' ▸ '), [
    row('% of total', percentText(shareOf(node.value, total))),
    ...(ofParent === undefined ? [] : [row('% of parent', percentText(ofParent))]),
    row(first.name, first.format(node.value)),
    ...(second === undefined
      ? []
      : [
          row(second.name, second.format(node.secondary)),
          row(`${first.name}/${second.name}`, percentText(ratioOf(node))),
        ]),
  ]);
}
