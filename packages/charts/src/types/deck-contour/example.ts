import type { ChartExample } from '../../chart-type.ts';
import { example as hexagons } from '../deck-hex/example.ts';

/** Where more than so many people wait around the middle of a city. */
export const example: ChartExample = {
  ...hexagons,
  form: {
    ...hexagons.form,
    viz_type: 'deck_contour',
    cellSize: 900,
    contours: [
      { lowerThreshold: 20, color: { r: 31, g: 168, b: 201, a: 1 }, strokeWidth: 2, zIndex: 0 },
      { lowerThreshold: 50, color: { r: 69, g: 78, b: 124, a: 1 }, strokeWidth: 2, zIndex: 1 },
      {
        lowerThreshold: 80,
        upperThreshold: 1000,
        color: { r: 224, g: 67, b: 85, a: 1 },
        zIndex: 2,
      },
    ],
  },
};
