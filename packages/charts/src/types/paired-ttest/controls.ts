import type { ControlPanel } from '../../controls/control.ts';
import { columns, laidOut, REQUIRED, text } from '../../controls/control-makers.ts';
import { seriesSection } from '../../controls/series-section.ts';

export const controls: ControlPanel = {
  sections: [
    seriesSection(columns('groupby', 'Dimensions', { multi: true, ...REQUIRED })),
    {
      label: 'Parameters',
      tab: 'data',
      expanded: false,
      ...laidOut(
        text('significance_level', 'Significance Level', 0.05, {
          description: 'Groups differ significantly when their p-value is not above this level.',
        }),
        text('pvalue_precision', 'p-value precision', 6, { description: 'Digits behind the point.' }),
        text('liftvalue_precision', 'Lift percent precision', 4, { description: 'Digits behind the point.' }),
      ),
    },
  ],
};
