import type { ChartExample } from '../../chart-type.ts';
import { example as hexagons } from '../deck-hex/example.ts';

/** The same stops in cells of the picture. */
export const example: ChartExample = {
  ...hexagons,
  form: { ...hexagons.form, viz_type: 'deck_screengrid', color_scheme: 'supersetColors', grid_size: 25 },
};
