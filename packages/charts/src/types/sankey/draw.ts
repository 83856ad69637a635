import type { SankeySeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { measureOf } from '../../draw/measure.ts';
import { longestWidth } from '../../draw/measure-text.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { amountOf } from '../../draw/row-names.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { shareOf } from '../../draw/tree-of-rows.ts';
import { formColors } from '../../format/label-colors.ts';
import { laterNumbers } from '../../format/number.ts';
import { membersOf, metricsOf } from '../../question/read-form.ts';
import { type Flow, type FlowData, flowData } from './flows.ts';

/** Pixels between the flows and the edges of the picture. */
const PADDING = 8;
const FONT_SIZE = 12;
/** Pixels between a node and its label. */
const LABEL_GAP = 5;
/** Labels at the right take at most this part of the width. */
const LABEL_SHARE = 0.3;
/** Gaps between the nodes of a column take at most this part of the height. */
const GAP_SHARE = 0.4;

const amountText = laterNumbers(',.2f');
const percentText = laterNumbers('.2%');

/** Bands from node to node, as wide as what flows (contract, sankey). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const data = flowData(input);
  const { name: metric } = measureOf(input, metricsOf(form.metric)[0]);
  const color = input.colors ?? formColors(form);
  const again = new Set(data.flows.flatMap(({ isBack, target }) => (isBack ? [target] : [])));
  const nodeOf = (name: string) => ({ name, itemStyle: { color: color(name) } });
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, data.notes),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => tooltip(membersOf(Array.isArray(given) ? given[0] : given), data.flows, metric),
      },
      series: [
        {
          type: 'sankey',
          ...placeOf(input, data),
          data: [
            ...data.names.map(nodeOf),
            ...[...again].map((name) => ({ id: againId(name), ...nodeOf(name) })),
          ],
          links: data.flows.map(({ source, target, value, isBack }) => ({
            value,
            source,
            target: isBack ? againId(target) : target,
          })),
        },
      ],
    },
  };
}

/** A node that ways lead back to stands a second time, at their end. */
function againId(name: string): string {
  return JSON.stringify(['again', name]);
}

function placeOf(
  { width, height, theme }: DrawInput,
  { names, columns, mostInAColumn, notes }: FlowData,
): SankeySeriesOption {
  const node = Math.max(6, Math.min(20, width / (columns * 6)));
  const longest = longestWidth(names, FONT_SIZE);
  const label = Math.min(longest, width * LABEL_SHARE);
  const bottom = PADDING + (notes.length > 0 ? NOTE_ROOM : 0);
  const step = (width - 2 * PADDING - label - LABEL_GAP - node) / Math.max(1, columns - 1);
  const gaps = Math.max(0, height - PADDING - bottom) * GAP_SHARE;
  return {
    left: PADDING,
    top: PADDING,
    right: PADDING + label + LABEL_GAP,
    bottom,
    nodeWidth: node,
    nodeGap: Math.min(8, gaps / mostInAColumn),
    draggable: false,
    lineStyle: { color: 'source', opacity: theme.dark ? 0.45 : 0.35, curveness: 0.5 },
    itemStyle: { borderWidth: 0 },
    emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.6 } },
    label: {
      formatter: '{b}',
      color: theme.colorText,
      fontFamily: theme.fontFamily,
      fontSize: FONT_SIZE,
      width: Math.max(24, Math.min(label, step - node - 2 * LABEL_GAP)),
      overflow: 'truncate',
    },
    labelLayout: { hideOverlap: true },
  };
}

/** Of a node its amount; of a band also its share of what leaves its source and of what arrives at its target. */
function tooltip(event: Record<string, unknown>, flows: readonly Flow[], metric: string): string {
  const value = amountOf(event.value);
  const amount = { name: metric, values: [amountText(value ?? Number.NaN)] };
  const { source, target } = membersOf(event.data);
  const flow = flows.find(
    (each) => each.source === source && (each.isBack ? againId(each.target) : each.target) === target,
  );
  if (!flow) return tooltipMarkup(String(event.name ?? ''), [amount]);
  const total = (end: 'source' | 'target') =>
    sum(flows.filter((each) => each[end] === flow[end]).map((each) => each.value));
  const share = (end: 'source' | 'target') => ({
    name: `% of ${flow[end]}`,
    values: [percentText(shareOf(flow.value, total(end)))],
  });
  return tooltipMarkup(`${flow.source} → ${flow.target}`, [amount, share('source'), share('target')]);
}
