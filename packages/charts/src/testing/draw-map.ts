import type { ChartDataResult } from '@chartroom/model';
import type { ChartExample, ChartType, DrawInput, MapDrawing } from '../chart-type.ts';
import type { MapLayer } from '../map/layers.ts';
import { LIGHT_THEME } from './draw-example.ts';

/** The map of a chart type's example with another form, and other answers. */
export function drawMap(
  chart: ChartType,
  example: ChartExample,
  form: Record<string, unknown> = {},
  results: ChartDataResult[] = example.results,
  further: Partial<DrawInput> = {},
): MapDrawing {
  const drawing = chart.draw({
    form: { ...example.form, ...form },
    results,
    datasource: { columns: [], metrics: [], verbose_map: {}, column_formats: {} },
    width: 600,
    height: 400,
    theme: LIGHT_THEME,
    ...further,
  });
  if (drawing.kind !== 'map') throw new Error(`${chart.key} is a map`);
  return drawing;
}

/** The marks of one layer of a map. */
export function marksOf(drawing: MapDrawing, index = 0): MapLayer['marks'] {
  return drawing.layers[index]?.marks ?? [];
}
