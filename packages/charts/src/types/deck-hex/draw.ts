import type { DrawInput, MapDrawing } from '../../chart-type.ts';
import { cellMap } from '../../deck/cell-map.ts';
import { hexagonCells } from '../../deck/cells.ts';

/** Hexagons over the map. */
export function draw(input: DrawInput): MapDrawing {
  return cellMap(input, hexagonCells);
}
