import {
  axisValues,
  type ChartPart,
  type ChartType,
  chartQuestion,
  type DrawDatasource,
  loadChartType,
  matrixCells,
  matrixOf,
  partForm,
} from '@chartroom/charts';
import {
  type ChartDataResult,
  type ChartFormData,
  ChartroomError,
  exactJson,
  isJsonObject,
  type QueryContext,
} from '@chartroom/model';
import { othersFirst } from '../data/heavy/breathing.ts';
import type { RowsOnHand } from '../data/heavy/worker.ts';
import type { WithData } from '../data/ports.ts';
import { allPieces, sizeOf, wholeBody } from '../data/writing/answer-body.ts';
import type { Act } from '../http/act.ts';
import type { Ground } from '../records/ground.ts';
import { readContext } from '../resources/chart/chart-data-routes.ts';
import { resultsIn } from './chart-pen.ts';
import type { AskedCell, AskedChart, AskedPart } from './drawing-work.ts';

/** A chart that is to be drawn. */
export interface ChartToAsk {
  form: ChartFormData;
  /** What is known of its dataset to whom it is drawn for; undefined where that is nothing. */
  datasource(): Promise<DrawDatasource | undefined>;
  /** Another chart that it shows within its own picture; undefined where they may not see it. */
  part(
    part: ChartPart,
  ): Promise<{ name: string; form: ChartFormData; datasource: DrawDatasource } | undefined>;
  /** Pixels that it is high: of a matrix nothing is asked that is not seen. */
  height: number;
}

/** Where answers come from: from what is kept, and else from databases; from these alone; or from what is kept alone. */
export type AnswersFrom = 'both' | 'databases' | 'kept';

/** Bytes of one answer that is drawn: of more nobody sees anything. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Small charts of a matrix that are asked. */
const MOST_CELLS = 100;
const NO_DATASET: DrawDatasource = { columns: [], metrics: [], verbose_map: {}, column_formats: {} };

/**
 * Asks what charts ask on a page, as whoever the act is for: with their rights and the rules for them, by the answers that are
 * kept for them. What fails does so in the place of its chart alone.
 */
export class Asking {
  /** The answers so far, as they cross to where they are drawn. */
  readonly answers: RowsOnHand[] = [];
  readonly #act: Act<Ground & WithData>;
  readonly #from: AnswersFrom;
  /** Whether something was not asked because its answer is not kept. */
  hasGaps = false;

  constructor(act: Act<Ground & WithData>, from: AnswersFrom) {
    this.#act = act;
    this.#from = from;
  }

