import type { ChartExample, ChartType, DrawInput, EChartsDrawing } from '../chart-type.ts';
import { LIGHT_THEME } from './draw-example.ts';

/** What is other than in the example; `names` are those of columns and metrics. */
type Further = Partial<DrawInput> & { names?: Record<string, string> };

/** The picture of a chart type's example with another form, in 600 × 400 pixels unless told otherwise. */
export function drawPicture(
  chart: ChartType,
  example: ChartExample,
  form: Record<string, unknown> = {},
  { names = {}, ...further }: Further = {},
): EChartsDrawing {
  const drawing = chart.draw({
    form: { ...example.form, ...form },
    results: example.results,
    datasource: { columns: [], metrics: [], verbose_map: names, column_formats: {} },
    width: 600,
    height: 400,
    theme: LIGHT_THEME,
    ...further,
  });
  if (drawing.kind !== 'echarts') throw new Error(`${chart.key} is a picture`);
  return drawing;
}
