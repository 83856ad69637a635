import type { ChartFormData } from '@chartroom/model';
import type { TreeSeriesOption } from 'echarts';
import type { DrawInput, EChartsDrawing } from '../../chart-type.ts';
import { baseOption, baseTooltip } from '../../draw/base-option.ts';
import { type Measure, measureOf } from '../../draw/measure.ts';
import { longestWidth } from '../../draw/measure-text.ts';
import { NOTE_ROOM, noteOption } from '../../draw/note.ts';
import { roamOf } from '../../draw/roam.ts';
import { sum } from '../../draw/statistics.ts';
import { tooltipMarkup } from '../../draw/tooltip.ts';
import { membersOf, metricsOf, numberOf, textOf } from '../../question/read-form.ts';
import { type Branch, type TreeData, treeData } from './branches.ts';

type Item = NonNullable<TreeSeriesOption['data']>[number];
type TreeItem = Extract<Item, { children?: unknown }>;
type Side = 'left' | 'top' | 'right' | 'bottom';
type Orient = 'LR' | 'RL' | 'TB' | 'BT';

const FONT_SIZE = 12;
/** Labels take at most this part of the width at each side of the tree, and of the shorter side round a circle. */
const LABEL_SHARE = 0.25;
const CIRCLE_SHARE = 0.24;
/** Pixels between a node and its label. */
const LABEL_GAP = 12;
const LONGEST_LABEL = 160;
const SHORTEST_LABEL = 30;
/** A larger tree begins with its first levels only; a click opens a node. */
const MOST_OPEN = 500;

/** A tree from its root to its leaves (contract, tree). */
export function draw(input: DrawInput): EChartsDrawing {
  const { form, theme } = input;
  const tree = treeData(input);
  const [metric] = metricsOf(form.metric);
  const measure = metric === undefined ? undefined : measureOf(input, metric);
  return {
    kind: 'echarts',
    option: {
      ...baseOption(theme),
      ...noteOption(input, tree.notes),
      tooltip: {
        ...baseTooltip(theme),
        trigger: 'item',
        formatter: (given) => {
          const { id } = membersOf(membersOf(Array.isArray(given) ? given[0] : given).data);
          const branch = tree.branches.get(String(id));
          return branch ? tooltip(branch, measure) : '';
        },
      },
      // The drawing library cannot draw a tree without a root.
      series: tree.root === undefined ? [] : [seriesOf(input, tree, tree.root)],
    },
  };
}

function seriesOf(input: DrawInput, tree: TreeData, root: Branch): TreeSeriesOption {
  const label = labelRoom(input, tree);
  return {
    type: 'tree',
    ...layoutOf(input, tree, label),
    roam: roamOf(input),
    ...looksOf(input, label),
    initialTreeDepth: tree.branches.size > MOST_OPEN ? 2 : -1,
    data: [rootItem(root, outwards(input.form, root))],
  };
}

function layoutOf(input: DrawInput, { notes }: TreeData, label: number): TreeSeriesOption {
  const { form, height } = input;
  const orient = orientOf(form.orient);
  const isRadial = form.layout === 'radial';
  const isLying = orient === 'LR' || orient === 'RL';
  const across = isRadial || isLying ? label + LABEL_GAP : label / 2 + 4;
  const along = isRadial ? label + LABEL_GAP : Math.min(26, height * LABEL_SHARE);
  return {
    layout: isRadial ? 'radial' : 'orthogonal',
    orient,
    left: across,
    right: across,
    top: along,
    bottom: along + (notes.length > 0 ? NOTE_ROOM : 0),
  };
}

/** Pixels for the longest label. */
function labelRoom({ form, width, height }: DrawInput, { branches }: TreeData): number {
  const longest = longestWidth(
    [...branches.values()].map(({ name }) => name),
    FONT_SIZE,
  );
  const room = form.layout === 'radial' ? Math.min(width, height) * CIRCLE_SHARE : width * LABEL_SHARE;
  return Math.max(SHORTEST_LABEL, Math.min(longest, LONGEST_LABEL, room - LABEL_GAP));
}

