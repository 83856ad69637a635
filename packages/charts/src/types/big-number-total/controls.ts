import { bigNumberTexts, conditionalFormatting, headerFontSize } from '../../controls/appearance-controls.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut } from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric } from '../../controls/query-controls.ts';

export const controls: ControlPanel = {
  sections: [
    { label: 'Query', tab: 'data', expanded: true, ...laidOut(oneMetric, adhocFilters) },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(headerFontSize, ...bigNumberTexts, conditionalFormatting('Conditional Formatting')),
    },
  ],
};
