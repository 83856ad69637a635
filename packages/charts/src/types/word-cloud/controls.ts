import { colorScheme } from '../../controls/appearance-controls.ts';
import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import {
  checkbox,
  column,
  laidOut,
  REQUIRED,
  redrawing,
  select,
  text,
} from '../../controls/control-makers.ts';
import { adhocFilters, oneMetric, rowLimit } from '../../controls/query-controls.ts';

export const controls: ControlPanel = {
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      ...laidOut(
        column('series', 'Dimension', { clearable: false, ...REQUIRED, description: 'The words.' }),
        oneMetric,
        adhocFilters,
        rowLimit(100),
        checkbox('sort_by_metric', 'Sort by metric', undefined),
      ),
    },
    {
      label: 'Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        redrawing(
          text('size_from', 'Minimum Font Size', 10, {
            isInt: true,
            description: 'The size of a word of no weight.',
          }),
          text('size_to', 'Maximum Font Size', 70, {
            isInt: true,
            description: 'The size of the weightiest word.',
          }),
        ),
        ...redrawing(
          select('rotation', 'Word Rotation', plainChoices(['random', 'flat', 'square']), 'square', {
            clearable: false,
          }),
        ),
        colorScheme,
      ),
    },
  ],
};
