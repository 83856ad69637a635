import type { ChartExample } from '../../chart-type.ts';
import { example as hexagons } from '../deck-hex/example.ts';

/** How many people wait around the middle of a city. */
export const example: ChartExample = {
  ...hexagons,
  form: {
    ...hexagons.form,
    viz_type: 'deck_heatmap',
    linear_color_scheme: 'deck_gl_heatmap_gradient',
    radius_pixels: 40,
  },
};
