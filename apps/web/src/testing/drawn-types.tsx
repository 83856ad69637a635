import {
  CHART_TYPES,
  type ChartExample,
  type ChartType,
  type DescribedType,
  describedTypes,
  loadEChartsParts,
} from '@chartroom/charts';
import { type ChartDataResult, type DataRow, GenericType } from '@chartroom/model';
import { createRoot } from 'react-dom/client';
import { Providers } from '../app/providers.tsx';
import { ChartPicture } from '../shared/chart/chart-picture.tsx';

/** A page that draws chart types one after another, which `npm run bench -- charts` builds and asks for figures. */
const SIZE = { width: 800, height: 500 };
const RUNS = 2;
/** Milliseconds of a picture that is not drawn again to be sure of the figure. */
const LONG = 1_000;
/** Milliseconds after which a picture counts as one that does not come. */
const PATIENCE = 20_000;

/** Types that are no charts of their own: they draw other charts, which this page has none of. */
const ASSEMBLED = ['deck_multi'];
/** Texts of these say where something is. */
const PLACES = /^(?:deck_|mapbox|world_map|country_map)/;

const place = document.createElement('div');
Object.assign(place.style, { width: `${SIZE.width}px`, height: `${SIZE.height}px`, overflow: 'hidden' });
document.body.append(place);

/** The types that can be drawn here. */
export const drawnTypes = CHART_TYPES.map(({ key }) => key).filter((key) => !ASSEMBLED.includes(key));

/** Milliseconds of a drawing. */
interface Took {
  /** From the answer to the picture; infinite when it does not come. */
  whole: number;
  /** The longest time meanwhile in which the page does nothing else. */
  blocked: number;
}

/**
 * How long it takes from an answer to its picture, the code being there: the middle of some runs.
 *
 * @param points how large its example is made; as it is without them
 */
export async function timeOfType(key: string, points?: number): Promise<Took> {
  const type = (await describedTypes(CHART_TYPES)).find((each) => each.key === key);
  if (!type) throw new Error(`There is no chart type ${key}.`);
  const [{ chart }, told] = await Promise.all([type.load(), type.example?.()]);
  if (!told) throw new Error(`${key} has no example.`);
  const { example } = told;
  // The first one fetches what it is drawn with.
  await timeOf(chart, example);
  const shown = points === undefined ? example : grown(type, example, points);
  const first = await timeOf(chart, shown);
  const all = first.whole > LONG ? [first] : [first, ...(await repeated(() => timeOf(chart, shown)))];
  return { whole: middle(all.map(({ whole }) => whole)), blocked: middle(all.map(({ blocked }) => blocked)) };
}

/** Milliseconds in which the drawing library alone draws a line of so many points. */
export async function timeOfLine(points: number): Promise<number> {
  const [{ init, use }, { CanvasRenderer }, parts] = await Promise.all([
    import('echarts/core'),
    import('echarts/renderers'),
    loadEChartsParts('base'),
  ]);
  use([CanvasRenderer, ...parts]);
  const data = Array.from({ length: points }, (_, at) => [at, Math.sin(at / 100) * 50 + (at % 17)]);
  const run = async () => {
    const element = document.createElement('div');
    place.replaceChildren(element);
    const begun = performance.now();
    const chart = init(element, null, { renderer: 'canvas', ...SIZE });
    const finished = new Promise<void>((resolve) => chart.on('finished', () => resolve()));
    chart.setOption({
      animation: false,
      xAxis: { type: 'value' },
      yAxis: { type: 'value' },
      series: [{ type: 'line', showSymbol: false, data }],
    });
    await finished;
    await frame();
    const took = performance.now() - begun;
    chart.dispose();
    return took;
  };
  await run();
  return middle(await repeated(run));
}

async function timeOf(type: ChartType, { form, results }: ChartExample): Promise<Took> {
  const element = document.createElement('div');
  place.replaceChildren(element);
  const root = createRoot(element);
  const datasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };
  const begun = performance.now();
  root.render(
    <Providers>
      <div style={{ height: SIZE.height }}>
        <ChartPicture type={type} form={form} results={results} datasource={datasource} name={type.name} />
      </div>
    </Providers>,
  );
  let blocked = 0;
  while (!isDrawn(element)) {
    const before = performance.now();
    await frame();
    blocked = Math.max(blocked, performance.now() - before);
    const problem = element.querySelector('[role="alert"]')?.textContent;
    if (problem) throw new Error(`${type.key}: ${problem}`);
    if (performance.now() - begun > PATIENCE) break;
  }
  const whole = isDrawn(element) ? performance.now() - begun : Number.POSITIVE_INFINITY;
  root.unmount();
  return { whole, blocked };
}

/** Whether the picture stands there and stands still. */
function isDrawn(element: Element): boolean {
  return (
    Boolean(element.querySelector('[data-chart-drawn]')) && !element.querySelector('[data-chart-moving]')
  );
}

/** An example with rows until it has so many points: later, elsewhere, of further names. */
function grown(type: DescribedType, example: ChartExample, points: number): ChartExample {
  const keepsTexts = PLACES.test(type.key);
  return { ...example, results: example.results.map((result) => grownResult(result, points, keepsTexts)) };
}

function grownResult(result: ChartDataResult, points: number, keepsTexts: boolean): ChartDataResult {
  const { data, colnames, coltypes } = result;
  // A column for each series makes a point of each cell.
  const series = colnames[0] === '__timestamp' ? colnames.length - 1 : 1;
  const count = data.length === 0 ? 0 : Math.ceil(points / series);
  const kindOf = new Map(colnames.map((name, at) => [name, coltypes[at]]));
  const named = colnames.find((name) => kindOf.get(name) === GenericType.STRING);
  const isTime = (name: string) => kindOf.get(name) === GenericType.TEMPORAL;
  const spans = new Map(colnames.map((name) => [name, spanOf(data, name)]));
  const rows = Array.from({ length: count }, (_, at): DataRow => {
    const round = Math.floor(at / data.length);
    const entries = Object.entries(data[at % data.length] ?? {}).map(([name, value]) => {
      if (typeof value === 'number')
        return [name, value + (isTime(name) ? round * (spans.get(name) ?? 1) : (round % 7) / 10)];
      const isName = name === named && !keepsTexts && value !== null && round > 0;
      return [name, isName ? `${value} ${round}` : value];
    });
    return Object.fromEntries(entries);
  });
  return { ...result, data: rows, rowcount: count, sql_rowcount: count, indexnames: rows.map((_, at) => at) };
}

/** How much later a repetition of these moments begins. */
function spanOf(data: readonly DataRow[], name: string): number {
  const moments = data.map((row) => row[name]).filter((value) => typeof value === 'number');
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  return ((last - first) * moments.length) / Math.max(1, moments.length - 1) || 86_400_000;
}

async function repeated<T>(run: () => Promise<T>): Promise<T[]> {
  const times: T[] = [];
  for (let at = 0; at < RUNS; at += 1) times.push(await run());
  return times;
}

function middle(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Resolves when the page has been painted. */
function frame(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    }),
  );
}
