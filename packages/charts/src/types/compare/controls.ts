import { annotations } from '../../controls/analytics-sections.ts';
import { colorScheme, ticksLayout, timeFormat } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, redrawing } from '../../controls/control-makers.ts';
import { olderComparison, olderResampling, olderRolling } from '../../controls/older-analytics.ts';
import { olderAlong, olderValues } from '../../controls/older-axes.ts';
import { olderQuery } from '../../controls/older-query.ts';
import { timeWithGrain } from '../../controls/time-section.ts';

export const controls: ControlPanel = {
  sections: [
    timeWithGrain,
    olderQuery,
    { label: 'Chart Options', tab: 'customize', expanded: true, ...laidOut(colorScheme) },
    {
      label: 'X Axis',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        olderAlong.slice(0, 2),
        [ticksLayout('auto', 'flat', '45°', 'staggered'), timeFormat('x_axis_format', 'X Axis Format')],
        olderAlong.slice(2),
      ),
    },
    {
      label: 'Y Axis',
      tab: 'customize',
      expanded: true,
      ...laidOut(olderValues.slice(0, 2), olderValues.slice(2, 4), olderValues.slice(4)),
    },
    {
      label: 'Advanced Analytics',
      tab: 'data',
      expanded: false,
      ...laidOut(
        'Rolling Window',
        ...olderRolling,
        'Time Comparison',
        ...olderComparison,
        'Resample',
        ...olderResampling,
      ),
    },
    { ...annotations, rows: annotations.rows.map(redrawn) },
  ],
};

function redrawn(row: ControlPanel['sections'][number]['rows'][number]) {
  return redrawing(...row);
}
