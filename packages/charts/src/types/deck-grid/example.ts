import type { ChartExample } from '../../chart-type.ts';
import { example as hexagons } from '../deck-hex/example.ts';

/** The same stops in squares. */
export const example: ChartExample = {
  ...hexagons,
  form: { ...hexagons.form, viz_type: 'deck_grid', grid_size: 1000 },
};
