import type { GenericType, PostProcessing, QueryContext } from '@chartroom/model';
import { type Dialect, expressionsToProbe, genericTypeOf } from '@chartroom/query';
import { LRUCache } from 'lru-cache';
import type { CubeDesk } from '../cubes/cubes.ts';
import { Gathering } from '../heavy/gathering.ts';
import type { KnownColumns, Shaping, Writing } from '../heavy/shaping.ts';
import type { WorkerRoom } from '../heavy/worker-room.ts';
import { tellOrigin } from '../query-clock.ts';
import { otherTimes } from './compare-times.ts';
import { meaningOf } from './normalize-frame.ts';
import { asQuestionError, compile, type Question, type Source } from './prepare-question.ts';
import { type AskOptions, ask, gatherCompiled } from './run-compiled.ts';

/** The rows of a question, what becomes of them, and what was asked of the engine to get them. */
export interface Answer {
  rows: Gathering;
  shaping: Shaping;
  /** Every statement that was run, in order. */
  statements: string[];
}

/** Where and for whom heavy answers are made. */
export interface WorkPlace {
  room: WorkerRoom;
  /** Who asks, by a name of their own. */
  asker: string;
}

/** Runs a question in its database or on a cube, and what it is compared with (contract/query.md §1.9); its rows are not shaped yet. */
export async function answerQuestion(
  question: Question,
  options: AskOptions,
  cubes?: CubeDesk,
): Promise<Answer> {
  return explaining(options.signal, async () => {
    const ready = await probed(question, options);
    const rows = new Gathering();
    const main = await gathered(ready, options, rows, cubes);
    const shaping: Shaping = {
      meanings: [meaningOf(main.ready)],
      times: [],
      query: {
        metric_names: question.query.metric_names,
        first: question.query.columns[0],
        grain: question.query.extras.time_grain_sqla,
      },
      steps: withTotals(question.query.post_processing, options.totals),
      chart: undefined,
    };
    const statements = [...main.statements];
    if (main.rows === 0) return { rows, shaping, statements };
    for await (const { offset, shift, compiled, source } of otherTimes(ready, options.rowLimit)) {
      const other = await gatherCompiled(compiled, source, options, rows);
      shaping.meanings.push(meaningOf(other.ready));
      shaping.times.push({ offset, shift });
      statements.push(...other.statements);
    }
    return { rows, shaping, statements };
  });
}

/** Gathers the rows of a question, out of a cube where one has them. */
async function gathered(
  { compiled, source }: Question,
  options: AskOptions,
  rows: Gathering,
  cubes: CubeDesk | undefined,
): ReturnType<typeof gatherCompiled> {
  const known = await cubes?.answer(options);
  tellOrigin(known ? 'cubes' : 'direct');
  if (known) {
    await rows.hold(known);
    return { rows: known.length, ready: compiled, statements: [compiled.sql] };
  }
  const begun = performance.now();
  const main = await gatherCompiled(compiled, source, options, rows);
  cubes?.asked(performance.now() - begun);
  return main;
}

/** The answer in pieces, written as it is wanted, with the rows as `chart` shows them where it is given. Rejects as `answerQuestion` and `WorkerRoom.run` do. */
export function writtenAnswer(
  { rows, shaping }: Answer,
  writing: Writing,
  options: AskOptions,
  { room, asker }: WorkPlace,
  chart?: QueryContext,
): Promise<Buffer[]> {
  const { signal, timeoutMs, bounds } = options;
  const work = {
    shaping: { ...shaping, chart: chart && { form_data: chart.form_data, datasource: chart.datasource } },
    writing,
    bounds,
    deadline: Date.now() + timeoutMs,
  };
  return explaining(signal, () => rows.written(work, room, { asker, signal, timeoutMs }));
}

/** What every asker is told alike of an answer, beside its rows. */
export function answerWriting({ compiled, source, query }: Question, statements: readonly string[]): Writing {
  return {
    form: 'answer',
    facts: {
      applied_template_filters: [...(source.trace?.applied ?? [])],
      error: null,
      // Guests are shown rows, not how they are got (contract/api.md §3.7).
      query: source.templates.who.guest ? '' : statementText(statements),
      status: 'success',
      stacktrace: null,
      from_dttm: compiled.fromDttm,
      to_dttm: compiled.toDttm,
      result_format: 'json',
      applied_filters: compiled.appliedFilters,
      rejected_filters: compiled.rejectedFilters,
    },
    labels: { columns: query.columns, metrics: query.metrics, metric_names: query.metric_names },
    known: knownColumns(source),
  };
}

/** What a dataset says of columns by their names. */
export function knownColumns({ dataset, database }: Source): KnownColumns {
  const declared = new Map<string, GenericType>();
  for (const { metric_name, expression } of dataset.metrics)
    if (/^\s*(sum|avg|count|stddev|variance)\s*\(/i.test(expression)) declared.set(metric_name, 0);
  for (const { column_name, type } of dataset.columns)
    if (type) declared.set(column_name, kindOf(type, database.engine.dialect));
  return {
    moments: new Set(dataset.columns.flatMap(({ column_name, is_dttm }) => (is_dttm ? [column_name] : []))),
    declared,
  };
}

/** Kinds of types by their names, for each dialect: a dataset may have thousands of columns, which have few types. */
const kinds = new WeakMap<Dialect, LRUCache<string, GenericType>>();
const MOST_KINDS = 1_000;

function kindOf(type: string, dialect: Dialect): GenericType {
  const known = kinds.get(dialect) ?? new LRUCache<string, GenericType>({ max: MOST_KINDS });
  kinds.set(dialect, known);
  const kind = known.get(type) ?? genericTypeOf(type, dialect) ?? 1;
  known.set(type, kind);
  return kind;
}

/** Statements as one text: each ends with a semicolon. */
export function statementText(statements: readonly string[]): string {
  return `${statements.join(';\n\n')};`;
}

async function explaining<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? signal.reason : asQuestionError(error);
  }
}

/** Free SQL on the x axis tells its kind only when it is run: one row of it decides whether its grain applies. */
async function probed(question: Question, options: AskOptions): Promise<Question> {
  const { source, query } = question;
  const expressions = expressionsToProbe(query, source.dataset);
  if (expressions.length === 0) return question;
  const kinds = new Map<string, GenericType>();
  for (const expression of expressions) {
    const sample = compile(
      {
        ...query,
        columns: [{ label: 'probe', sqlExpression: expression }],
        column_names: ['probe'],
        metrics: null,
        metric_names: [],
        orderby: [],
        row_limit: 1,
        row_offset: 0,
        series_limit: 0,
        filters: [],
        is_rowcount: false,
        extras: {},
      },
      source,
    );
    const frame = await ask(sample.sql, ['probe'], source, options);
    const kind = frame.columns[0]?.generic;
    if (kind !== undefined) kinds.set(expression, kind);
  }
  return { ...question, compiled: compile(query, source, { expressionTypes: kinds }) };
}

function withTotals(
  steps: readonly PostProcessing[],
  totals: Record<string, number> | undefined,
): PostProcessing[] {
  return steps.map((step) =>
    step.operation === 'contribution' && totals
      ? { ...step, options: { ...step.options, contribution_totals: totals } }
      : step,
  );
}
