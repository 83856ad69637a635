import type { ChartDataResult, GenericType, PostProcessing } from '@chartroom/model';
import { type Cell, colTypes, encodeAnswer, expressionsToProbe, type Frame, genericTypeOf, transformFrame } from '@chartroom/query';
import { compareTimes } from './compare-times.ts';
import { labelMap, plainName } from './label-map.ts';
import { asQuestionError, compile, type Question, type Source } from './prepare-question.ts';
import { asBuffer } from './read-frame.ts';
import { type AskOptions, ask, runCompiled } from './run-compiled.ts';

/** The rows of a question, and what was asked of the engine to get them. */
export interface Answer {
  frame: Frame;
  /** Every statement that was run, in order. */
  statements: string[];
  /** Rows before post-processing. */
  sqlRows: number;
}

/** Runs a question in its database, compares it with other times and shapes it (contract/query.md §1.9). */
export async function answerQuestion(question: Question, options: AskOptions): Promise<Answer> {
  try {
    return await answer(question, options);
  } catch (error) {
    throw options.signal.aborted ? options.signal.reason : asQuestionError(error);
  }
}

/** The columns' kinds as they are answered: the dataset's word on time first, then what the values are (§1.12). */
function answeredTypes(frame: Frame, source: Source): GenericType[] {
  const known = new Map(source.dataset.columns.map((column) => [column.column_name, column]));
  const inferred = colTypes(frame);
  return frame.columns.map((column, index) => {
    // A duration is no moment, whatever the dataset says of its column.
    if (known.get(column.name)?.is_dttm && column.kind !== 'interval') return 2;
    const empty = column.values.every((value) => value === null);
    return empty ? declaredType(column.name, source) : (inferred[index] ?? 1);
  });
}

/** Kind of a column without values: by its recorded type, or by the saved metric that it shows. */
function declaredType(name: string, { dataset, database }: Source): GenericType {
  const column = dataset.columns.find((each) => each.column_name === name);
  if (column?.type) return genericTypeOf(column.type, database.engine.dialect) ?? 1;
  const metric = dataset.metrics.find((each) => each.metric_name === name);
  return metric && /^\s*(sum|avg|count|stddev|variance)\s*\(/i.test(metric.expression) ? 0 : 1;
}

/** The rows of an answer and what they are, without the rest: `result_type=results`. */
export function rowsBytes({ source }: Question, { frame, sqlRows }: Answer): Buffer {
  const shown = withPlainNames(frame);
  return asBuffer(encodeAnswer({ ...rowFacts(shown, source), sql_rowcount: sqlRows }, shown, false));
}

/** The part of an answer that every asker gets alike, as one JSON object. */
export function answerBytes(question: Question, { frame, statements, sqlRows }: Answer): Buffer {
  const { compiled, source, query } = question;
  const shown = withPlainNames(frame);
  const facts: Omit<
    ChartDataResult,
    'cache_key' | 'cached_dttm' | 'cache_timeout' | 'is_cached' | 'annotation_data' | 'indexnames' | 'data'
  > = {
    applied_template_filters: [...(source.trace?.applied ?? [])],
    error: null,
    // Guests are shown rows, not how they are got (contract §3.7).
    query: source.templates.who.guest ? '' : statementText(statements),
    status: 'success',
    stacktrace: null,
    sql_rowcount: sqlRows,
    from_dttm: compiled.fromDttm,
    to_dttm: compiled.toDttm,
    label_map: labelMap(frame, query),
    ...rowFacts(shown, source),
    result_format: 'json',
    applied_filters: compiled.appliedFilters,
    rejected_filters: compiled.rejectedFilters,
  };
  return asBuffer(encodeAnswer(facts, shown, true));
}

function rowFacts(shown: Frame, source: Source): Pick<ChartDataResult, 'colnames' | 'coltypes' | 'rowcount'> {
  return { colnames: shown.columns.map(({ name }) => name), coltypes: answeredTypes(shown, source), rowcount: shown.length };
}

/** A frame whose columns bear their names as they are answered. */
export function withPlainNames(frame: Frame): Frame {
  return { ...frame, columns: frame.columns.map((column) => ({ ...column, name: plainName(column.name) })) };
}

/** Statements as one text: each ends with a semicolon. */
export function statementText(statements: readonly string[]): string {
  return `${statements.join(';\n\n')};`;
}

/** Sums of the columns of an answer, for shares of the whole. */
export function columnSums(frame: Frame): Record<string, number> {
  return Object.fromEntries(
    frame.columns.map(({ name, values }) => [name, values.reduce<number>((sum, value) => sum + numberOf(value), 0)]),
  );
}

async function answer(question: Question, options: AskOptions): Promise<Answer> {
  const { source, query } = question;
  const ready = await probed(question, options);
  const main = await runCompiled(ready.compiled, source, options);
  const compared = query.time_offsets.length > 0 && main.frame.length > 0 ? await compareTimes(main, ready, options) : main;
  const steps = withTotals(query.post_processing, options.totals);
  const limits = { bounds: options.bounds, deadline: Date.now() + options.timeoutMs, shouldStop: () => options.signal.aborted };
  const frame = compared.frame.length > 0 && steps.length > 0 ? transformFrame(compared.frame, steps, limits) : compared.frame;
  return { frame, statements: compared.statements, sqlRows: main.frame.length };
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

function withTotals(steps: readonly PostProcessing[], totals: Record<string, number> | undefined): PostProcessing[] {
  return steps.map((step) =>
    step.operation === 'contribution' && totals ? { ...step, options: { ...step.options, contribution_totals: totals } } : step,
  );
}

function numberOf(value: Cell): number {
  const number = value === null ? 0 : Number(String(value));
  return Number.isFinite(number) ? number : 0;
}
