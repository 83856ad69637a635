import { createHash } from 'node:crypto';
import type { QueryContext, QueryObject, ResultType } from '@chartroom/model';
import { Remembered } from '../cache/remembered.ts';
import type { OpenDatabase } from '../connections/session-pool.ts';
import type { DataConfig } from '../data-config.ts';
import type { DatasetSource } from '../ports.ts';
import { prepareQuestion, type Question, type RowKind, type Source } from './prepare-question.ts';

/** A question that is ready to be asked, and what its answer is kept under. */
export interface PreparedQuestion {
  question: Question;
  key: string;
  /** What its answer is made of: it is forgotten with each of them. */
  tags: readonly string[];
}

interface Prepared extends Pick<Source, 'database'> {
  rules: Source['templates']['rules'];
  prepared: Promise<PreparedQuestion>;
}

/** Questions of one dataset that are remembered; longer ones are made anew. */
const REMEMBERED = { most: 500, longest: 50_000 };

/**
 * Questions that were prepared a moment ago: many people look at the same dashboard. One is remembered as long as the
 * very records it was made of are (a second at most), so that it never outlives a change of the dataset, its rules or
 * its database, and relative times move on.
 */
export class PreparedQuestions {
  readonly #config: DataConfig;
  readonly #known = new WeakMap<DatasetSource, Remembered<Prepared>>();

  constructor(config: DataConfig) {
    this.#config = config;
  }

  /** @throws ChartroomError 400 in the words of the contract */
  async of(
    query: QueryObject,
    type: ResultType,
    source: Source,
    context: QueryContext,
  ): Promise<PreparedQuestion> {
    const { who, rules } = source.templates;
    const { dataset, database } = source;
    const questions = this.#known.get(dataset) ?? new Remembered<Prepared>(REMEMBERED);
    this.#known.set(dataset, questions);
    const name = JSON.stringify([query, type, context.form_data, who]);
    const known = questions.get(name);
    if (known?.rules === rules && known.database === database) return known.prepared;
    const prepared = this.#prepare(query, type, source, context);
    questions.set(name, { rules, database, prepared });
    prepared.catch(() => questions.delete(name));
    return prepared;
  }

  async #prepare(
    query: QueryObject,
    type: ResultType,
    source: Source,
    context: QueryContext,
  ): Promise<PreparedQuestion> {
    const question = await prepareQuestion(query, rowKind(type), source, context, this.#config);
    const key = keyOf(question, type, type === 'post_processed' ? context.form_data : undefined);
    return { question, key, tags: [databaseTag(source.database), datasetTag(source.dataset.id)] };
  }
}

/** What rows a result type is made of. */
function rowKind(type: ResultType): RowKind {
  return type === 'samples' || type === 'drill_detail' ? type : 'full';
}

/** Files of embedded engines can be read through one another: their answers are forgotten together. */
export const EMBEDDED_TAG = 'database:embedded';

/** The tag of answers out of a database. */
export function databaseTag({ source, engine }: Pick<OpenDatabase, 'source' | 'engine'>): string {
  return engine.capabilities.embedded ? EMBEDDED_TAG : `database:${source.id}`;
}

/** The tag of answers out of a dataset. */
export function datasetTag(id: number): string {
  return `dataset:${id}`;
}

/** The form in which answers are kept; another one when it changes, for those in Redis outlive the server. */
const FORM = 'members';

/**
 * Everything that can change an answer. The SQL carries row rules, time bounds and what templates wrote; the query says
 * what is done with the rows and how they are named. Annotations are told beside the answer, not in it.
 */
function keyOf({ compiled, query, source }: Question, type: ResultType, form: unknown): string {
  const { dataset, database } = source;
  const { annotation_layers: _, ...asked } = query;
  const facts = [
    FORM,
    database.source.id,
    database.source.changed_on,
    // Who asks under their own name is shown what that name may see.
    database.source.person?.id,
    dataset.id,
    dataset.changed_on,
    compiled.sql,
    compiled.seriesQuery,
    compiled.columns.map(({ label }) => label),
    [compiled.fromDttm, compiled.toDttm],
    [compiled.appliedFilters, compiled.rejectedFilters],
    asked,
    type,
    form,
    source.trace?.cacheKeys,
    [...(source.trace?.applied ?? [])],
    source.templates.who.guest !== undefined,
  ];
  return digest(facts);
}

/** A short name for facts; two lists of facts share it only when they are equal. */
export function digest(facts: unknown): string {
  return createHash('md5').update(JSON.stringify(facts)).digest('hex');
}
