import { plainChoices } from '../../controls/choices.ts';
import type { ControlPanel } from '../../controls/control.ts';
import { laidOut, redrawing, select } from '../../controls/control-makers.ts';
import { groupby } from '../../controls/query-controls.ts';
import { seriesSection } from '../../controls/series-section.ts';
import { timeWithoutGrain } from '../../controls/time-section.ts';

const HEIGHTS = plainChoices(['10', '25', '40', '50', '75', '100', '150', '200']);

export const controls: ControlPanel = {
  sections: [
    timeWithoutGrain,
    seriesSection(groupby),
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      ...laidOut(
        redrawing(
          select('series_height', 'Series Height', HEIGHTS, '25', {
            freeForm: true,
            description: 'Pixels of each series.',
          }),
          select(
            'horizon_color_scale',
            'Value Domain',
            plainChoices(['series', 'overall', 'change']),
            'series',
            {
              description:
                'What the darkest band stands for: the largest value of each series, of all of them, or the largest change of each since its first moment.',
            },
          ),
        ),
      ),
    },
  ],
};
