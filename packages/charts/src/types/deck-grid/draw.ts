import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { cellMap } from '../../deck/cell-map.ts';
import { squareCells } from '../../deck/cells.ts';

/** Squares over the map. */
export function draw(input: DrawInput): MapDrawing {
  return cellMap(input, squareCells);
}
