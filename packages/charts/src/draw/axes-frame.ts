import type { ChartFormData } from '@chartroom/model';
import type { GridComponentOption } from 'echarts';
import { type LegendSide, legendRoom } from './legend.ts';

/** Pixels between the axes and the edges of the picture. */
const PADDING = 20;

/**
 * The frame of axes: padding, the legend and what else needs room at a side (titles, sliders) each take theirs. Labels
 * are kept inside.
 *
 * @param rooms further pixels by side
 */
export function axesFrame(
  form: ChartFormData,
  rooms: Partial<Record<LegendSide, number>> = {},
): GridComponentOption {
  const legend = legendRoom(form);
  const isBeside = legend?.side === 'left' || legend?.side === 'right';
  const forLegend = legend ? legend.pixels - (isBeside ? PADDING : 0) : 0;
  const room = (side: LegendSide) => PADDING + (rooms[side] ?? 0) + (legend?.side === side ? forLegend : 0);
  return {
    top: room('top'),
    right: room('right'),
    bottom: room('bottom'),
    left: room('left'),
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  };
}
