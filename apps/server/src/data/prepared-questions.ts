import { createHash } from 'node:crypto';
import type { QueryContext, QueryObject, ResultType } from '@chartroom/model';
import type { DataConfig, DatasetSource } from './ports.ts';
import { prepareQuestion, type Question, type RowKind, type Source } from './prepare-question.ts';

/** A question that is ready to be asked, and what its answer is kept under. */
export interface PreparedQuestion {
  question: Question;
  key: string;
}

interface Prepared extends Pick<Source, 'database'> {
  rules: Source['templates']['rules'];
  prepared: Promise<PreparedQuestion>;
}

/** Questions of one dataset that are remembered. */
const MOST = 500;

/**
 * Questions that were prepared a moment ago: many people look at the same dashboard. One is remembered as long as the
 * very records it was made of are (a second at most), so that it never outlives a change of the dataset, its rules or
 * its database, and relative times move on.
 */
export class PreparedQuestions {
  readonly #config: DataConfig;
  readonly #known = new WeakMap<DatasetSource, Map<string, Prepared>>();

  constructor(config: DataConfig) {
    this.#config = config;
  }

  /** @throws ChartroomError 400 in the words of the contract */
  async of(query: QueryObject, type: ResultType, source: Source, context: QueryContext): Promise<PreparedQuestion> {
    const { who, rules } = source.templates;
    const { dataset, database } = source;
    const questions = this.#known.get(dataset) ?? new Map<string, Prepared>();
    this.#known.set(dataset, questions);
    const name = JSON.stringify([query, type, context.form_data, who]);
    const known = questions.get(name);
    if (known?.rules === rules && known.database === database) return known.prepared;
    const prepared = this.#prepare(query, type, source, context);
    if (questions.size >= MOST) questions.clear();
    questions.set(name, { rules, database, prepared });
    prepared.catch(() => questions.delete(name));
    return prepared;
  }

  async #prepare(query: QueryObject, type: ResultType, source: Source, context: QueryContext): Promise<PreparedQuestion> {
    const question = await prepareQuestion(query, rowKind(type), source, context, this.#config);
    return { question, key: keyOf(question, type, type === 'post_processed' ? context.form_data : undefined) };
  }
}

/** What rows a result type is made of. */
function rowKind(type: ResultType): RowKind {
  return type === 'samples' || type === 'drill_detail' ? type : 'full';
}

/** Everything that can change an answer. The SQL carries row rules and time bounds. */
function keyOf({ compiled, query, source }: Question, type: ResultType, form: unknown): string {
  const { dataset, database } = source;
  const facts = [
    database.source.id,
    database.source.changed_on,
    dataset.id,
    dataset.changed_on,
    compiled.sql,
    compiled.seriesQuery,
    compiled.columns.map(({ label }) => label),
    [compiled.fromDttm, compiled.toDttm],
    [compiled.appliedFilters, compiled.rejectedFilters],
    query.post_processing,
    query.time_offsets,
    type,
    form,
    source.trace?.cacheKeys,
    source.templates.who.guest !== undefined,
  ];
  return digest(facts);
}

/** A short name for facts; two lists of facts share it only when they are equal. */
export function digest(facts: unknown): string {
  return createHash('md5').update(JSON.stringify(facts)).digest('hex');
}