function looksOf({ form, theme }: DrawInput, label: number): TreeSeriesOption {
  const isRadial = form.layout === 'radial';
  const [nodes, leaves] = [
    sideOf(form.node_label_position, 'left'),
    sideOf(form.child_label_position, 'bottom'),
  ];
  return {
    symbol: textOf(form.symbol) ?? 'emptyCircle',
    symbolSize: numberOf(form.symbolSize) ?? 7,
    itemStyle: { color: theme.colorPrimary, borderColor: theme.colorPrimary },
    lineStyle: { color: theme.colorBorder, width: 1.5 },
    label: {
      position: nodes,
      ...(isRadial ? {} : placed(nodes)),
      color: theme.colorText,
      fontFamily: theme.fontFamily,
      fontSize: FONT_SIZE,
      width: label,
      overflow: 'truncate',
    },
    leaves: { label: { position: leaves, ...(isRadial ? {} : placed(leaves)) } },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: form.emphasis === 'ancestor' ? 'ancestor' : 'descendant' },
    animationDurationUpdate: 300,
  };
}

/** Texts above and below a node are centred on it; those beside it begin or end there. */
function placed(side: Side): NonNullable<TreeSeriesOption['label']> {
  if (side === 'left') return { align: 'right', verticalAlign: 'middle' };
  return side === 'right' ? { align: 'left', verticalAlign: 'middle' } : { align: 'center' };
}

function sideOf(value: unknown, otherwise: Side): Side {
  return value === 'left' || value === 'top' || value === 'right' || value === 'bottom' ? value : otherwise;
}

function orientOf(value: unknown): Orient {
  return value === 'RL' || value === 'TB' || value === 'BT' ? value : 'LR';
}

/** The root stands for the whole, and carries no amount of its own among the marks (its tooltip tells it). */
function rootItem(root: Branch, sides: ReadonlyMap<string, Side>): Item {
  const { value: _whole, ...item } = itemOf(root, sides);
  return item;
}

function itemOf({ key, name, amount, children }: Branch, sides: ReadonlyMap<string, Side>): TreeItem {
  const side = sides.get(key);
  return {
    id: key,
    name,
    ...(amount === null ? {} : { value: amount }),
    ...(side === undefined ? {} : { label: { position: side } }),
    children: children.map((child) => itemOf(child, sides)),
  };
}

/**
 * The sides on which labels point away from the middle of a circle, unless others than the usual ones are asked for.
 * Leaves go round it from the top, in their order.
 */
function outwards(form: ChartFormData, root: Branch): ReadonlyMap<string, Side> {
  const sides = new Map<string, Side>();
  if (form.layout !== 'radial') return sides;
  const [nodes, leaves] = [form.node_label_position !== 'left', form.child_label_position !== 'bottom'];
  const leafCounts = new Map<Branch, number>();
  const count = (branch: Branch): number => {
    const below = branch.children.length === 0 ? 1 : sum(branch.children.map(count));
    leafCounts.set(branch, below);
    return below;
  };
  const all = count(root);
  const turn = (branch: Branch, first: number) => {
    const middle = first + (leafCounts.get(branch) ?? 0) / 2;
    const isSet = branch.children.length === 0 ? leaves : nodes;
    if (!isSet) sides.set(branch.key, middle < all / 2 ? 'right' : 'left');
    let next = first;
    for (const child of branch.children) {
      turn(child, next);
      next += leafCounts.get(child) ?? 0;
    }
  };
  turn(root, 0);
  return sides;
}

function tooltip({ path, amount }: Branch, measure: Measure | undefined): string {
  const title = path.filter((name) => name !== '').join(' ▸ ');
  const rows =
    measure === undefined || amount === null
      ? []
      : [{ name: measure.name, values: [measure.format(amount)] }];
  return tooltipMarkup(title, rows);
}
