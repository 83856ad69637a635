import type { GraphSeriesOption } from 'echarts';
import type { DataPoint, DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { selectionOpacity } from '../../draw/cross-filter.ts';
import { legendOption, legendRoom } from '../../draw/legend.ts';
import { type Measure, measureOf } from '../../draw/measure.ts';
import { longestWidth } from '../../draw/measure-text.ts';
import { noteOption } from '../../draw/note.ts';
import { roamOf } from '../../draw/roam.ts';
import { rowPoint } from '../../draw/row-point.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { categoricalScheme, formColors } from '../../format/label-colors.ts';
import { columnsOf, membersOf, metricsOf, numberOf, textOf } from '../../question/read-form.ts';
import { type GraphLink, type GraphNode, type Network, networkOf, sizesOf } from './network.ts';

const FONT_SIZE = 12;
/**
 * The shorter side of a picture in which all is as large as it is set. In smaller ones marks shrink with the side and
 * distances more, so that the nodes at the edge stay in the picture with their names.
 */
const WHOLE_SIDE = 400;
/** From how many nodes on distances are no larger than the picture has room for. */
const MANY_NODES = 20;
/** The part of the shorter side that they then take to each side of the middle. */
const CROWD_SHARE = 0.4;
/** Labels take at most this part of the width, those round a circle of the shorter side. */
const LABEL_SHARE = 0.2;
const LONGEST_LABEL = 160;

/** Nodes and links, pulled apart by forces or round a circle (contract, graph). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const network = networkOf(input);
  const { categories } = network;
  const measure = measureOf(input, metricsOf(form.metric)[0]);
  const color = input.colors ?? formColors(form);
  const plain = categoricalScheme(textOf(form.color_scheme)).colors[0] ?? theme.colorPrimary;
  // Categories have their colours in order of appearance.
  const colors = new Map(categories.map((category) => [category, color(category)]));
  const colorOf = ({ category }: GraphNode) => (category && colors.get(category)) || plain;
  const pointAt = (data: unknown) =>
    nodePoint(input, nodeAt(network, data)) ?? linkPoint(input, network, data);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, network.notes),
      legend: legendOption({ form, names: categories, theme, selector: categories.length > 1 }),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) =>
          tooltip(membersOf(Array.isArray(given) ? given[0] : given).data, network, measure),
      },
      series: [
        {
          type: 'graph',
          ...layoutOf(input, network),
          roam: roamOf(input),
          selectedMode: selectedMode(form.selectedMode),
          ...marksOf(input, network, colorOf),
          categories: [...colors].map(([name, itemColor]) => ({ name, itemStyle: { color: itemColor } })),
        },
      ],
    },
    crossFilter: ({ data }) => pointAt(data)?.crossFilter,
    pointAt: ({ data }) => pointAt(data),
  };
}

function selectedMode(mode: unknown): 'single' | 'multiple' | false {
  return mode === 'single' || mode === 'multiple' ? mode : false;
}

/** How much smaller than at its whole size the picture is. */
function scaleOf({ width, height }: DrawInput): number {
  return Math.min(1, Math.min(width, height) / WHOLE_SIDE);
}

function layoutOf(input: DrawInput, { nodes }: Network): GraphSeriesOption {
  const { form, width, height } = input;
  const isCircular = form.layout === 'circular';
  const room = legendRoom(form);
  const legend = room === undefined ? {} : { [room.side]: room.pixels };
  const longest = longestWidth(
    nodes.map(({ name }) => name),
    FONT_SIZE,
  );
  const padding = Math.min(longest, Math.min(width, height) * LABEL_SHARE) + 10;
  const around = { left: padding, top: padding, right: padding, bottom: padding };
  return {
    layout: isCircular ? 'circular' : 'force',
    ...(isCircular ? { ...around, ...(room && { [room.side]: room.pixels + padding }) } : legend),
    circular: { rotateLabel: true },
    force: {
      initLayout: 'circular',
      layoutAnimation: true,
      ...forcesOf(input, nodes.length),
      friction: numberOf(form.friction) ?? 0.2,
    },
    draggable: Boolean(form.draggable),
  };
}

/**
 * What pulls nodes together and apart. Each is pushed away by all others and drawn to the middle: they come to rest within a
 * radius whose square is twice their number times the push, divided by the pull.
 */
function forcesOf(input: DrawInput, count: number): NonNullable<GraphSeriesOption['force']> {
  const { form, width, height } = input;
  const scale = scaleOf(input);
  const edgeLength = scale ** 2 * (numberOf(form.edgeLength) ?? 400);
  const gravity = numberOf(form.gravity) ?? 0.3;
  const repulsion = scale ** 2 * (numberOf(form.repulsion) ?? 1000);
  if (count <= MANY_NODES) return { edgeLength, gravity, repulsion };
  const radius = Math.min(width, height) * CROWD_SHARE;
  return {
    edgeLength: Math.min(edgeLength, 3 * Math.sqrt((width * height) / count)),
    gravity,
    repulsion: Math.min(repulsion, (gravity * radius ** 2) / (2 * count)),
  };
}

function marksOf(
  input: DrawInput,
  { nodes, links }: Network,
  colorOf: (node: GraphNode) => string,
): GraphSeriesOption {
  const { form, theme, selected } = input;
  const scale = scaleOf(input);
  const threshold = numberOf(form.showSymbolThreshold) ?? 0;
  const sizes = sizesOf(
    nodes.map(({ value }) => value),
    scale * (numberOf(form.baseNodeSize) ?? 20),
  );
  const widths = sizesOf(
    links.map(({ value }) => value),
    scale * (numberOf(form.baseEdgeWidth) ?? 3),
  );
  const opacities = nodes.map(({ name }) => selectionOpacity(name, selected));
  return {
    edgeSymbol: edgeSymbols(form.edgeSymbol),
    edgeSymbolSize: Math.max(4, 9 * scale),
    label: {
      show: true,
      position: 'right',
      formatter: '{b}',
      color: theme.colorText,
      fontFamily: theme.fontFamily,
      fontSize: FONT_SIZE,
      width: Math.min(LONGEST_LABEL, input.width * LABEL_SHARE),
      overflow: 'truncate',
    },
    labelLayout: { hideOverlap: true },
    lineStyle: { opacity: 0.6, curveness: 0.1 },
    emphasis: { focus: 'adjacency' },
    select: { itemStyle: { borderColor: theme.colorText, borderWidth: 2 } },
    data: nodes.map((node, index) => ({
      id: String(index),
      name: node.name,
      value: node.value,
      ...(node.category === undefined ? {} : { category: node.category }),
      symbolSize: sizes[index] ?? 0,
      itemStyle: { color: colorOf(node), opacity: opacities[index] ?? 1 },
      ...(threshold > 0 && node.value <= threshold ? { label: { show: false } } : {}),
    })),
    links: links.map(({ source, target, value }, index) => {
      const start = nodes[source];
      const opacity = 0.6 * Math.max(opacities[source] ?? 1, opacities[target] ?? 1);
      return {
        value,
        source: String(source),
        target: String(target),
        lineStyle: { width: widths[index] ?? 1, opacity, ...(start ? { color: colorOf(start) } : {}) },
      };
    }),
  };
}

const SYMBOLS = ['none', 'arrow', 'circle'];

function edgeSymbols(value: unknown): [string, string] {
  const [start = '', end = ''] = String(value ?? '').split(',');
  return SYMBOLS.includes(start) && SYMBOLS.includes(end) ? [start, end] : ['none', 'arrow'];
}

function nodeAt({ nodes }: Network, data: unknown): GraphNode | undefined {
  const { id } = membersOf(data);
  return id === undefined ? undefined : nodes[Number(id)];
}

function linkAt({ links }: Network, data: unknown): GraphLink | undefined {
  const { source, target } = membersOf(data);
  return links.find((link) => String(link.source) === source && String(link.target) === target);
}

function nodePoint(input: DrawInput, node: GraphNode | undefined): DataPoint | undefined {
  if (!node) return undefined;
  const columns = columnsOf(input.form[node.end]).slice(0, 1);
  return rowPoint(input, node.row, node.name, { columns, field: node.end });
}

/** A link stands for the rows between its ends; it filters nothing. */
function linkPoint(input: DrawInput, network: Network, data: unknown): DataPoint | undefined {
  const link = linkAt(network, data);
  if (!link) return undefined;
  const columns = [input.form.source, input.form.target].flatMap((end) => columnsOf(end).slice(0, 1));
  const { crossFilter: _ofNodes, ...point } = rowPoint(input, link.row, '', { columns, field: 'source' });
  return point;
}

function tooltip(data: unknown, network: Network, { name, format }: Measure): string {
  const node = nodeAt(network, data);
  if (node) return tooltipMarkup(node.name, [{ name, values: [format(node.value)] }]);
  const link = linkAt(network, data);
  const ends = [link?.source, link?.target].map((at) => (at === undefined ? '' : network.nodes[at]?.name));
  return link ? tooltipMarkup(ends.join(' → '), [{ name, values: [format(link.value)] }]) : '';
}
