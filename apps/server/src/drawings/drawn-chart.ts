import {
  type ChartType,
  type DrawInput,
  type DrawnPart,
  formColors,
  loadChartType,
  loadStillPictures,
  matrixOf,
} from '@chartroom/charts';
import type { ChartPen } from './chart-pen.ts';
import type { AskedChart } from './drawing-work.ts';
import { drawnMatrix } from './drawn-matrix.ts';

/** What stands in the place of a chart that failed while it was drawn, as on a page. */
const FAILED = 'An error occurred while rendering the visualization';

/** A chart that was asked as an SVG document; where there is no picture it says why. */
export async function drawnChart(asked: AskedChart, pen: ChartPen): Promise<string> {
  const { stillChart, stillMessage } = await loadStillPictures();
  const problem = (title: string) => stillMessage({ title, isProblem: true }, pen.look, pen.size);
  if (asked.problem !== undefined) return problem(asked.problem);
  const type = await loadChartType(asked.form.viz_type);
  if (!type) return problem(FAILED);
  try {
    if (matrixOf(type, asked.form)) return await drawnMatrix(type, asked, pen, drawnChart);
    return await stillChart(type, await inputOf(type, asked, pen));
  } catch {
    return problem(FAILED);
  }
}

async function inputOf(type: ChartType, asked: AskedChart, pen: ChartPen): Promise<DrawInput> {
  const input: DrawInput = {
    form: asked.form,
    results: pen.answers.results(asked.answer),
    datasource: asked.datasource,
    width: pen.size.width,
    height: pen.size.height,
    theme: pen.look,
    colors: pen.colors,
    onDashboard: pen.onDashboard,
  };
  return type.parts ? { ...input, parts: await drawnParts(asked, input, pen) } : input;
}

/** The charts that a chart is made of; what cannot be drawn says why. No two labels have one colour, whichever of them they are of. */
async function drawnParts(asked: AskedChart, around: DrawInput, pen: ChartPen): Promise<DrawnPart[]> {
  const colors = around.colors ?? formColors(around.form);
  const parts: DrawnPart[] = [];
  for (const { name, form, datasource, answer, problem } of asked.parts ?? []) {
    const type = problem === undefined ? await loadChartType(form.viz_type) : undefined;
    if (!type) {
      parts.push({ name, problem: problem ?? FAILED });
      continue;
    }
    const results = pen.answers.results(answer);
    try {
      parts.push({ name, drawing: type.draw({ ...around, colors, form, results, datasource }), results });
    } catch {
      parts.push({ name, results, problem: FAILED });
    }
  }
  return parts;
}
