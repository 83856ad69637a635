import { numberFormat } from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { Choice, ControlPanel } from '../../controls/control.ts';
import { checkbox, laidOut, redrawing, select, special } from '../../controls/control-makers.ts';
import { olderAlong, olderValues } from '../../controls/older-axes.ts';
import { adhocFilters, oneMetric } from '../../controls/query-controls.ts';
import { timeWithGrain } from '../../controls/time-section.ts';

const FREQUENCIES: readonly Choice[] = [
  ['AS', 'Year (freq=AS)'],
  ['52W-MON', '52 weeks starting Monday (freq=52W-MON)'],
  ['W-SUN', '1 week starting Sunday (freq=W-SUN)'],
  ['W-MON', '1 week starting Monday (freq=W-MON)'],
  ['D', 'Day (freq=D)'],
  ['4W-MON', '4 weeks (freq=4W-MON)'],
];
const LINES = plainChoices(['linear', 'basis', 'cardinal', 'monotone', 'step-before', 'step-after']);

export const controls: ControlPanel = {
  sections: [
    timeWithGrain,
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        oneMetric,
        adhocFilters,
        select('freq', 'Frequency', FREQUENCIES, 'W-MON', {
          freeForm: true,
          clearable: false,
          description: 'The length of the periods that are laid over each other.',
        }),
      ),
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        ...redrawing(
          checkbox('show_legend', 'Legend', true),
          select('line_interpolation', 'Line Style', LINES, 'linear'),
          special('ColorPickerControl', 'color_picker', 'Fixed Color', { r: 0, g: 122, b: 135, a: 1 }),
        ),
      ),
    },
    {
      label: 'X Axis',
      tab: 'customize',
      expanded: true,
      ...laidOut(...olderAlong, numberFormat('x_axis_format', 'X Axis Format')),
    },
    { label: 'Y Axis', tab: 'customize', expanded: true, ...laidOut(...olderValues) },
  ],
};