  get #force(): boolean {
    return this.#from === 'databases';
  }

  /** Asks a chart. Rejects with the reason of the signal alone. */
  async ask(chart: ChartToAsk): Promise<AskedChart> {
    const { form } = chart;
    try {
      const type = await loadChartType(form.viz_type);
      if (!type)
        throw new PictureProblem(`Charts of the type "${form.viz_type}" are drawn by browsers alone.`);
      const answer = await this.#answer(chartQuestion(type, form, { force: this.#force }));
      const asked: AskedChart = { form, datasource: drawn(await chart.datasource()), answer };
      if (matrixOf(type, form)) return { ...asked, cells: await this.#cells(type, asked, chart.height) };
      return type.parts ? { ...asked, parts: await this.#parts(type.parts(form), chart) } : asked;
    } catch (error) {
      return { form, datasource: NO_DATASET, problem: this.#problemOf(error) };
    }
  }

  /** The results to a question that nobody draws. Rejects with what refuses it. */
  async resultsTo(question: QueryContext): Promise<ChartDataResult[]> {
    return resultsIn(await this.#rowsTo(question));
  }

  /** The place of the answer to a question; undefined for one that asks nothing. */
  async #answer(question: QueryContext): Promise<number | undefined> {
    if (question.queries.length === 0) return undefined;
    const rows = await this.#rowsTo(question);
    return this.answers.push({ columns: [], rows }) - 1;
  }

  async #rowsTo(question: QueryContext): Promise<Buffer[]> {
    const { services, caller, signal } = this.#act;
    // Answers that are kept come at once: those to all charts of a picture would be one long work.
    await othersFirst();
    const data = await services.data();
    const context = readContext(JSON.parse(JSON.stringify(question)), services.config);
    const answer =
      this.#from === 'kept'
        ? await data.keptChartData(context, caller.principal, signal)
        : await data.chartData(context, caller.principal, signal);
    if (!answer) {
      this.hasGaps = true;
      throw new PictureProblem('The answer is not there yet.');
    }
    if (answer.status >= 400) throw refusalIn(answer.status, await wholeBody(answer));
    const rows = await allPieces(answer);
    if (sizeOf(rows) > MOST_BYTES)
      throw new PictureProblem('The rows of this chart are too many to be drawn.');
    return rows;
  }

  async #parts(parts: readonly ChartPart[], chart: ChartToAsk): Promise<AskedPart[]> {
    const asked: AskedPart[] = [];
    for (const part of parts) {
      const found = await chart.part(part);
      const name = found?.name ?? `Chart ${part.id}`;
      const own = found?.form ?? { datasource: '', viz_type: '' };
      const form = partForm(own, part);
      const place = { name, form, datasource: drawn(found?.datasource) };
      try {
        if (!found) throw new PictureProblem(NOT_OPEN);
        const type = await loadChartType(form.viz_type);
        if (!type) throw new PictureProblem(`There is no chart type "${form.viz_type}".`);
        if (type.parts) throw new PictureProblem('It is itself made of other charts.');
        asked.push({ ...place, answer: await this.#answer(type.question(form, { force: this.#force })) });
      } catch (error) {
        asked.push({ ...place, problem: this.#problemOf(error) });
      }
    }
    return asked;
  }

  /** Asks the charts of a matrix that are seen. */
  async #cells(type: ChartType, asked: AskedChart, height: number): Promise<Record<string, AskedCell>> {
    const matrix = matrixOf(type, asked.form);
    if (!matrix || matrix.problem !== undefined) return {};
    const along = axisValues(matrix, this.#resultsOf(asked.answer), asked.datasource);
    const seen = matrixCells(type, asked.form, along, matrix.titleTemplate).filter(
      ({ row }) => row * matrix.rowHeight < height,
    );
    const cells: Record<string, AskedCell> = {};
    for (const [at, cell] of seen.entries()) {
      if (at >= MOST_CELLS) {
        cells[cell.key] = { problem: `The first ${MOST_CELLS} charts are drawn.` };
        continue;
      }
      try {
        cells[cell.key] = { answer: await this.#answer(type.question(cell.form, { force: this.#force })) };
      } catch (error) {
        cells[cell.key] = { problem: this.#problemOf(error) };
      }
    }
    return cells;
  }

  /** The values along the sides of a matrix, of which there are few. */
  #resultsOf(answer: number | undefined): ChartDataResult[] {
    const rows = answer === undefined ? undefined : this.answers[answer]?.rows;
    return rows ? resultsIn(rows) : [];
  }

  #problemOf(error: unknown): string {
    this.#act.signal.throwIfAborted();
    if (!(error instanceof ChartroomError) && !(error instanceof PictureProblem))
      this.#act.services.say(`A chart could not be drawn: ${error instanceof Error ? error.message : error}`);
    return problemOf(error);
  }
}

/** What is drawn of what is known of a dataset. */
function drawn(known: DrawDatasource | undefined): DrawDatasource {
  if (!known) return NO_DATASET;
  const { columns, metrics, verbose_map, column_formats } = known;
  return { columns, metrics, verbose_map, column_formats };
}

const NOT_OPEN = 'The data of this chart are not open to you.';

/** Why there is no picture of a chart, in words of its own. */
class PictureProblem extends Error {}

function refusalIn(status: number, body: Buffer): ChartroomError {
  const told = exactJson(body.toString());
  const message = isJsonObject(told) && typeof told.message === 'string' ? told.message : '';
  return new ChartroomError(message, { status, error_type: 'GENERIC_BACKEND_ERROR', level: 'error' });
}

/** What is said in the place of a chart that failed: nothing that its database says, which is for those who may ask it. */
function problemOf(error: unknown): string {
  if (error instanceof PictureProblem) return error.message;
  if (!(error instanceof ChartroomError)) return 'This chart could not be asked.';
  if (error.status === 403 || error.status === 404) return NOT_OPEN;
  if (error.status === 408 || error.status === 504) return 'The database did not answer in time.';
  if (error.status === 413) return 'The rows of this chart are too many to be drawn.';
  if (error.status === 503) return 'The server has too much to do to ask this chart now.';
  return 'The rows of this chart could not be read: its database refuses the question or is out of reach.';
}
